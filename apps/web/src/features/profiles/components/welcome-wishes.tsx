import { SpecialConsent } from '../../../components/special-consent.tsx';
import type { FormState } from '../../../lib/form.ts';
import { noStatus, type OwnForm } from '../own-form.ts';
import { IntentFields } from './own-fields.tsx';
import { ShownSwitch } from './shown-switch.tsx';

/** Relationship status and what the member looks for, by the consent to keep either. */
export function WishFields({ form }: { form: FormState<OwnForm> }) {
  const { relationshipStatus, lookingFor } = form.values;
  return (
    <SpecialConsent>
      <div className="grid gap-4">
        <IntentFields form={form} />
        {relationshipStatus === noStatus && lookingFor.length === 0 ? null : (
          <ShownSwitch form={form} fields={['relationshipStatus', 'lookingFor']} />
        )}
      </div>
    </SpecialConsent>
  );
}
