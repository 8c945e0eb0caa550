import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { createLoader } from '../../platform/loader.ts';
import { hasPermission, type Viewer } from '../../platform/viewer.ts';
import { followedCreatorIds } from '../social/service.ts';
import type { SubscriptionsService } from '../subscriptions/service.ts';
import { mayReplay, mayWatch } from './policy.ts';
import { createRightReader, findSeen, type LiveViewer, type RightRow, rightKeyOf, type SeenLiveRow } from './store.ts';

/** A show and what this viewer may do with it. */
export interface Seen<Row extends RightRow = SeenLiveRow> {
  row: Row;
  isOwn: boolean;
  /** With a tier that opens the show. */
  isSubscribed: boolean;
  /** May watch while it is under way. */
  canWatch: boolean;
  /** May watch it again after its end. */
  canReplay: boolean;
}

export interface Access {
  /** Throws `NOT_FOUND` when the show does not exist or its creator is invisible to the viewer. */
  get(viewer: Viewer, id: string): Promise<Seen>;
  /**
   * As `get`, at most `maxAgeMs` old (a second), with the time it was read: for every request of a stream. Null instead
   * of an error.
   */
  recent(viewer: Viewer, id: string, maxAgeMs?: number): { at: number; seen: Promise<Seen<RightRow> | null> };
  /** After a change of this viewer's rights. */
  forget(viewer: Viewer, id: string): void;
  /** The tiers that are open to the viewer, by the creators of these shows. */
  tiersOf(viewer: Viewer, rows: readonly RightRow[]): Promise<ReadonlyMap<string, number>>;
  judge<Row extends RightRow>(viewer: Viewer, row: Row, tiers: ReadonlyMap<string, number>): Seen<Row>;
}

/** All rights end within this time. */
const maxAgeMs = 1_000;
const maxCached = 20_000;

const isModerator = (viewer: Viewer): boolean => hasPermission(viewer, 'moderate_content');

export const liveViewerOf = (viewer: Viewer): LiveViewer => ({
  accountId: viewer.accountId,
  profileId: viewer.profileId,
  moderates: isModerator(viewer),
  followed: followedCreatorIds(sql`${viewer.profileId}::uuid`),
});

export function createAccess(deps: {
  database: Database;
  clock: Clock;
  subscriptions: Pick<SubscriptionsService, 'listOpenTiers'>;
}): Access {
  const { clock, database } = deps;
  const { db } = database;
  const rights = createLoader({ name: 'lives.rights', keyOf: rightKeyOf, read: createRightReader(database) });
  const cache = new Map<string, { at: number; seen: Promise<Seen<RightRow> | null> }>();

  const tiersOf: Access['tiersOf'] = async ({ profileId }, rows) =>
    profileId
      ? deps.subscriptions.listOpenTiers(profileId, [...new Set(rows.map(({ creator_id }) => creator_id))])
      : new Map<string, number>();

  function judge<Row extends RightRow>(viewer: Viewer, row: Row, tiers: ReadonlyMap<string, number>): Seen<Row> {
    const isSubscribed = (tiers.get(row.creator_id) ?? 0) >= row.from_tier;
    const isOwn = row.creator_id === viewer.profileId;
    const isRequester = row.requester_id !== null && row.requester_id === viewer.profileId;
    const entitlement = {
      isOwn,
      isSubscribed,
      isRemoved: row.is_removed,
      hasTicket: isRequester || row.ticket === 'held',
    };
    // A moderator sees what may have to be stopped.
    const moderates = isModerator(viewer) && !row.sample;
    const now = clock.now();
    const hasReplay = row.replay_until !== null && row.replay_until > now;
    return {
      ...{ row, isOwn, isSubscribed },
      canWatch: moderates || mayWatch(row, entitlement),
      canReplay: (moderates && hasReplay) || mayReplay(row, entitlement, now),
    };
  }

  async function judged<Row extends RightRow>(viewer: Viewer, row: Row | undefined): Promise<Seen<Row> | null> {
    return row ? judge(viewer, row, await tiersOf(viewer, [row])) : null;
  }

  return {
    tiersOf,
    judge,
    forget: (viewer, id) => void cache.delete(`${id} ${viewer.sessionId}`),
    async get(viewer, id) {
      const seen = await judged(viewer, await findSeen(db, liveViewerOf(viewer), id, clock.now()));
      if (!seen) throw new AppError('NOT_FOUND');
      return seen;
    },
    recent(viewer, id, wantedMs = maxAgeMs) {
      const key = `${id} ${viewer.sessionId}`;
      const at = clock.now().getTime();
      const cached = cache.get(key);
      if (cached && at - cached.at < Math.min(wantedMs, maxAgeMs) && at >= cached.at) return cached;
      const { accountId, profileId } = viewer;
      const question = { liveId: id, viewer: { accountId, profileId, moderates: isModerator(viewer) } };
      const seen = rights.find(question).then((row) => judged(viewer, row));
      if (cache.size >= maxCached) cache.clear();
      const fresh = { at, seen };
      cache.set(key, fresh);
      seen.catch(() => cache.delete(key));
      return fresh;
    },
  };
}
