import { useLingui } from '@lingui/react/macro';
import type { Crop, OwnPhoto } from '@vlam/contract/profiles-photos';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { fileRefusalMessages } from '../../lib/uploads/messages.ts';
import { UploadFailed } from '../../lib/uploads/queue.ts';
import { uploadQueue } from '../../lib/uploads/uploads.ts';
import { useFailure } from '../../lib/use-failure.ts';
import type { CropKind } from './crop.ts';
import { type PhotoChange, useChangePhotos, withCrop } from './photos-api.ts';

interface OpenCrop {
  kind: CropKind;
  src: string;
  saved?: Crop;
  /** Part of a new file that has arrived. */
  sent?: number;
}

const scope = 'photo';

/** A list with one element moved. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_item, index) => index !== from);
  const item = items[from];
  if (item !== undefined) rest.splice(to, 0, item);
  return rest;
}

/** Picks, sends, crops, orders and removes photos; a file is sent while its crop is chosen. */
export function usePhotoEditing(photos: readonly OwnPhoto[]) {
  const { i18n, t } = useLingui();
  const [queue] = useState(uploadQueue);
  const fail = useFailure();
  const change = useChangePhotos();
  const [openCrop, setOpenCrop] = useState<OpenCrop | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** The media id of the open crop; `drop` discards a file that is not used. */
  const source = useRef<{ mediaId: Promise<string>; drop(): void } | null>(null);

  const release = () => {
    source.current?.drop();
    source.current = null;
  };
  useEffect(() => () => source.current?.drop(), []);

  const leave = () => {
    release();
    setOpenCrop(null);
  };
  const save = (next: PhotoChange) => change.mutateAsync(next).catch(fail);

  return {
    openCrop,
    problem,
    isSaving: isSending || change.isPending,
    leave,
    pick(kind: CropKind, file: File) {
      release();
      queue.clear(scope);
      const [id = ''] = queue.add(scope, 'image', [file]);
      const find = () => queue.items.get().find((item) => item.id === id);
      const { refusal = null, previewUrl: src = '' } = find() ?? {};
      setProblem(refusal && i18n._(fileRefusalMessages[refusal]));
      if (refusal) return queue.clear(scope);
      const stop = queue.items.subscribe(() => {
        const { sentBytes = 0, byteSize = 1 } = find() ?? {};
        setOpenCrop((now) => (now?.src === src ? { ...now, sent: sentBytes / byteSize } : now));
      });
      const mediaId = queue.whenReady(id);
      // Reported where it is awaited; until then it is no unhandled rejection.
      mediaId.catch(() => undefined);
      source.current = {
        mediaId,
        drop() {
          stop();
          queue.clear(scope);
        },
      };
      setOpenCrop({ kind, src, sent: 0 });
    },
    crop(kind: CropKind, { mediaId, wholeUrl, crop }: OwnPhoto) {
      source.current = { mediaId: Promise.resolve(mediaId), drop: () => undefined };
      setOpenCrop({ kind, src: wholeUrl, saved: crop });
    },
    async use(crop: Crop) {
      if (!openCrop || !source.current) return;
      setIsSending(true);
      setProblem(null);
      try {
        const mediaId = await source.current.mediaId;
        await change.mutateAsync(withCrop(openCrop.kind, photos, { mediaId, crop }));
        release();
        setOpenCrop(null);
      } catch (error) {
        setProblem(
          (error instanceof UploadFailed ? error.message : messageOf(error)) ||
            t`The photo was not saved. Check your connection and try again.`,
        );
        leave();
      } finally {
        setIsSending(false);
      }
    },
    order: (mediaIds: string[]) => void save({ kind: 'photos', mediaIds }),
    removeCover: () => void save({ kind: 'no cover' }),
  };
}
