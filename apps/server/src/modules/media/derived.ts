import { buffer } from 'node:stream/consumers';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Storage } from '../../platform/storage.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { fileName } from './process-image.ts';
import { removeFilesKind } from './remove-files.ts';
import { findMedia } from './store.ts';

export interface DerivedFile {
  name: string;
  bytes: Buffer;
}

/** Pictures that another module makes of a stored one; they lie in a folder of their own, which that module names. */
export interface Derived {
  /**
   * Stores what `draw` makes of the largest size of the account's own ready picture; two pictures at a time. Throws
   * `NOT_FOUND`, or `MEDIA_NOT_READY` while it is prepared or after it failed.
   */
  derive(
    source: { accountId: string; mediaId: string; folder: string },
    draw: (picture: Buffer) => Promise<DerivedFile[]>,
  ): Promise<void>;
  /** Throws `NOT_FOUND` for a file that does not exist. */
  readDerived(folder: string, name: string): Promise<Buffer>;
  /** A job removes the folder after the caller's commit. */
  removeDerived(tx: Db, folder: string): Promise<void>;
}

export function createDerived({ db, jobs, storage }: { db: Database['db']; jobs: Jobs; storage: Storage }): Derived {
  const limit = createConcurrencyLimit(2);
  return {
    async derive({ accountId, mediaId, folder }, draw) {
      const media = await findMedia(db, mediaId);
      if (media?.ownerId !== accountId || media.kind !== 'image') throw new AppError('NOT_FOUND');
      const width = media.widths.at(-1);
      if (media.state !== 'ready' || width === undefined)
        throw new AppError('MEDIA_NOT_READY', media.reason ? { message: media.reason } : {});
      const key = `${media.storageKey}/${fileName(width, 'webp')}`;
      // Sample pictures have no file before they are first shown.
      if (!(await storage.stat(key))) throw new AppError('NOT_FOUND');
      await limit(async () => {
        for (const { name, bytes } of await draw(await buffer(storage.read(key))))
          await storage.put(`${folder}/${name}`, bytes);
      });
    },
    async readDerived(folder, name) {
      const key = `${folder}/${name}`;
      if (!(await storage.stat(key))) throw new AppError('NOT_FOUND');
      return buffer(storage.read(key));
    },
    removeDerived: async (tx, folder) => void (await jobs.enqueue(tx, removeFilesKind, { storageKey: folder })),
  };
}
