import { Trans, useLingui } from '@lingui/react/macro';
import Copy from 'lucide-react/icons/copy';
import { Button } from '../../../components/ui/button.tsx';
import { copyText } from '../../../lib/helpers/copy-text.ts';
import { toast, toastError } from '../../../lib/toast.ts';

/** Copies a link, or says that the browser does not let it. */
export function CopyLink({ url }: { url: string }) {
  const { t } = useLingui();
  const copy = async () => {
    if (await copyText(url)) toast({ title: t`Link copied` });
    else
      toastError(
        t`The link was not copied`,
        t`This browser keeps its clipboard closed. Copy the address by hand instead.`,
      );
  };
  return (
    <Button variant="bone" full icon={<Copy size={18} aria-hidden />} onClick={() => void copy()}>
      <Trans>Copy link</Trans>
    </Button>
  );
}
