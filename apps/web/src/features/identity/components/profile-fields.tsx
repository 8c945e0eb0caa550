import { Trans } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { AgeField, CityField, NameField, OfferFields } from '../../../components/ui/profile-fields.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import type { FormState } from '../../../lib/form.ts';
import { useFormMessage } from '../../../lib/form-messages.ts';
import type { ProfileStep } from '../sign-up-form.ts';

const minBioLength = 20;

/** Step 2. Fans have no category and price, and an optional bio. */
export function ProfileFields({ form }: { form: FormState<ProfileStep> }) {
  const translate = useFormMessage();
  const { values, errors, field } = form;
  const bioLength = values.bio.trim().length;
  return (
    <>
      <Switch
        checked={values.isFan}
        onChange={(isFan) => form.set('isFan', isFan)}
        label={<Trans>I'm here as a fan</Trans>}
        description={<Trans>No category and no price. You can start creating later.</Trans>}
        className="-my-1"
      />
      <NameField form={form} />
      <Field
        label={<Trans>Bio</Trans>}
        aside={
          values.isFan ? (
            <Trans>Optional</Trans>
          ) : bioLength < minBioLength ? (
            <Trans>
              {bioLength} of {minBioLength}
            </Trans>
          ) : null
        }
        error={translate(errors.bio)}
      >
        <TextArea {...field('bio')} rows={2} maxLength={600} required={!values.isFan} className="min-h-[76px]" />
      </Field>
      {/* The message about the age needs more room than the age. */}
      <div
        className={clsx(
          'grid gap-x-3 gap-y-4',
          errors.age ? 'md:grid-cols-2' : 'grid-cols-[96px_minmax(0,1fr)] lg:grid-cols-[120px_minmax(0,1fr)]',
        )}
      >
        <AgeField form={form} />
        <CityField form={form} />
      </div>
      {values.isFan ? null : (
        <div className="grid gap-4 md:grid-cols-2">
          <OfferFields form={form} />
        </div>
      )}
    </>
  );
}
