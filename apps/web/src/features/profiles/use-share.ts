import { useLingui } from '@lingui/react/macro';
import { copyText } from '../../lib/copy-text.ts';
import { toast, toastError } from '../../lib/toast.ts';

/** Opens the device's share sheet. False when there is none or it is refused; true when used or dismissed. */
async function openShareSheet(data: ShareData): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false;
  return navigator.share(data).then(
    () => true,
    (error: Error) => error.name === 'AbortError',
  );
}

/** Shares the page's URL by the device's share sheet, or copies it to the clipboard. */
export function useShare(title: string): () => Promise<void> {
  const { t } = useLingui();
  return async () => {
    const url = `${location.origin}${location.pathname}`;
    if (await openShareSheet({ title, url })) return;
    if (await copyText(url)) toast({ title: t`Link copied` });
    else
      toastError(
        t`The link was not copied`,
        t`This browser keeps its clipboard closed. Copy the address above instead.`,
      );
  };
}
