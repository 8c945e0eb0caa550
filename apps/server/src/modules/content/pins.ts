import { maxPins } from '@vlam/contract/rules/studio';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { requireProfileId } from '../profiles/service.ts';
import { isPinned } from './policy.ts';
import { lockPins, setPins } from './studio-store.ts';

/** Ids of the pinned items in order. */
type Pinned = Promise<{ ids: string[] }>;

export interface Pins {
  /**
   * Puts the viewer's own published item before the others. Idempotent. Throws `NOT_FOUND`, or `CONFLICT` unless it is
   * published and a place is free.
   */
  pin(viewer: Viewer, contentId: string): Pinned;
  /** Idempotent. Throws `NOT_FOUND`. */
  unpin(viewer: Viewer, contentId: string): Pinned;
  /** Throws `CONFLICT` unless `ids` are exactly the pinned items. */
  orderPins(viewer: Viewer, ids: readonly string[]): Pinned;
}

const conflict = (message: string) => new AppError('CONFLICT', { message });

export function createPins({ database: { db } }: { database: Database }): Pins {
  /** Stores the order that `next` makes of the pinned items. */
  async function change(
    viewer: Viewer,
    contentId: string | null,
    next: (pinned: string[], item: Awaited<ReturnType<typeof lockPins>>[number] | undefined) => string[],
  ): Pinned {
    const profileId = requireProfileId(viewer);
    return db.transaction().execute(async (tx: Db) => {
      const rows = await lockPins(tx, profileId, contentId);
      const item = rows.find(({ id }) => id === contentId);
      if (contentId && !item) throw new AppError('NOT_FOUND');
      const pinned = rows
        .filter(isPinned)
        .sort((left, right) => (left.pin_position ?? 0) - (right.pin_position ?? 0))
        .map(({ id }) => id);
      const ids = next(pinned, item);
      if (ids.join() !== pinned.join()) await setPins(tx, profileId, ids);
      return { ids };
    });
  }

  return {
    pin: (viewer, contentId) =>
      change(viewer, contentId, (pinned, item) => {
        if (pinned.includes(contentId)) return pinned;
        if (item?.state !== 'published') throw conflict('Only a published post can be pinned');
        if (pinned.length >= maxPins) throw conflict(`At most ${maxPins} posts are pinned. Unpin one first`);
        return [contentId, ...pinned];
      }),
    unpin: (viewer, contentId) => change(viewer, contentId, (pinned) => pinned.filter((id) => id !== contentId)),
    orderPins: (viewer, ids) =>
      change(viewer, null, (pinned) => {
        if (ids.toSorted().join() !== pinned.toSorted().join()) throw conflict('Other posts are pinned now');
        return [...ids];
      }),
  };
}
