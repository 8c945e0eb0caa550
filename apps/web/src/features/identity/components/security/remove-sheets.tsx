import { Trans, useLingui } from '@lingui/react/macro';
import { FormSheet } from '../../../../components/ui/form-sheet.tsx';
import { toast } from '../../../../lib/toast.ts';
import { useDisableCodes, useRemovePasskey } from '../../security-api.ts';

export function DisableSheet({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useLingui();
  const disable = useDisableCodes(() => {
    toast({ title: t`Authenticator codes are off` });
    onClose();
  });
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={<Trans>Turn authenticator codes off?</Trans>}
      intro={<Trans>Without a passkey, the password alone opens this account then, and your recovery codes end.</Trans>}
      action={<Trans>Turn off</Trans>}
      busyLabel={<Trans>Turning off</Trans>}
      busy={disable.isPending}
      variant="danger"
      onSubmit={() => disable.mutate()}
    />
  );
}

interface RemovePasskeyProps {
  passkey: { id: string; name: string };
  open: boolean;
  onClose(): void;
}

export function RemovePasskeySheet({ passkey, open, onClose }: RemovePasskeyProps) {
  const { t } = useLingui();
  const remove = useRemovePasskey(() => {
    toast({ title: t`Passkey removed` });
    onClose();
  });
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={<Trans>Remove {passkey.name}?</Trans>}
      intro={<Trans>It no longer opens this account. Delete it on the device as well.</Trans>}
      action={<Trans>Remove</Trans>}
      busyLabel={<Trans>Removing</Trans>}
      busy={remove.isPending}
      variant="danger"
      onSubmit={() => remove.mutate(passkey.id)}
    />
  );
}
