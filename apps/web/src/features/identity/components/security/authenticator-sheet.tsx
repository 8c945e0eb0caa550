import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { QrCode } from '../../../../components/qr-code.tsx';
import { Button } from '../../../../components/ui/button.tsx';
import { FormSheet } from '../../../../components/ui/form-sheet.tsx';
import { api, codeOf, keyOf, messageOf } from '../../../../lib/api.ts';
import { copyText } from '../../../../lib/helpers/copy-text.ts';
import { toast } from '../../../../lib/toast.ts';
import { useSecurityFailure } from '../../security-api.ts';
import { CodeField } from './code-field.tsx';
import { RecoverySheet } from './recovery-codes.tsx';

/** The secret as a picture and as text, the code that confirms it, then the recovery codes. */
export function AuthenticatorSheet(props: { secret: string; uri: string; open: boolean; onClose(): void }) {
  const { secret, uri, open, onClose } = props;
  const { t } = useLingui();
  const fail = useSecurityFailure();
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => api.verifyTwoFactor({ body: { code } }),
    onSuccess: async ({ recoveryCodes }) => {
      await client.invalidateQueries({ queryKey: keyOf('accountSecurity') });
      toast({ title: t`Authenticator codes are on` });
      if (!recoveryCodes) onClose();
    },
    onError: (error) => {
      if (codeOf(error) !== 'INVALID_CODE') fail(error);
    },
  });
  if (confirm.data?.recoveryCodes)
    return <RecoverySheet codes={confirm.data.recoveryCodes} open={open} onClose={onClose} />;
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={<Trans>Add your authenticator</Trans>}
      intro={<Trans>Scan this with an authenticator app, then type the six digits it shows.</Trans>}
      action={<Trans>Turn on</Trans>}
      busyLabel={<Trans>Checking</Trans>}
      busy={confirm.isPending}
      disabled={code.trim().length < 6}
      onSubmit={() => confirm.mutate()}
    >
      <div className="flex flex-wrap items-center gap-5">
        <QrCode text={uri} label={t`QR code with the same secret as the text beside it`} />
        <div className="min-w-0 flex-1 basis-40">
          <p className="font-semibold text-sm">
            <Trans>Or type this in</Trans>
          </p>
          <p data-slot="secret" className="mt-1 wrap-anywhere font-mono text-sm">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </p>
          <Button
            size="sm"
            className="mt-2"
            icon={<Copy size={18} aria-hidden />}
            onClick={() => void copyText(secret).then((copied) => copied && toast({ title: t`Copied` }))}
          >
            <Trans>Copy</Trans>
          </Button>
        </div>
      </div>
      <CodeField
        value={code}
        onChange={(next) => {
          setCode(next);
          if (confirm.isError) confirm.reset();
        }}
        error={codeOf(confirm.error) === 'INVALID_CODE' ? messageOf(confirm.error) : undefined}
      />
    </FormSheet>
  );
}
