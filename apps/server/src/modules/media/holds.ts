import { buffer } from 'node:stream/consumers';
import { type Selectable, sql } from 'kysely';
import type { Database, Db } from '../../platform/database.ts';
import type { Media as MediaRow } from '../../platform/database-types.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Storage } from '../../platform/storage.ts';
import type { Media, StoredMedia } from './media.ts';
import { blockFingerprints, type Fingerprint, listMatches, type Match } from './prints/print-store.ts';
import { fileName } from './process-image.ts';
import { removeFilesKind } from './remove-files.ts';
import { toMedia } from './store.ts';

export type { Fingerprint, Match };

const evidenceWidth = 720;
const maxMatches = 200;

/** Files that a complaint holds back. */
export interface Holds {
  /** Usable files that are near copies of these pictures, nearest first, of all accounts. */
  findMatches(db: Db, fingerprints: readonly Fingerprint[], since?: Date): Promise<Match[]>;
  /**
   * Every use of these files by any account, which from the caller's commit no one opens; `frozen` is evidence, whose
   * bytes stay whatever is removed. Returns the rows, those that were held already too.
   */
  hold(tx: Db, mediaIds: readonly string[], how: 'hidden' | 'frozen'): Promise<Media[]>;
  /** Ends the hold of these rows. The bytes of one that was removed since are deleted by a job. */
  release(tx: Db, mediaIds: readonly string[]): Promise<void>;
  /** Refuses later uploads of these pictures and of near copies. */
  blockFingerprints: typeof blockFingerprints;
  /** A picture, or a video's poster, as WebP for staff, also while it is held; null for a frozen or missing one. */
  readEvidence(mediaId: string): Promise<Buffer | null>;
}

export function createHolds({
  db,
  jobs,
  storage,
  restore,
}: {
  db: Database['db'];
  jobs: Jobs;
  storage: Storage;
  /** Draws a sample picture whose file is missing; returns whether it could. */
  restore(media: StoredMedia): Promise<boolean>;
}): Holds {
  return {
    findMatches: (connection, fingerprints, since) =>
      fingerprints.length === 0
        ? Promise.resolve([])
        : listMatches(connection, fingerprints, { since: since ?? null, limit: maxMatches }),
    async hold(tx, mediaIds, how) {
      if (mediaIds.length === 0) return [];
      const { rows } = await sql<Selectable<MediaRow>>`
        update media set held = case when held = 'frozen' then held else ${how} end
          where id in (select same.id from media as file
            join media as same on same.sha256 = file.sha256
              or (same.storage_key = file.storage_key and same.owner_id = file.owner_id)
            where file.id = any (${[...mediaIds]}::uuid[]))
          returning *`.execute(tx);
      return rows.map(toMedia);
    },
    async release(tx, mediaIds) {
      if (mediaIds.length === 0) return;
      const rows = await tx
        .updateTable('media')
        .set({ held: null })
        .where('id', 'in', [...mediaIds])
        .returning(['state', 'storage_key'])
        .execute();
      for (const row of rows)
        if (row.state === 'blocked') await jobs.enqueue(tx, removeFilesKind, { storageKey: row.storage_key });
    },
    blockFingerprints,
    async readEvidence(mediaId) {
      const row = await db.selectFrom('media').selectAll().where('id', '=', mediaId).executeTakeFirst();
      if (row?.state !== 'ready' || row.held === 'frozen') return null;
      const width = row.widths.findLast((each) => each <= evidenceWidth) ?? row.widths[0];
      if (width === undefined) return null;
      const key = `${row.storage_key}/${fileName(width, 'webp')}`;
      if (!(await storage.stat(key)) && !(await restore(toMedia(row)))) return null;
      return (await storage.stat(key)) ? buffer(storage.read(key)) : null;
    },
  };
}
