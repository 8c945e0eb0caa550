import { Trans, useLingui } from '@lingui/react/macro';
import { cities, creatorCategories } from '@vlam/contract/constants';
import { clsx } from 'clsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';
import type { FormState } from '../../../lib/form.ts';
import { useFormMessage } from '../../../lib/form-messages.ts';
import type { ProfileStep } from '../sign-up-form.ts';

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const cityOptions = optionsOf(cities);
const categoryOptions = optionsOf(creatorCategories);
const bioMinimum = 20;

/** Step 2. The switch leaves a fan without category and price, and with a bio they may skip. */
export function ProfileFields({ form }: { form: FormState<ProfileStep> }) {
  const { t } = useLingui();
  const translate = useFormMessage();
  const { values, errors, field } = form;
  const written = values.bio.trim().length;
  return (
    <>
      <Switch
        checked={values.isFan}
        onChange={(isFan) => form.set('isFan', isFan)}
        label={<Trans>I'm here as a fan</Trans>}
        description={<Trans>No category and no price. You can start creating later.</Trans>}
        className="-my-1"
      />
      <Field label={<Trans>Display name</Trans>} error={translate(errors.displayName)}>
        <TextInput {...field('displayName')} autoComplete="nickname" maxLength={40} required />
      </Field>
      <Field
        label={<Trans>Bio</Trans>}
        aside={
          values.isFan ? (
            <Trans>Optional</Trans>
          ) : written < bioMinimum ? (
            <Trans>
              {written} of {bioMinimum}
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
        <Field label={<Trans>Age</Trans>} error={translate(errors.age)}>
          <TextInput
            {...field('age')}
            inputMode="numeric"
            placeholder="18+"
            maxLength={3}
            autoComplete="off"
            required
          />
        </Field>
        <Field label={<Trans>Location</Trans>} error={translate(errors.location)}>
          <Select {...field('location')} options={cityOptions} placeholder={t`Choose your city`} required />
        </Field>
      </div>
      {values.isFan ? null : (
        <div className="grid gap-4 md:grid-cols-2">
          <Field label={<Trans>Content category</Trans>} error={translate(errors.category)}>
            <Select {...field('category')} options={categoryOptions} placeholder={t`Choose a category`} required />
          </Field>
          <Field
            label={<Trans>Monthly price</Trans>}
            aside={<Trans>R29.99 to R999.99</Trans>}
            error={translate(errors.subscriptionPrice)}
          >
            <TextInput
              {...field('subscriptionPrice')}
              before="R"
              inputMode="decimal"
              autoComplete="off"
              maxLength={8}
              required
              className="tabular-nums"
            />
          </Field>
        </div>
      )}
    </>
  );
}
