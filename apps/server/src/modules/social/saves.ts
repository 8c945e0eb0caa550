import type { QueryOf, ResponseOf } from '@vlam/contract/operation';
import type { savesOperations } from '@vlam/contract/social-saves';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ContentService } from '../content/service.ts';
import type { CreditsService } from '../credits/service.ts';
import { requireProfileId } from '../profiles/service.ts';
import * as store from './save-store.ts';

type Operations = typeof savesOperations;

export interface Saves {
  /** These two throw `NOT_FOUND` for an item the viewer may not see. */
  isSaved(viewer: Viewer, contentId: string): Promise<boolean>;
  save(viewer: Viewer, contentId: string): Promise<void>;
  /** Throws `NOT_FOUND` for an item that is neither saved nor shown to the viewer. */
  unsave(viewer: Viewer, contentId: string): Promise<void>;
  listSaved(viewer: Viewer, query: QueryOf<Operations['listSaved']>): Promise<ResponseOf<Operations['listSaved']>>;
  listOwned(viewer: Viewer, query: QueryOf<Operations['listOwned']>): Promise<ResponseOf<Operations['listOwned']>>;
}

const pageSize = 24;
const position = z.tuple([z.iso.datetime(), z.uuid()]);

/** What a member keeps of others: saved for later, or bought. */
export function createSaves(deps: {
  database: Database;
  clock: Clock;
  content: Pick<ContentService, 'listByIds'>;
  credits: Pick<CreditsService, 'listUnlocked' | 'countUnlocked'>;
}): Saves {
  const { clock, content, credits } = deps;
  const { db } = deps.database;

  async function requireShown(viewer: Viewer, contentId: string): Promise<void> {
    const [item] = await content.listByIds(viewer, [contentId]);
    if (!item) throw new AppError('NOT_FOUND');
  }

  return {
    async isSaved(viewer, contentId) {
      await requireShown(viewer, contentId);
      return viewer.profileId !== null && store.isSaved(db, viewer.profileId, contentId);
    },
    async save(viewer, contentId) {
      await requireShown(viewer, contentId);
      await store.insertSave(db, { profileId: requireProfileId(viewer), contentId, at: clock.now() });
    },
    async unsave(viewer, contentId) {
      if (!(await store.deleteSave(db, requireProfileId(viewer), contentId))) await requireShown(viewer, contentId);
    },
    async listSaved(viewer, { cursor, limit = pageSize }) {
      const after = decodeCursor(position, cursor);
      const { profileId } = viewer;
      if (!profileId) return { items: [], nextCursor: null, total: 0 };
      const [saves, total] = await Promise.all([
        store.listSaves(db, { profileId, after, limit: limit + 1 }),
        store.countSaves(db, profileId),
      ]);
      const shown = saves.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: await content.listByIds(
          viewer,
          shown.map(({ contentId }) => contentId),
        ),
        nextCursor: saves.length > limit && last ? encodeCursor([last.savedAt, last.contentId]) : null,
        total,
      };
    },
    async listOwned(viewer, { cursor, limit = pageSize }) {
      const after = decodeCursor(position, cursor);
      const [bought, total] = await Promise.all([
        credits.listUnlocked(viewer.accountId, { after, limit: limit + 1 }),
        credits.countUnlocked(viewer.accountId),
      ]);
      const shown = bought.slice(0, limit);
      const last = shown.at(-1);
      const items = await content.listByIds(
        viewer,
        shown.map(({ reference }) => reference),
      );
      return {
        items: items.filter(({ isPurchased }) => isPurchased),
        nextCursor: bought.length > limit && last ? encodeCursor([last.boughtAt, last.reference]) : null,
        total,
      };
    },
  };
}
