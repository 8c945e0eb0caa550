import { useLingui } from '@lingui/react/macro';
import { copyText } from '../../lib/copy-text.ts';
import { toast, toastError } from '../../lib/toast.ts';

/** False where the device has no share sheet, or refuses it; true when it was used or put away. */
async function handOver(data: ShareData): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false;
  return navigator.share(data).then(
    () => true,
    (error: Error) => error.name === 'AbortError',
  );
}

/** Hands the address of this page to the device's share sheet, or to the clipboard where there is none. */
export function useShare(title: string): () => Promise<void> {
  const { t } = useLingui();
  return async () => {
    const url = `${location.origin}${location.pathname}`;
    if (await handOver({ title, url })) return;
    if (await copyText(url)) toast({ title: t`Link copied` });
    else
      toastError(
        t`The link was not copied`,
        t`This browser keeps its clipboard closed. Copy the address above instead.`,
      );
  };
}
