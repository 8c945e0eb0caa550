import { clipLimits, clipTypes, pictureTypes, uploadLimits } from '@vlam/contract/media';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { sendFile, type UploadHandle } from '../../lib/send-file.ts';
import type { Slot } from './file-draft.ts';
import { followMedia } from './follow-media.ts';

export type Refusal = 'type' | 'size' | 'empty';

export interface Attachment {
  /** An address of the file in this page, for the preview; empty after a reload. */
  address: string;
  /** `stopped`: the connection was lost; it goes on when it is back. `missing`: it must be chosen again. */
  state: 'missing' | 'refused' | 'sending' | 'stopped' | 'preparing' | 'ready' | 'failed';
  /** The server had all of it and has let go of it. */
  isLost?: boolean;
  /** 0 to 1. */
  sent: number;
  mediaId?: string;
  refusal?: Refusal;
  /** Of the server, in words. */
  reason?: string;
}

/** How far all of them are together; `sent` from 0 to 1. */
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
 * Sends files as soon as they are chosen and follows each until the server has prepared it; let go with the sheet.
 * `note` hears how far each has got, and must stay the same function.
 */
export function useAttachments(
  slots: readonly Slot[],
  kind: 'photo' | 'video',
  note: (index: number, change: Partial<Omit<Slot, 'file'>>) => void = () => undefined,
): readonly Attachment[] {
  const noted = useRef(note);
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  useEffect(() => {
    let gone = false;
    const begun: UploadHandle[] = [];
    const addresses = slots.map(({ file }) => (file ? URL.createObjectURL(file) : ''));
    const put = (index: number, change: Partial<Attachment>) => {
      if (!gone) setAttachments((all) => all.map((each, at) => (at === index ? { ...each, ...change } : each)));
    };
    async function follow(index: number, mediaId: string): Promise<void> {
      noted.current(index, { mediaId });
      put(index, { state: 'preparing', sent: 1, mediaId });
      const found = await followMedia({
        ask: () => api.getMedia({ params: { id: mediaId } }),
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        isGone: () => gone,
      });
      if (!found || gone) return;
      if (found.state !== 'lost') return put(index, found);
      noted.current(index, { mediaId: null, address: null });
      // A file that is still at hand was refused rather than forgotten.
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
          if (gone) sending.pause();
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
      gone = true;
      removeEventListener('online', resume);
      for (const each of begun) each.pause();
      for (const each of addresses) URL.revokeObjectURL(each);
    };
  }, [slots, kind]);
  return attachments;
}
