import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { createLoader } from '../../../platform/loader.ts';
import { hasPermission, type Viewer } from '../../../platform/viewer.ts';
import type { MediaService } from '../../media/service.ts';
import type { PortraitSize } from '../portraits.ts';
import { nameOf } from './render.ts';
import { createReadRights, type PhotoRequest, type PhotoRights } from './store.ts';

export interface PhotoFiles {
  /**
   * Throws `NOT_FOUND` unless the photo is shown and its owner visible to the viewer, checked at each use; owners
   * and moderators open any photo that is not frozen, and only they the whole picture.
   */
  requirePhoto(viewer: Viewer, key: string, size: PortraitSize | 'whole'): Promise<void>;
  /** A file that `requirePhoto` allowed. */
  readPhoto(key: string, size: PortraitSize | 'whole'): Promise<Buffer>;
}

const keyOf = ({ viewerId, key }: PhotoRequest): string => `${viewerId ?? ''} ${key}`;

export function createPhotoFiles({
  database,
  media,
}: {
  database: Database;
  media: Pick<MediaService, 'readDerived'>;
}): PhotoFiles {
  const readRights = createReadRights(database);
  // A page of people asks for many photos at once.
  const rights = createLoader<PhotoRequest, PhotoRights>({
    name: 'profiles.photo-rights',
    keyOf,
    read: async (requests) =>
      new Map((await readRights(requests)).map((row) => [keyOf({ viewerId: row.viewer_id, key: row.key }), row])),
  });
  return {
    async requirePhoto(viewer, key, size) {
      const found = await rights.find({ viewerId: viewer.profileId, key });
      if (!found || found.is_frozen) throw new AppError('NOT_FOUND');
      if (found.is_own || hasPermission(viewer, 'moderate_content')) return;
      if (!found.is_shown || size === 'whole') throw new AppError('NOT_FOUND');
    },
    readPhoto: (key, size) => media.readDerived(key, nameOf(size)),
  };
}
