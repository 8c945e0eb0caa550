import { Trans, useLingui } from '@lingui/react/macro';
import Copy from 'lucide-react/icons/copy';
import { Button } from '../../../../components/ui/button.tsx';
import { Sheet } from '../../../../components/ui/sheet.tsx';
import { copyText } from '../../../../lib/helpers/copy-text.ts';
import { toast, toastError } from '../../../../lib/toast.ts';

/** The codes, shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useLingui();
  const copy = async () => {
    if (await copyText(codes.join('\n'))) toast({ title: t`Copied` });
    else toastError(t`Error`, t`Your browser does not allow copying. Write them down.`);
  };
  return (
    <div>
      <p className="text-muted">
        <Trans>
          Each works once, when your phone or key is not at hand. Keep them where your password is not. They are not
          shown again.
        </Trans>
      </p>
      <ol
        data-slot="recovery-codes"
        className="mt-4 grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-base max-xs:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code} className="py-1 tabular-nums">
            {code}
          </li>
        ))}
      </ol>
      <Button size="sm" className="mt-4" icon={<Copy size={18} aria-hidden />} onClick={() => void copy()}>
        <Trans>Copy all</Trans>
      </Button>
    </div>
  );
}

export function RecoverySheet(props: { codes: readonly string[]; open: boolean; onClose(): void }) {
  return (
    <Sheet
      open={props.open}
      onClose={props.onClose}
      title={<Trans>Your recovery codes</Trans>}
      actions={<KeptButton onClick={props.onClose} />}
    >
      <RecoveryCodes codes={props.codes} />
    </Sheet>
  );
}

export function KeptButton({ onClick }: { onClick(): void }) {
  return (
    <Button variant="primary" onClick={onClick}>
      <Trans>I have kept them</Trans>
    </Button>
  );
}
