import { useEffect, useEffectEvent, useRef } from 'react';
import type { UploadKind } from '../../lib/uploads/file-rules.ts';
import { isStored, type UploadStep } from '../../lib/uploads/item.ts';
import type { StoredFile } from '../../lib/uploads/queue.ts';
import { useUploads } from '../../lib/uploads/use-uploads.ts';
import type { FileUploads, UploadState } from './upload.ts';

/** From the slowest. */
const order: readonly UploadStep[] = ['paused', 'stopped', 'waiting', 'reducing', 'sending', 'preparing', 'ready'];

/**
 * The files of the publishing form, which become one item in their order. `stored` are those that the item has; they
 * leave the queue with the form.
 */
export function useFileUploads(
  scope: string,
  kind: UploadKind,
  stored: readonly StoredFile[],
): { upload: FileUploads; file: UploadState } {
  const uploads = useUploads(scope, kind, kind !== 'audio');
  const { queue, items } = uploads;
  const picks = useRef<string[]>([]);
  const ids = items.map(({ id }) => id);
  const storedIds = stored.map(({ mediaId }) => mediaId).join();
  const show = useEffectEvent(() => queue.addStored(scope, stored));
  useEffect(() => {
    show();
    return () => {
      const left = queue.items.get().filter((item) => item.scope === scope && storedIds.includes(item.mediaId ?? '-'));
      queue.release(left.map(({ id }) => id));
    };
  }, [queue, scope, storedIds]);
  const upload: FileUploads = {
    uploads,
    pick() {
      const choice = ids.join();
      if (!picks.current.includes(choice)) picks.current.push(choice);
      return picks.current.indexOf(choice);
    },
    whenReady: () => Promise.all(ids.map((id) => queue.whenReady(id))),
    release: () => queue.release(items.flatMap((item) => (isStored(item) ? [] : [item.id]))),
  };
  const [first] = items;
  if (!first) return { upload, file: { step: 'none' } };
  if (items.some(({ step }) => step === 'failed' || step === 'missing')) return { upload, file: { step: 'broken' } };
  const step = order.find((each) => items.some((item) => item.step === each)) ?? first.step;
  const videos = items.filter((item) => item.kind === 'video').length;
  const pictures = items.filter((item) => item.kind === 'image').length;
  return { upload, file: { step, address: first.previewUrl, holds: { pictures, videos } } };
}
