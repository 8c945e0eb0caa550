import { afterCommit } from '../../../platform/after-commit.ts';
import type { Db } from '../../../platform/database.ts';
import type { MediaService } from '../../media/service.ts';
import type { PhotoDecisionsDependencies } from './decisions.ts';
import * as store from './store.ts';

/** Photos that a complaint is about. */
export interface PhotoHolds {
  /** Hides the shown photos that were made of these files; returns their ids. The reason is what their owner reads. */
  hidePhotosOf(tx: Db, mediaIds: readonly string[], reason: string): Promise<string[]>;
  /** Shows photos again that `hidePhotosOf` hid. */
  showPhotos(tx: Db, photoIds: readonly string[]): Promise<void>;
  /** Deletes the photos that were made of these files. */
  removePhotosOf(tx: Db, mediaIds: readonly string[]): Promise<void>;
  /** The file that a photo was made of, by the key in its address. */
  findPhotoFile(key: string): Promise<string | null>;
}

export function createPhotoHolds({
  database,
  clock,
  realtime,
  onPeopleChanged,
  media,
}: Pick<PhotoDecisionsDependencies, 'database' | 'clock' | 'realtime' | 'onPeopleChanged'> & {
  media: Pick<MediaService, 'removeDerived'>;
}): PhotoHolds {
  async function refresh(tx: Db, photos: readonly store.Photo[]): Promise<void> {
    const profileIds = [...new Set(photos.map(({ profileId }) => profileId))];
    for (const profileId of profileIds) await store.refreshKeys(tx, profileId);
    if (profileIds.length > 0) await onPeopleChanged(tx, profileIds);
  }
  return {
    async hidePhotosOf(tx, mediaIds, reason) {
      const photos = (await store.listByFiles(tx, mediaIds)).filter(({ state }) => state === 'shown');
      for (const { id } of photos) await store.decide(tx, id, { state: 'hidden', reason, at: clock.now(), by: null });
      await refresh(tx, photos);
      afterCommit(tx, () => {
        for (const { key } of photos) realtime.toTopic('photos', 'photo.removed', { key });
      });
      return photos.map(({ id }) => id);
    },
    async showPhotos(tx, photoIds) {
      const photos = (await store.listByIds(tx, photoIds)).filter(({ state }) => state === 'hidden');
      for (const { id } of photos)
        await store.decide(tx, id, { state: 'shown', reason: null, at: clock.now(), by: null });
      await refresh(tx, photos);
    },
    async removePhotosOf(tx, mediaIds) {
      const photos = await store.listByFiles(tx, mediaIds);
      for (const { id, key } of photos) {
        await store.deletePhoto(tx, id);
        await media.removeDerived(tx, key);
      }
      await refresh(tx, photos);
      afterCommit(tx, () => {
        for (const { key } of photos) realtime.toTopic('photos', 'photo.removed', { key });
      });
    },
    findPhotoFile: async (key) => (await store.findByKey(database.db, key)) ?? null,
  };
}
