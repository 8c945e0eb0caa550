import { flameUndoMs, type peopleOperations } from '@vlam/contract/discovery-people';
import type { QueryOf, ResponseOf } from '@vlam/contract/operation';
import * as z from 'zod/mini';
import { afterCommit, transact } from '../../platform/after-commit.ts';
import { type Clock, johannesburgDay, startOfDay } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Notify } from '../../platform/notices.ts';
import type { Realtime } from '../../platform/realtime.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import type { Cards } from './cards.ts';
import * as store from './flames-store.ts';

type Operations = typeof peopleOperations;

export interface Flames {
  /**
   * One per person per Johannesburg day; makes a match when the other has flamed too. Throws `NOT_FOUND` for a person
   * the viewer may not see, `CONFLICT` for a second one, `QUOTA_REACHED`.
   */
  sendFlame(viewer: Viewer, profileId: string): Promise<ResponseOf<Operations['sendFlame']>>;
  /** Within ten seconds. Throws `NOT_FOUND`, or `CONFLICT` when it is too late. */
  undoFlame(viewer: Viewer, profileId: string): Promise<ResponseOf<Operations['undoFlame']>>;
  listFlames(viewer: Viewer, query: QueryOf<Operations['listFlames']>): Promise<ResponseOf<Operations['listFlames']>>;
  /** Whether a flame exists, regardless of visibility; in the caller's transaction when one is given. */
  hasFlamed(senderId: string, recipientId: string): Promise<boolean>;
  /** The ones of `senderIds` who have flamed the profile. */
  listFlamersOf(on: Db, recipientId: string, senderIds: readonly string[]): Promise<string[]>;
}

/** Enough for honest use. */
export const maxFlamesPerDay = 100;
const position = z.tuple([z.iso.datetime(), z.uuid()]);

export function createFlames(deps: {
  database: Database;
  clock: Clock;
  profiles: Pick<ProfilesService, 'listVisibleCards' | 'addAcquaintance' | 'removeAcquaintance'>;
  cardsOf: Cards['cardsOf'];
  realtime: Pick<Realtime, 'toProfile'>;
  notify: Notify;
  /** Runs in the transaction that makes a match; returns the conversation it opens. */
  onMatch(db: Db, one: string, other: string): Promise<string | undefined>;
}): Flames {
  const { clock, profiles, realtime } = deps;
  const { db } = deps.database;

  async function requireVisible(viewer: Viewer, profileId: string): Promise<void> {
    const found = await profiles.listVisibleCards(viewer.profileId, [profileId]);
    if (found.length === 0) throw new AppError('NOT_FOUND');
  }

  return {
    async sendFlame(viewer, profileId) {
      const own = requireProfileId(viewer);
      if (own === profileId) throw new AppError('CONFLICT', { message: 'You cannot flame yourself' });
      await requireVisible(viewer, profileId);
      return transact(db, async (tx) => {
        await store.lockSender(tx, own);
        await store.lockPair(tx, own, profileId);
        const now = clock.now();
        const today = johannesburgDay(now);
        const earlier = await store.findFlame(tx, own, profileId);
        if (earlier && johannesburgDay(earlier.sent_at) === today)
          throw new AppError('CONFLICT', { message: 'You have sent this person a flame today' });
        if ((await store.countSentSince(tx, own, startOfDay(today))) >= maxFlamesPerDay)
          throw new AppError('QUOTA_REACHED', { message: 'You have sent as many flames as a day allows' });
        const revealedSender = await profiles.addAcquaintance(tx, own, profileId);
        const flame = {
          senderId: own,
          recipientId: profileId,
          at: now,
          earlierAt: earlier?.sent_at ?? null,
          revealedSender,
        };
        await store.saveFlame(tx, flame);
        const returned = await store.findFlame(tx, profileId, own);
        const isNew = returned ? await store.insertMatch(tx, own, profileId, now) : false;
        const conversationId = isNew ? await deps.onMatch(tx, own, profileId) : undefined;
        const matched = returned !== undefined;
        afterCommit(tx, () => realtime.toProfile(profileId, 'flame.received', { profileId: own, matched }));
        const undoUntil = new Date(now.getTime() + flameUndoMs).toISOString();
        await deps.notify(tx, {
          kind: isNew ? 'match' : 'flame',
          to: { profileId },
          key: `flame:${own}:${today}`,
          actorId: own,
          notBefore: undoUntil,
        });
        return { flamed: true, matched, ...(conversationId ? { conversationId } : {}), undoUntil };
      });
    },

    async undoFlame(viewer, profileId) {
      const own = requireProfileId(viewer);
      return db.transaction().execute(async (tx) => {
        await store.lockPair(tx, own, profileId);
        const flame = await store.findFlame(tx, own, profileId);
        if (!flame) throw new AppError('NOT_FOUND');
        await requireVisible(viewer, profileId);
        if (clock.now().getTime() - flame.sent_at.getTime() > flameUndoMs)
          throw new AppError('CONFLICT', { message: 'A flame can be taken back for ten seconds' });
        await store.undoFlame(tx, flame);
        if (flame.earlier_at === null) {
          await store.deleteMatch(tx, own, profileId);
          if (flame.revealed_sender) await profiles.removeAcquaintance(tx, own, profileId);
        }
        return { flamed: false, matched: flame.earlier_at !== null && (await store.isMatch(tx, own, profileId)) };
      });
    },

    hasFlamed: async (senderId, recipientId) => (await store.findFlame(db, senderId, recipientId)) !== undefined,
    listFlamersOf: store.listFlamersOf,

    async listFlames(viewer, { direction, cursor, limit = 24 }) {
      const own = requireProfileId(viewer);
      const at = decodeCursor(position, cursor);
      const after = at ? { at: new Date(at[0]), id: at[1] } : null;
      const rows = await store.listFlames(db, { own, direction, after, limit: limit + 1 });
      const page = rows.slice(0, limit);
      const cards = await deps.cardsOf(
        viewer,
        page.map(({ id }) => id),
      );
      const last = page.at(-1);
      return {
        items: page.flatMap(({ id, at: flamedAt }) => {
          const card = cards.get(id);
          return card ? [{ ...card, flamedAt: flamedAt.toISOString() }] : [];
        }),
        nextCursor: rows.length > limit && last ? encodeCursor([last.at.toISOString(), last.id]) : null,
      };
    },
  };
}
