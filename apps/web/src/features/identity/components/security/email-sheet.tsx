import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newEmailLinkHours } from '@vlam/contract/identity-account';
import { Field } from '../../../../components/ui/field.tsx';
import { FormSheet } from '../../../../components/ui/form-sheet.tsx';
import { PasswordInput } from '../../../../components/ui/password-input.tsx';
import { TextInput } from '../../../../components/ui/text-input.tsx';
import { type Answer, api, codeOf, fieldErrorsOf, keyOf } from '../../../../lib/api.ts';
import { useForm } from '../../../../lib/form.ts';
import { useFormMessage } from '../../../../lib/form-messages.ts';
import { toast } from '../../../../lib/toast.ts';
import { checkLogin, type LoginForm } from '../../login-form.ts';
import { proveByPassword, useSecurityFailure } from '../../security-api.ts';

interface EmailSheetProps {
  security: Answer<'accountSecurity'>;
  open: boolean;
  onClose(): void;
}

/** Asks for another address, with the password: it is stored with the address mixed in. */
export function EmailSheet({ security, open, onClose }: EmailSheetProps) {
  const { t } = useLingui();
  const translate = useFormMessage();
  const fail = useSecurityFailure();
  const client = useQueryClient();
  const { hasPassword } = security;
  const form = useForm<LoginForm>({ email: '', password: '' }, (values) =>
    checkLogin(hasPassword ? values : { ...values, password: '-' }),
  );
  const change = useMutation({
    mutationFn: async ({ email, password }: LoginForm) => {
      if (hasPassword) await proveByPassword(security, password);
      return api.changeEmail({ body: hasPassword ? { email, password } : { email } });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keyOf('accountSecurity') });
      toast({
        title: t`Check your email`,
        text: t`We sent a link to ${form.values.email.trim()}. Until you open it nothing changes.`,
      });
      onClose();
    },
    onError: (error) => {
      if (codeOf(error) === 'INVALID_CREDENTIALS') form.refuse({ password: t`This is not your password` });
      else if (!form.refuse(fieldErrorsOf(error))) fail(error);
    },
  });
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={<Trans>Change your address</Trans>}
      intro={
        <Trans>
          We send a link to the new address, good for {newEmailLinkHours} hours. The old one is told, and can take it
          back for seven days.
        </Trans>
      }
      action={<Trans>Send the link</Trans>}
      busyLabel={<Trans>Sending</Trans>}
      busy={change.isPending}
      formRef={form.ref}
      onSubmit={() => form.validate() && change.mutate(form.values)}
    >
      <Field label={<Trans>New address</Trans>} error={translate(form.errors.email)}>
        <TextInput
          {...form.field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          required
        />
      </Field>
      {hasPassword ? (
        <Field label={<Trans>Your password</Trans>} error={translate(form.errors.password)}>
          <PasswordInput {...form.field('password')} autoComplete="current-password" maxLength={200} required />
        </Field>
      ) : null}
    </FormSheet>
  );
}
