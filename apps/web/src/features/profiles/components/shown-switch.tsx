import { Trans } from '@lingui/react/macro';
import type { HideableField } from '@vlam/contract/rules/about';
import { Switch } from '../../../components/ui/choice.tsx';
import type { FormState } from '../../../lib/form.ts';
import type { OwnForm } from '../own-form.ts';

/** Whether others see these parts of the page; they change together. */
export function ShownSwitch({ form, fields }: { form: FormState<OwnForm>; fields: readonly HideableField[] }) {
  const { hidden } = form.values;
  const isShown = fields.every((field) => !hidden.includes(field));
  return (
    <Switch
      checked={isShown}
      onChange={(shown) => {
        const others = hidden.filter((field) => !fields.includes(field));
        form.set('hidden', shown ? others : [...others, ...fields]);
      }}
      label={<Trans>Show it on my page</Trans>}
      description={
        !isShown ? (
          <Trans>Only you see it. It is in no list and no filter.</Trans>
        ) : fields.includes('lookingFor') ? (
          <Trans>Others see it, and can find you by it.</Trans>
        ) : (
          <Trans>Others see it.</Trans>
        )
      }
    />
  );
}
