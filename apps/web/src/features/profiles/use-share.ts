import { useLingui } from '@lingui/react/macro';
import { copyText } from '../../lib/helpers/copy-text.ts';
import { toast, toastError } from '../../lib/toast.ts';

/** Whether the device has a share sheet. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Opens the device's share sheet. False when there is none or it is refused; true when used or dismissed. */
async function openShareSheet(data: ShareData): Promise<boolean> {
  if (!canShare()) return false;
  return navigator.share(data).then(
    () => true,
    (error: Error) => error.name === 'AbortError',
  );
}

/** Copies a URL, or shares it by the device's share sheet, and copies it where that is refused. */
export function useShare(url: string): { copy(): Promise<void>; share(title: string): Promise<void> } {
  const { t } = useLingui();
  const copy = async () => {
    if (await copyText(url)) toast({ title: t`Link copied` });
    else
      toastError(
        t`The link was not copied`,
        t`This browser keeps its clipboard closed. Copy the address by hand instead.`,
      );
  };
  return {
    copy,
    async share(title) {
      if (!(await openShareSheet({ title, url }))) await copy();
    },
  };
}
