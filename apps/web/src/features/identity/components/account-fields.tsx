import { Trans } from '@lingui/react/macro';
import { Field } from '../../../components/ui/field.tsx';
import { PasswordInput } from '../../../components/ui/password-input.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import type { FormState } from '../../../lib/form.ts';
import { useFormMessage } from '../../../lib/form-messages.ts';
import type { AccountStep } from '../sign-up-form.ts';

/** Step 1. Read-only (`locked`) after the account is created. */
export function AccountFields({ form, locked }: { form: FormState<AccountStep>; locked: boolean }) {
  const translate = useFormMessage();
  const { errors, field } = form;
  return (
    <>
      <div className="grid gap-4 xs:grid-cols-2">
        <Field label={<Trans>First name</Trans>} error={translate(errors.firstName)}>
          <TextInput {...field('firstName')} autoComplete="given-name" maxLength={60} required readOnly={locked} />
        </Field>
        <Field label={<Trans>Last name</Trans>} error={translate(errors.lastName)}>
          <TextInput {...field('lastName')} autoComplete="family-name" maxLength={60} required readOnly={locked} />
        </Field>
      </div>
      <Field label={<Trans>Email</Trans>} error={translate(errors.email)}>
        <TextInput
          {...field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          required
          readOnly={locked}
        />
      </Field>
      {locked ? null : (
        <div className="grid gap-4 md:grid-cols-2">
          <Field
            label={<Trans>Password</Trans>}
            help={<Trans>At least 8 characters</Trans>}
            error={translate(errors.password)}
          >
            <PasswordInput {...field('password')} autoComplete="new-password" maxLength={200} required />
          </Field>
          <Field label={<Trans>Confirm password</Trans>} error={translate(errors.confirmPassword)}>
            <PasswordInput {...field('confirmPassword')} autoComplete="new-password" maxLength={200} required />
          </Field>
        </div>
      )}
    </>
  );
}
