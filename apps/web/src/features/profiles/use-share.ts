import { useLingui } from '@lingui/react/macro';
import { toast, toastError } from '../../lib/toast.ts';

/** Hands the address of this page to the device's share sheet, or to the clipboard where there is none. */
export function useShare(title: string): () => void {
  const { t } = useLingui();
  return async () => {
    const url = `${location.origin}${location.pathname}`;
    if (typeof navigator.share === 'function') return navigator.share({ title, url }).catch(() => undefined);
    try {
      await navigator.clipboard.writeText(url);
      toast({ title: t`Link copied` });
    } catch {
      toastError(
        t`The link was not copied`,
        t`This browser keeps its clipboard closed. Copy the address above instead.`,
      );
    }
  };
}
