import type { LibraryFile, LibraryUse, libraryOperations } from '@vlam/contract/library';
import type { QueryOf, ResponseOf } from '@vlam/contract/operation';
import { libraryLimits } from '@vlam/contract/rules/library';
import * as z from 'zod/mini';
import { transact } from '../../platform/after-commit.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { Media, MediaService } from '../media/service.ts';

export { isOpenInAlbum } from './album-store.ts';
export { type Albums, createAlbums } from './albums.ts';

type Operations = typeof libraryOperations;

/** A file of a creator with its rows: one for each use that is still there. */
export interface LibraryRow {
  id: string;
  /** Ids of the file's rows, itself among them. */
  ids: string[];
  isUsed: boolean;
  byteSize: number;
  createdAt: Date;
  /** `createdAt` and id to the microsecond, for the next page. */
  position: string;
  readyAt: Date | null;
  forLibrary: boolean;
}

export interface LibraryQuery {
  accountId: string;
  kind?: string | undefined;
  isUsed?: boolean | undefined;
  text?: string | undefined;
  after: [string, string] | null;
  limit: number;
}

interface LibraryDependencies {
  database: Database;
  media: Pick<MediaService, 'listByIds' | 'addressesFor' | 'copyForUse' | 'removeFiles' | 'findReusable'>;
  listFiles(on: Db, query: LibraryQuery): Promise<LibraryRow[]>;
  listUses(on: Db, mediaIds: readonly string[]): Promise<Map<string, LibraryUse[]>>;
  sumFiles(on: Db, accountId: string): Promise<{ files: number; bytes: number }>;
  /** Locks the rows of an account's file; none when it is not theirs. */
  lockUnused(on: Db, accountId: string, mediaId: string): Promise<string[] | 'used'>;
  /** Why a file may not be used once more; null when it may. */
  findReuseProblem(on: Db, mediaId: string): Promise<string | null>;
}

export interface Library {
  list(viewer: Viewer, query: QueryOf<Operations['listLibrary']>): Promise<ResponseOf<Operations['listLibrary']>>;
  /**
   * The id of a row for one more use. Throws `NOT_FOUND` for another account's file, `MEDIA_NOT_READY`, or `CONFLICT`
   * for a file that may not be used again.
   */
  reuse(viewer: Viewer, mediaId: string): Promise<{ id: string }>;
  /** Deletes an unused file. Throws `NOT_FOUND`, or `CONFLICT` while it is used. */
  remove(viewer: Viewer, mediaId: string): Promise<void>;
}

const pageSize = 30;
const dayMs = 86_400_000;
const position = z.tuple([z.iso.datetime(), z.uuid()]);

/** Everything a creator uploaded, and where it is used. */
export function createLibrary(deps: LibraryDependencies): Library {
  const { media } = deps;
  const { db } = deps.database;

  function present(viewer: Viewer, row: LibraryRow, file: Media, uses: LibraryUse[]): LibraryFile {
    const keptUntil = row.readyAt && row.forLibrary && row.readyAt.getTime() + libraryLimits.unusedDays * dayMs;
    return {
      id: row.id,
      kind: file.kind,
      state: file.state,
      width: file.width,
      height: file.height,
      duration: file.durationMs === null ? null : file.durationMs / 1000,
      isStream: file.isStream,
      bytes: row.byteSize,
      previewUrl: media.addressesFor(viewer, file, { premium: false }).sources[0]?.webp ?? null,
      createdAt: row.createdAt.toISOString(),
      uses,
      deletedAt: keptUntil && !row.isUsed ? new Date(keptUntil).toISOString() : null,
    };
  }

  return {
    async list(viewer, { kind, used, q, cursor, limit = pageSize }) {
      const rows = await deps.listFiles(db, {
        accountId: viewer.accountId,
        kind,
        isUsed: used === undefined ? undefined : used === 'yes',
        text: q?.trim() || undefined,
        after: decodeCursor(position, cursor),
        limit: limit + 1,
      });
      const shown = rows.slice(0, limit);
      const [files, uses, total] = await Promise.all([
        media.listByIds(
          db,
          shown.map(({ id }) => id),
        ),
        deps.listUses(
          db,
          shown.flatMap(({ ids }) => ids),
        ),
        deps.sumFiles(db, viewer.accountId),
      ]);
      const last = shown.at(-1);
      return {
        items: shown.flatMap((row) => {
          const file = files.get(row.id);
          const usesOfFile = mergeUses(row.ids.flatMap((id) => uses.get(id) ?? []));
          return file ? present(viewer, row, file, usesOfFile) : [];
        }),
        nextCursor: rows.length > limit && last ? encodeCursor([last.position, last.id]) : null,
        total,
      };
    },

    async reuse(viewer, mediaId) {
      return transact(db, async (tx) => {
        await media.findReusable(tx, viewer.accountId, mediaId);
        const problem = await deps.findReuseProblem(tx, mediaId);
        if (problem) throw new AppError('CONFLICT', { message: problem });
        return { id: await media.copyForUse(tx, viewer.accountId, mediaId) };
      });
    },

    async remove(viewer, mediaId) {
      await transact(db, async (tx) => {
        const rows = await deps.lockUnused(tx, viewer.accountId, mediaId);
        if (rows === 'used') throw new AppError('CONFLICT', { message: 'This file is used. Remove it there first' });
        if (rows.length === 0) throw new AppError('NOT_FOUND');
        for (const id of rows) await media.removeFiles(tx, id);
      });
    },
  };
}

/** Messages, broadcasts and photos at one price as one use with their count. */
function mergeUses(uses: readonly LibraryUse[]): LibraryUse[] {
  const merged: LibraryUse[] = [];
  for (const use of uses) {
    const same =
      use.id === null && merged.find(({ kind, id, price }) => !id && kind === use.kind && price === use.price);
    if (same) same.count += use.count;
    else merged.push({ ...use });
  }
  return merged;
}
