import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Copy from 'lucide-react/icons/copy';
import { useMemo, useState } from 'react';
import { encode } from 'uqr';
import { Button } from '../../../../components/ui/button.tsx';
import { FormSheet } from '../../../../components/ui/form-sheet.tsx';
import { api, codeOf, keyOf, messageOf } from '../../../../lib/api.ts';
import { copyText } from '../../../../lib/copy-text.ts';
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
        <QrCode text={uri} />
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

/** Dark on light in both themes: cameras read no other. */
function QrCode({ text }: { text: string }) {
  const { t } = useLingui();
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: 2 });
    const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
    return { size, path: squares.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={t`QR code with the same secret as the text beside it`}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-md"
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
