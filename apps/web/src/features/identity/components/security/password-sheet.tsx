import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Field } from '../../../../components/ui/field.tsx';
import { FormSheet } from '../../../../components/ui/form-sheet.tsx';
import { PasswordInput } from '../../../../components/ui/password-input.tsx';
import { type Answer, api, codeOf, fieldErrorsOf, keyOf } from '../../../../lib/api.ts';
import { useForm } from '../../../../lib/form.ts';
import { useFormMessage } from '../../../../lib/form-messages.ts';
import { Link } from '../../../../lib/router.tsx';
import { toast } from '../../../../lib/toast.ts';
import { proveByPassword, useSecurityFailure } from '../../security-api.ts';
import { checkNewPassword, type NewPasswordForm } from '../../sign-up-form.ts';
import { quietLink } from '../auth-page.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';

interface ChangeForm extends NewPasswordForm {
  current: string;
}
const check = ({ current, ...chosen }: ChangeForm) => ({
  ...checkNewPassword(chosen),
  ...(current === '' ? { current: 'Password is required' } : {}),
});

interface PasswordSheetProps {
  security: Answer<'accountSecurity'>;
  open: boolean;
  onClose(): void;
}

/** Changes the password, by the present one. */
export function PasswordSheet({ security, open, onClose }: PasswordSheetProps) {
  const { t } = useLingui();
  const translate = useFormMessage();
  const fail = useSecurityFailure();
  const client = useQueryClient();
  const form = useForm<ChangeForm>({ current: '', password: '', confirmPassword: '' }, check);
  const change = useMutation({
    mutationFn: async ({ current, password }: ChangeForm) => {
      await proveByPassword(security, current);
      return api.changePassword({ body: { current, password } });
    },
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: keyOf('accountSecurity') }),
        client.invalidateQueries({ queryKey: keyOf('listSessions') }),
      ]);
      toast({ title: t`Password changed`, text: t`Every other device was signed out.` });
      onClose();
    },
    onError: (error) => {
      if (codeOf(error) === 'INVALID_CREDENTIALS') form.refuse({ current: t`This is not your password` });
      else if (!form.refuse(fieldErrorsOf(error))) fail(error);
    },
  });
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={<Trans>Change your password</Trans>}
      intro={<Trans>Every other device is signed out.</Trans>}
      action={<Trans>Set password</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={change.isPending}
      formRef={form.ref}
      onSubmit={() => form.validate() && change.mutate(form.values)}
    >
      <Field label={<Trans>Your password</Trans>} error={translate(form.errors.current)}>
        <PasswordInput {...form.field('current')} autoComplete="current-password" maxLength={200} required />
      </Field>
      <NewPasswordFields form={form} />
      <p>
        <Link to="/forgot-password" className={quietLink}>
          <Trans>Forgot your password?</Trans>
        </Link>
      </p>
    </FormSheet>
  );
}
