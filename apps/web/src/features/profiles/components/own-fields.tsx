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

const longestBio = 600;

type PresentPrice = Parameters<typeof PriceChange>[0]['present'];

interface FieldsProps {
  form: FormState<OwnForm>;
}

/** Name, city and words about oneself; with `withAge` for a profile that does not exist yet. */
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

/** Words about oneself: a creator needs twenty characters, anybody's twenty earn the bonus. */
export function BioField({ form }: FieldsProps) {
  const translate = useFormMessage();
  const written = form.values.bio.trim().length;
  return (
    <Field
      label={<Trans>Bio</Trans>}
      aside={
        written < completeBioLength ? (
          <Trans>
            {written} of {completeBioLength}
          </Trans>
        ) : (
          `${form.values.bio.length} / ${longestBio}`
        )
      }
      error={translate(form.errors.bio)}
    >
      <TextArea {...form.field('bio')} rows={3} maxLength={longestBio} required={form.values.isCreator} />
    </Field>
  );
}

/** What they are and what they look for; both optional. */
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

/** What a creator offers and for how much a month; `present`: what it costs those who subscribe already. */
export function CreatorFields({ form, present = null }: FieldsProps & { present?: PresentPrice | null }) {
  return (
    <>
      <OfferFields form={form} />
      {present ? <PriceChange typed={form.values.subscriptionPrice} present={present} /> : null}
    </>
  );
}
