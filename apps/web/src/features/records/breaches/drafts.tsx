import { Trans, useLingui } from '@lingui/react/macro';
import type { Breach } from '@vlam/contract/records-breaches';
import Copy from 'lucide-react/icons/copy';
import { Button } from '../../../components/ui/button.tsx';
import { copyText } from '../../../lib/helpers/copy-text.ts';
import { toast, toastError } from '../../../lib/toast.ts';

/** Fields for the portal, to copy one by one. */
export function Drafts({ breach }: { breach: Breach }) {
  const { t } = useLingui();
  const copy = (text: string) =>
    void copyText(text).then((isCopied) =>
      isCopied ? toast({ title: t`Copied` }) : toastError(t`Error`, t`This browser does not let the page copy.`),
    );
  return (
    <>
      <p className="max-w-[68ch] text-muted text-sm">
        <Trans>
          For the eServices portal of the Information Regulator. It is drawn up from the facts above; compare it with
          the form of the day before you send it.
        </Trans>
      </p>
      <ul className="mt-4 grid gap-x-12 lg:grid-cols-2">
        {breach.drafts.regulator.map(({ label, text }) => (
          <li key={label} className="flex items-start gap-3 border-line border-t py-3">
            <div className="min-w-0 flex-1">
              <p className="text-meta text-muted">{label}</p>
              <p className="whitespace-pre-line wrap-anywhere">{text}</p>
            </div>
            <Button size="sm" aria-label={t`Copy: ${label}`} onClick={() => copy(text)}>
              <Copy size={18} aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <Button
        className="mt-3"
        icon={<Copy size={18} aria-hidden />}
        onClick={() => copy(breach.drafts.regulator.map(({ label, text }) => `${label}: ${text}`).join('\n\n'))}
      >
        <Trans>Copy all</Trans>
      </Button>
    </>
  );
}
