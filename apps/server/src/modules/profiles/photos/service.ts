import type { BodyOf } from '@vlam/contract/operation';
import type { Crop, OwnPhoto, OwnPhotos, photosOperations } from '@vlam/contract/profiles-photos';
import { afterCommit, transact } from '../../../platform/after-commit.ts';
import type { Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { newStorageFolder } from '../../../platform/storage.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { MediaService } from '../../media/service.ts';
import { photoUrl } from '../portraits.ts';
import { lockByAccount, type ProfileRow } from '../store.ts';
import { createPhotoChecks, type PhotoChecks, type PhotoChecksDependencies } from './checks.ts';
import { createPhotoDecisions, type PhotoDecisions } from './decisions.ts';
import { createPhotoFiles, type PhotoFiles } from './files.ts';
import { createPhotoHolds, type PhotoHolds } from './holds.ts';
import { middleCrop, renderPhoto } from './render.ts';
import * as store from './store.ts';

export interface Photos extends PhotoFiles, PhotoDecisions, PhotoHolds, PhotoChecks {
  /** Throws `NOT_FOUND` without a profile, as all operations on own photos do. */
  getPhotos(viewer: Viewer): Promise<OwnPhotos>;
  /**
   * Sets photos and their order; those left out are deleted. A new one waits for a moderator, unless its owner publishes
   * without review and their last decided photo was not refused.
   */
  setPhotos(viewer: Viewer, body: BodyOf<typeof photosOperations.setPhotos>): Promise<OwnPhotos>;
  setCover(viewer: Viewer, body: BodyOf<typeof photosOperations.setCover>): Promise<OwnPhotos>;
  removeCover(viewer: Viewer): Promise<OwnPhotos>;
  /** Whether a file is a photo, is published, was sent or delivered. */
  isUsed(on: Db, mediaId: string): Promise<boolean>;
  /** Whether a file is a member's photo or cover, of any state. */
  isPhoto(on: Db, mediaId: string): Promise<boolean>;
}

export interface PhotosDependencies extends Omit<PhotoChecksDependencies, 'media' | 'isUsed'> {
  media: PhotoChecksDependencies['media'] &
    Pick<MediaService, 'derive' | 'readDerived' | 'removeDerived' | 'findReadyImage' | 'listByIds' | 'removeFiles'>;
  /** Whether a file is published, was sent in a message or delivered for a request. */
  isFileUsed(on: Db, mediaId: string): Promise<boolean>;
}

interface Wanted {
  mediaId: string;
  crop: Crop | undefined;
}
/** A crop whose files are stored already. */
interface Rendered {
  crop: Crop;
  key: string;
}

const sameCrop = (one: Crop, other: Crop | undefined): boolean =>
  other === undefined ||
  (one.left === other.left && one.top === other.top && one.width === other.width && one.height === other.height);

const presentOwn = (photo: store.Photo): OwnPhoto => ({
  mediaId: photo.mediaId,
  state: photo.state,
  reason: photo.reason,
  crop: photo.crop,
  url: photoUrl(photo.key, photo.role === 'photo' ? 'card' : 'cover'),
  wholeUrl: photoUrl(photo.key, 'whole'),
});

/** Own photos and covers of members: order, crop, decisions and files. */
export function createPhotos(deps: PhotosDependencies): Photos {
  const { clock, media, realtime } = deps;
  const { db } = deps.database;

  const isUsed = async (on: Db, mediaId: string) => (await store.isPhoto(on, mediaId)) || deps.isFileUsed(on, mediaId);

  async function present(on: Db, profileId: string): Promise<OwnPhotos> {
    const photos = await store.listPhotos(on, profileId);
    const cover = photos.find(({ role }) => role === 'cover');
    return {
      photos: photos.filter(({ role }) => role === 'photo').map(presentOwn),
      cover: cover ? presentOwn(cover) : null,
    };
  }

  function requireProfile(viewer: Viewer): string {
    if (!viewer.profileId) throw new AppError('NOT_FOUND');
    return viewer.profileId;
  }

  const findExisting = async (on: Db, profileId: string, role: store.PhotoRole) =>
    (await store.listPhotos(on, profileId)).filter((photo) => photo.role === role);

  /** Draws new photos and changed crops before the transaction, so that no lock waits for a drawing. */
  async function renderChanged(
    viewer: Viewer,
    role: store.PhotoRole,
    wanted: readonly Wanted[],
    rendered: Map<string, Rendered>,
  ): Promise<void> {
    const existing = new Map(
      (await findExisting(db, requireProfile(viewer), role)).map((photo) => [photo.mediaId, photo]),
    );
    const changed = wanted.filter(({ mediaId, crop }) => {
      const photo = existing.get(mediaId);
      return !photo || !sameCrop(photo.crop, crop);
    });
    const files = await media.listByIds(
      db,
      changed.map(({ mediaId }) => mediaId),
    );
    for (const { mediaId, crop: requested } of changed) {
      const { width, height } = files.get(mediaId) ?? {};
      const crop = requested ?? middleCrop(role, { width: width ?? 1, height: height ?? 1 });
      const key = newStorageFolder();
      rendered.set(mediaId, { crop, key });
      await media.derive({ accountId: viewer.accountId, mediaId, folder: key }, (picture) =>
        renderPhoto(picture, role, crop),
      );
    }
  }

  async function replace(viewer: Viewer, role: store.PhotoRole, wanted: readonly Wanted[]): Promise<OwnPhotos> {
    const rendered = new Map<string, Rendered>();
    try {
      await renderChanged(viewer, role, wanted, rendered);
      return await transact(db, async (tx) => {
        // Files before the profile: publishing locks them in this order too.
        for (const mediaId of [...rendered.keys()].sort()) await media.findReadyImage(tx, viewer.accountId, mediaId);
        const profile = await lockByAccount(tx, viewer.accountId);
        if (!profile) throw new AppError('NOT_FOUND');
        const removedKeys = await applyChange(tx, profile, role, wanted, rendered);
        await store.refreshKeys(tx, profile.id);
        await deps.onPeopleChanged(tx, [profile.id]);
        afterCommit(tx, () => {
          for (const key of removedKeys) realtime.toTopic('photos', 'photo.removed', { key });
        });
        return present(tx, profile.id);
      });
    } catch (error) {
      // A commit whose answer was lost has kept its files.
      for (const { key } of rendered.values())
        if (!(await store.isKeyUsed(db, key))) await media.removeDerived(db, key);
      throw error;
    }
  }

  /** Returns the keys of photos that others can no longer open. */
  async function applyChange(
    tx: Db,
    profile: ProfileRow,
    role: store.PhotoRole,
    wanted: readonly Wanted[],
    rendered: ReadonlyMap<string, Rendered>,
  ): Promise<string[]> {
    const existing = await findExisting(tx, profile.id, role);
    const kept = new Set(wanted.map(({ mediaId }) => mediaId));
    const removedKeys: string[] = [];
    for (const photo of existing) {
      if (!kept.has(photo.mediaId)) {
        await store.deletePhoto(tx, photo.id);
        await media.removeFiles(tx, photo.mediaId);
      } else if (!rendered.has(photo.mediaId)) continue;
      await media.removeDerived(tx, photo.key);
      if (photo.state === 'shown') removedKeys.push(photo.key);
    }
    for (const [index, { mediaId }] of wanted.entries()) {
      const position = role === 'photo' ? index : null;
      const photo = existing.find((each) => each.mediaId === mediaId);
      const drawn = rendered.get(mediaId);
      if (photo) {
        await store.updatePhoto(tx, photo.id, { position, ...drawn });
        continue;
      }
      // Removed by a concurrent request.
      if (!drawn) throw new AppError('CONFLICT', { message: 'Your photos were changed in another window' });
      if (await isUsed(tx, mediaId))
        throw new AppError('CONFLICT', { message: 'This picture is used already. Choose another one' });
      const now = clock.now();
      await store.insertPhoto(tx, {
        ...{ id: newId(now.getTime()), profileId: profile.id, mediaId, role, position, ...drawn, createdAt: now },
        state: profile.creator_verified_at === null || profile.photos_need_review ? 'waiting' : 'shown',
      });
    }
    return removedKeys;
  }

  return {
    ...createPhotoFiles(deps),
    ...createPhotoDecisions(deps),
    ...createPhotoHolds(deps),
    ...createPhotoChecks({ ...deps, isUsed }),
    getPhotos: async (viewer) => present(db, requireProfile(viewer)),
    setPhotos: (viewer, { mediaIds, crops = [] }) =>
      replace(
        viewer,
        'photo',
        mediaIds.map((mediaId) => ({ mediaId, crop: crops.find((each) => each.mediaId === mediaId)?.crop })),
      ),
    setCover: (viewer, { mediaId, crop }) => replace(viewer, 'cover', [{ mediaId, crop }]),
    removeCover: (viewer) => replace(viewer, 'cover', []),
    isUsed,
    isPhoto: store.isPhoto,
  };
}
