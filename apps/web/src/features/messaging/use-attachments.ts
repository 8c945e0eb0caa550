import { clipLimits, clipTypes, pictureTypes, uploadLimits } from '@vlam/contract/media';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { sendFile, type UploadHandle } from '../../lib/send-file.ts';
import type { Slot } from './file-draft.ts';
import { followMedia } from './follow-media.ts';

export type Refusal = 'type' | 'size' | 'empty';

export interface Attachment {
  /** Object URL of the file for the preview; empty after a reload. */
  address: string;
  /** `stopped`: the connection was lost; it resumes when it is back. `missing`: the file must be chosen again. */
  state: 'missing' | 'refused' | 'sending' | 'stopped' | 'preparing' | 'ready' | 'failed';
  /** True when the server has deleted a complete upload. */
  isLost?: boolean;
  /** Progress from 0 to 1. */
  sent: number;
  mediaId?: string;
  refusal?: Refusal;
  /** The server's reason for refusing it. */
  reason?: string;
}

/** Progress of all files together; `sent` from 0 to 1. */
export function progressOf(attachments: readonly Attachment[]) {
  const count = Math.max(1, attachments.length);
  return {
    failed: attachments.find((each) => each.state === 'failed' || each.state === 'refused'),
    missing: attachments.filter((each) => each.state === 'missing').length,
    ready: attachments.length > 0 && attachments.every((each) => each.state === 'ready'),
    sent: attachments.reduce((sum, each) => sum + each.sent, 0) / count,
  };
}

function refusalOf(file: File, kind: 'photo' | 'video'): Refusal | undefined {
  const types: readonly string[] = kind === 'photo' ? pictureTypes : clipTypes;
  if (!types.includes(file.type)) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > (kind === 'photo' ? uploadLimits.image : clipLimits.bytes) ? 'size' : undefined;
}

/**
 * Uploads files once chosen and follows each until the server has processed it; cancelled on unmount. `note` is called
 * with each file's progress and must be stable.
 */
export function useAttachments(
  slots: readonly Slot[],
  kind: 'photo' | 'video',
  note: (index: number, change: Partial<Omit<Slot, 'file'>>) => void = () => undefined,
): readonly Attachment[] {
  const noted = useRef(note);
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  useEffect(() => {
    let isCancelled = false;
    const begun: UploadHandle[] = [];
    const addresses = slots.map(({ file }) => (file ? URL.createObjectURL(file) : ''));
    const put = (index: number, change: Partial<Attachment>) => {
      if (!isCancelled) setAttachments((all) => all.map((each, at) => (at === index ? { ...each, ...change } : each)));
    };
    async function follow(index: number, mediaId: string): Promise<void> {
      noted.current(index, { mediaId });
      put(index, { state: 'preparing', sent: 1, mediaId });
      const found = await followMedia({
        fetchState: () => api.getMedia({ params: { id: mediaId } }),
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        isCancelled: () => isCancelled,
      });
      if (!found || isCancelled) return;
      if (found.state !== 'lost') return put(index, found);
      noted.current(index, { mediaId: null, address: null });
      // With the file still at hand this is a refusal; without it the file must be chosen again.
      put(index, { state: slots[index]?.file ? 'failed' : 'missing', sent: 0, isLost: true });
    }
    setAttachments(
      slots.map(({ file, mediaId }, index) => {
        const refusal = file ? refusalOf(file, kind) : undefined;
        const address = addresses[index] ?? '';
        if (!file) return { address, state: mediaId ? 'preparing' : 'missing', sent: mediaId ? 1 : 0 };
        return refusal ? { address, state: 'refused', sent: 0, refusal } : { address, state: 'sending', sent: 0 };
      }),
    );
    for (const [index, { file, address, mediaId }] of slots.entries()) {
      if (mediaId) void follow(index, mediaId);
      if (mediaId || !file || refusalOf(file, kind)) continue;
      sendFile(
        file,
        {
          onProgress: (sent, total) => put(index, { state: 'sending', sent: sent / total }),
          onSent: (id) => void follow(index, id),
          onAddress: (given) => noted.current(index, { address: given }),
          onStopped: (reason) => put(index, reason === undefined ? { state: 'stopped' } : { state: 'failed', reason }),
        },
        kind === 'video' ? 'video' : 'image',
        address,
      ).then(
        (sending) => {
          if (isCancelled) sending.pause();
          else begun.push(sending);
        },
        () => put(index, { state: 'failed' }),
      );
    }
    const resume = () => {
      for (const each of begun) each.resume();
    };
    addEventListener('online', resume);
    return () => {
      isCancelled = true;
      removeEventListener('online', resume);
      for (const each of begun) each.pause();
      for (const each of addresses) URL.revokeObjectURL(each);
    };
  }, [slots, kind]);
  return attachments;
}
