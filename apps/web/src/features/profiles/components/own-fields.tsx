import { Trans, useLingui } from '@lingui/react/macro';
import { Chip } from '../../../components/ui/chip.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { AgeField, CityField, NameField, OfferFields } from '../../../components/ui/profile-fields.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import type { FormState } from '../../../lib/form.ts';
import { useFormMessage } from '../../../lib/form-messages.ts';
import type { OwnForm } from '../own-form.ts';
import { lookingForLabels, statusChoices } from '../own-labels.ts';
import { completeBioLength } from '../own-limits.ts';
import { PriceChange } from './price-change.tsx';

const maxBioLength = 600;

type CurrentPrice = Parameters<typeof PriceChange>[0]['current'];

interface FieldsProps {
  form: FormState<OwnForm>;
}

/** Name, city and bio; `withAge` for a new profile. */
export function PersonFields({ form, withAge }: FieldsProps & { withAge: boolean }) {
  return (
    <>
      <NameField form={form} />
      <div className={withAge ? 'grid grid-cols-[104px_minmax(0,1fr)] gap-3' : ''}>
        {withAge ? <AgeField form={form} /> : null}
        <CityField form={form} />
      </div>
      <BioField form={form} />
    </>
  );
}

/** Creators need 20 characters; 20 characters also earn the bonus for a complete profile. */
export function BioField({ form }: FieldsProps) {
  const translate = useFormMessage();
  const bioLength = form.values.bio.trim().length;
  return (
    <Field
      label={<Trans>Bio</Trans>}
      aside={
        bioLength < completeBioLength ? (
          <Trans>
            {bioLength} of {completeBioLength}
          </Trans>
        ) : (
          `${form.values.bio.length} / ${maxBioLength}`
        )
      }
      error={translate(form.errors.bio)}
    >
      <TextArea {...form.field('bio')} rows={3} maxLength={maxBioLength} required={form.values.isCreator} />
    </Field>
  );
}

/** Relationship status and `lookingFor`; both optional. */
export function IntentFields({ form }: FieldsProps) {
  const { t, i18n } = useLingui();
  const { values } = form;
  const statuses = Object.entries(statusChoices).map(([value, label]) => ({ value, label: i18n._(label) }));
  const choices = [...new Set([...Object.keys(lookingForLabels), ...values.lookingFor])];
  const toggle = (choice: string) =>
    form.set(
      'lookingFor',
      values.lookingFor.includes(choice)
        ? values.lookingFor.filter((each) => each !== choice)
        : [...values.lookingFor, choice],
    );
  return (
    <>
      <Field label={<Trans>Relationship status</Trans>} aside={<Trans>Optional</Trans>}>
        <Select {...form.field('relationshipStatus')} options={statuses} />
      </Field>
      <fieldset aria-label={t`Looking for`}>
        <p aria-hidden className="mb-2 flex justify-between gap-3 text-sm">
          <span className="font-semibold">
            <Trans>Looking for</Trans>
          </span>
          <span className="text-faint">
            <Trans>Optional</Trans>
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          {choices.map((choice) => {
            const label = lookingForLabels[choice];
            return (
              <Chip key={choice} pressed={values.lookingFor.includes(choice)} onClick={() => toggle(choice)}>
                {label ? i18n._(label) : choice}
              </Chip>
            );
          })}
        </div>
      </fieldset>
    </>
  );
}

/** Category and monthly price; `current` is the price and subscriber count before the edit. */
export function CreatorFields({ form, current = null }: FieldsProps & { current?: CurrentPrice | null }) {
  return (
    <>
      <OfferFields form={form} />
      {current ? <PriceChange typed={form.values.subscriptionPrice} current={current} /> : null}
    </>
  );
}
