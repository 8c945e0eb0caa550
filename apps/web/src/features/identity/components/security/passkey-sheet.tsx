import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../../../../components/ui/field.tsx';
import { FormSheet } from '../../../../components/ui/form-sheet.tsx';
import { TextInput } from '../../../../components/ui/text-input.tsx';
import { api, codeOf, keyOf } from '../../../../lib/api.ts';
import { toast, toastError } from '../../../../lib/toast.ts';
import { createPasskey, isCancelled } from '../../passkey.ts';
import { useDeviceName, useSecurityFailure } from '../../security-api.ts';
import { RecoverySheet } from './recovery-codes.tsx';

/** Names a passkey and lets the browser make it; the first factor brings recovery codes. */
export function AddPasskeySheet({ onClose }: { onClose(): void }) {
  const { t } = useLingui();
  const fail = useSecurityFailure();
  const client = useQueryClient();
  const [name, setName] = useState(useDeviceName());
  const add = useMutation({
    mutationFn: async () => {
      const credential = await createPasskey(await api.passkeyOptions());
      return api.addPasskey({ body: { name, credential } });
    },
    onSuccess: async ({ recoveryCodes }) => {
      await client.invalidateQueries({ queryKey: keyOf('accountSecurity') });
      toast({ title: t`Passkey added` });
      if (!recoveryCodes) onClose();
    },
    onError: (error) => {
      if (isCancelled(error)) return;
      if (codeOf(error)) fail(error);
      else toastError(t`Error`, t`Your browser could not make a passkey here.`);
    },
  });
  if (add.data?.recoveryCodes) return <RecoverySheet open codes={add.data.recoveryCodes} onClose={onClose} />;
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Add a passkey</Trans>}
      intro={<Trans>Your device asks for your fingerprint, face or screen lock. None of it is sent to us.</Trans>}
      action={<Trans>Continue</Trans>}
      busyLabel={<Trans>Waiting for your device</Trans>}
      busy={add.isPending}
      disabled={name.trim() === ''}
      onSubmit={() => add.mutate()}
    >
      <Field label={<Trans>Name</Trans>} help={<Trans>So that you know it in the list</Trans>}>
        <TextInput value={name} onChange={(event) => setName(event.target.value)} maxLength={40} autoComplete="off" />
      </Field>
    </FormSheet>
  );
}
