import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Crop, OwnPhoto } from '@vlam/contract/profiles-photos';
import { type Answer, api, keyOf, queryOf } from '../../lib/api.ts';
import type { CropKind } from './crop.ts';

export const ownPhotosQuery = queryOf('ownPhotos');

type OwnPhotos = Answer<'ownPhotos'>;
export type PhotoChange =
  | { kind: 'photos'; mediaIds: string[]; crops?: { mediaId: string; crop: Crop }[] }
  | { kind: 'cover'; mediaId: string; crop: Crop }
  | { kind: 'no cover' };

const send = (change: PhotoChange): Promise<OwnPhotos> => {
  if (change.kind === 'no cover') return api.removeCover();
  if (change.kind === 'cover') return api.setCover({ body: { mediaId: change.mediaId, crop: change.crop } });
  const { mediaIds, crops } = change;
  return api.setPhotos({ body: { mediaIds, ...(crops ? { crops } : {}) } });
};

/** Adds a photo or cover, or gives one a new crop. */
export function withCrop(
  kind: CropKind,
  photos: readonly OwnPhoto[],
  { mediaId, crop }: { mediaId: string; crop: Crop },
): PhotoChange {
  if (kind === 'cover') return { kind, mediaId, crop };
  const ids = photos.map((photo) => photo.mediaId);
  return { kind: 'photos', mediaIds: ids.includes(mediaId) ? ids : [...ids, mediaId], crops: [{ mediaId, crop }] };
}

/** Changes photos or the cover, and reads again what shows the member. */
export function useChangePhotos() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onMutate: (change) => {
      // Order and removal are seen at once; a crop waits for its picture.
      if (change.kind !== 'photos' || change.crops) return;
      client.setQueryData(ownPhotosQuery.queryKey, (now) =>
        now
          ? { ...now, photos: change.mediaIds.flatMap((id) => now.photos.find(({ mediaId }) => mediaId === id) ?? []) }
          : now,
      );
    },
    onSuccess: (photos) => {
      client.setQueryData(ownPhotosQuery.queryKey, photos);
      for (const name of ['ownProfile', 'ownPhotoCheck', 'currentUser', 'getProfile', 'getCreator'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
    },
    // Changed in another window, for example.
    onError: () => void client.invalidateQueries({ queryKey: ownPhotosQuery.queryKey }),
  });
}
