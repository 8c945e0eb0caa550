import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { listFiles } from './files-store.ts';
import type { Publishing } from './publish.ts';
import type { PublishAgain } from './publish-again.ts';
import type { Refunds } from './refunds.ts';
import { findItem, type ItemRow, listByFiles, lockItem } from './store.ts';

/** An item that a complaint touched. */
export interface TouchedItem {
  contentId: string;
  title: string;
  profileId: string;
  stateBefore: string;
}

/** What a complaint about files does to items; each runs in the caller's transaction, begun by `transact`. */
export interface Complaints {
  /** Holds back the items with these files that are published or wait, until a moderator decides. */
  holdBackItems(tx: Db, mediaIds: readonly string[]): Promise<TouchedItem[]>;
  /**
   * Publishes an item again that was held back, by the approval of a member of staff; one that may not be published any
   * more stays held back, and one of X18 waits for a second moderator.
   */
  giveBackItem(tx: Db, contentId: string, stateBefore: string, by: string): Promise<void>;
  /**
   * Takes these files, which are blocked already, out of every item; an item without another file is removed, and its
   * buyers get their credits back.
   */
  takeDownFiles(tx: Db, mediaIds: readonly string[]): Promise<TouchedItem[]>;
  /** The files of an item that exists; none for others. */
  listItemFiles(db: Db, contentId: string): Promise<string[]>;
  /** Titles and creators of the items with these files. */
  listItemsOf(db: Db, mediaIds: readonly string[]): Promise<(TouchedItem & { mediaIds: string[] })[]>;
}

const toTouched = (item: ItemRow): TouchedItem => ({
  contentId: item.id,
  title: item.title,
  profileId: item.profile_id,
  stateBefore: item.state,
});

export function createComplaints({
  setState,
  keepFiles,
  refundBuyers,
  publishAgain,
}: Pick<Publishing, 'setState' | 'keepFiles'> &
  Pick<Refunds, 'refundBuyers'> &
  Pick<PublishAgain, 'publishAgain'>): Complaints {
  async function giveBackItem(tx: Db, contentId: string, stateBefore: string, by: string): Promise<void> {
    if (stateBefore !== 'published') return;
    try {
      await publishAgain(tx, contentId, by);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  return {
    async holdBackItems(tx, mediaIds) {
      const items = await listByFiles(tx, mediaIds);
      for (const { id, state } of items)
        if (state === 'published' || state === 'review') await setState(tx, id, 'flagged');
      return items.map(toTouched);
    },
    giveBackItem,
    async takeDownFiles(tx, mediaIds) {
      const items = await listByFiles(tx, mediaIds);
      for (const { id } of items) {
        const item = await lockItem(tx, id);
        const files = (await listFiles(tx, [id])).get(id) ?? [];
        const [removed, kept] = [
          files.filter((file) => mediaIds.includes(file.mediaId)),
          files.filter((file) => !mediaIds.includes(file.mediaId)),
        ];
        if (item && kept.length > 0) await keepFiles(tx, item, kept, removed);
        else {
          await setState(tx, id, 'removed');
          await refundBuyers(tx, id);
        }
      }
      return items.map(toTouched);
    },
    async listItemFiles(db, contentId) {
      const item = await findItem(db, contentId);
      if (!item || item.state === 'removed') return [];
      return ((await listFiles(db, [contentId])).get(contentId) ?? []).map(({ mediaId }) => mediaId);
    },
    async listItemsOf(db, mediaIds) {
      const items = await listByFiles(db, mediaIds);
      const files = await listFiles(
        db,
        items.map(({ id }) => id),
      );
      return items.map((item) => ({
        ...toTouched(item),
        mediaIds: (files.get(item.id) ?? []).map(({ mediaId }) => mediaId).filter((id) => mediaIds.includes(id)),
      }));
    },
  };
}
