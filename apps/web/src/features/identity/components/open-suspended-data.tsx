import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { api, messageOf } from '../../../lib/api.ts';
import { go } from '../../../lib/router.tsx';
import type { LoginForm } from '../login-form.ts';

/** Opens a suspended member's own data: at once, or after a code where the account asks for a second factor. */
export function OpenSuspendedData({ credentials }: { credentials: LoginForm }) {
  const [code, setCode] = useState('');
  const open = useMutation({
    mutationFn: (given: string) =>
      api.openSuspendedData({ body: { ...credentials, ...(given ? { code: given } : {}) } }),
    onSuccess: (answer) => {
      if (answer.open) go({ to: '/my-data', search: { suspended: '1' } });
    },
  });
  const [asksCode, setAsksCode] = useState(false);
  if (open.data && !open.data.open && !asksCode) setAsksCode(true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!open.isPending) open.mutate(code.trim());
  };
  const failure = open.error
    ? (messageOf(open.error) ?? <Trans>No answer from the server. Check your connection.</Trans>)
    : undefined;
  return (
    <form noValidate onSubmit={submit} className="my-2 grid gap-3">
      {asksCode ? (
        <Field
          label={<Trans>Code of your authenticator, or a recovery code</Trans>}
          error={failure}
          help={<Trans>Only a passkey, and no recovery code? Ask the information desk below.</Trans>}
        >
          <TextInput
            name="code"
            autoComplete="one-time-code"
            value={code}
            maxLength={40}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        </Field>
      ) : failure ? (
        <p role="alert" className="text-danger text-sm">
          {failure}
        </p>
      ) : null}
      <Button type="submit" className="justify-self-start" busy={open.isPending} busyLabel={<Trans>Opening</Trans>}>
        <Trans>Save a copy of your data, or delete your account</Trans>
      </Button>
    </form>
  );
}
