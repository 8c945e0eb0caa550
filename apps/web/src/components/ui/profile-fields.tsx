import { Trans, useLingui } from '@lingui/react/macro';
import { cities, creatorCategories } from '@vlam/contract/constants';
import type { FormState } from '../../lib/form.ts';
import { useFormMessage } from '../../lib/form-messages.ts';
import { Field } from './field.tsx';
import { Select } from './select.tsx';
import { TextInput } from './text-input.tsx';

type Name = 'displayName' | 'age' | 'location' | 'category' | 'subscriptionPrice';
type AnyForm = FormState<Record<string, string>>;

interface ProfileFieldProps {
  form: Pick<AnyForm, 'errors'> & { values: { location: string }; field(name: Name): ReturnType<AnyForm['field']> };
}

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const categoryOptions = optionsOf(creatorCategories);

export function NameField({ form }: ProfileFieldProps) {
  const translate = useFormMessage();
  return (
    <Field label={<Trans>Display name</Trans>} error={translate(form.errors.displayName)}>
      <TextInput {...form.field('displayName')} autoComplete="nickname" maxLength={40} required />
    </Field>
  );
}

export function AgeField({ form }: ProfileFieldProps) {
  const translate = useFormMessage();
  return (
    <Field label={<Trans>Age</Trans>} error={translate(form.errors.age)}>
      <TextInput
        {...form.field('age')}
        inputMode="numeric"
        placeholder="18+"
        maxLength={3}
        autoComplete="off"
        required
      />
    </Field>
  );
}

export function CityField({ form }: ProfileFieldProps) {
  const { t } = useLingui();
  const translate = useFormMessage();
  // Keeps a stored city that is not in the list.
  const known = new Set<string>([...cities, form.values.location]);
  return (
    <Field label={<Trans>Location</Trans>} error={translate(form.errors.location)}>
      <Select
        {...form.field('location')}
        options={optionsOf([...known].filter((city) => city !== ''))}
        placeholder={t`Choose your city`}
        required
      />
    </Field>
  );
}

/** A creator's category and monthly price. */
export function OfferFields({ form }: ProfileFieldProps) {
  const { t } = useLingui();
  const translate = useFormMessage();
  return (
    <>
      <Field label={<Trans>Content category</Trans>} error={translate(form.errors.category)}>
        <Select {...form.field('category')} options={categoryOptions} placeholder={t`Choose a category`} required />
      </Field>
      <Field
        label={<Trans>Monthly price</Trans>}
        aside={<Trans>R29.99 to R999.99</Trans>}
        error={translate(form.errors.subscriptionPrice)}
      >
        <TextInput
          {...form.field('subscriptionPrice')}
          before="R"
          inputMode="decimal"
          autoComplete="off"
          maxLength={8}
          required
          className="tabular-nums"
        />
      </Field>
    </>
  );
}
