import type { PersonCard } from '@vlam/contract/discovery-people';
import { type ConversationState, extraMessageCredits, type messagingOperations } from '@vlam/contract/messaging';
import type { BodyOf, QueryOf, ResponseOf } from '@vlam/contract/operation';
import * as z from 'zod/mini';
import { afterCommit, transact } from '../../../platform/after-commit.ts';
import { type Clock, johannesburgDay } from '../../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { DiscoveryService } from '../../discovery/service.ts';
import { requireProfileId } from '../../profiles/service.ts';
import type { VipService } from '../../vip/service.ts';
import { deleteClearedByBoth, noteDelivered } from '../messages/message-store.ts';
import { type Presenter, sightOf } from '../messages/present.ts';
import type { ListOwed } from '../posting/post.ts';
import type { Tell } from '../posting/publish.ts';
import type { MessageMediaPort, OnRead, Side } from '../types.ts';
import { countUnread, countUnreadOf, countUnreadThreads, listThreads } from './list-store.ts';
import * as store from './thread-store.ts';

type Operations = typeof messagingOperations;

export interface ConversationsDependencies {
  database: Database;
  clock: Clock;
  vip: Pick<VipService, 'messagesPerDay'>;
  media: Pick<MessageMediaPort, 'forget'>;
  onRead: OnRead;
  listOwed: ListOwed;
  /** People as lists show them; those the viewer may not see are missing. */
  cardsOf: DiscoveryService['cardsOf'];
}

export interface Conversations {
  listConversations(
    viewer: Viewer,
    query: QueryOf<Operations['listConversations']>,
  ): Promise<ResponseOf<Operations['listConversations']>>;
  /** The badge: unread messages of the inbox, and requests that wait. Nothing without a profile. */
  countUnread(profileId: string | null): Promise<{ unread: number; requests: number }>;
  /** Whether words of `otherId` lie unread in the inbox of `profileId`, who wants to hear of them. */
  isAwaited(profileId: string, otherId: string): Promise<boolean>;
  /** Whether `profileId` has muted the thread with `otherId`. */
  hasMuted(profileId: string, otherId: string): Promise<boolean>;
  /** Throws `NOT_FOUND` for a person the viewer may not see; so do the others. */
  getConversation(viewer: Viewer, otherId: string): Promise<ConversationState>;
  setConversation(
    viewer: Viewer,
    otherId: string,
    wanted: BodyOf<Operations['setConversation']>,
  ): Promise<ConversationState>;
  acceptConversation(viewer: Viewer, otherId: string): Promise<ConversationState>;
  declineConversation(viewer: Viewer, otherId: string): Promise<void>;
  deleteConversation(viewer: Viewer, otherId: string): Promise<void>;
  /** The thread of two who match, for both in the inbox; answers its id. */
  openMatch(tx: Db, one: string, other: string): Promise<string | undefined>;
}

const position = z.tuple([z.iso.datetime(), z.uuid()]);

/** Presence is hidden until the message request is accepted. */
const withoutPresence = (card: PersonCard): PersonCard => ({
  ...card,
  isOnline: false,
  isAvailable: false,
  lastActive: 'earlier',
});
const cardIn = (card: PersonCard, side: Side | undefined) =>
  side && side.otherBox !== 'inbox' ? withoutPresence(card) : card;

export function createConversations(
  deps: ConversationsDependencies & { presenter: Presenter; tell: Tell },
): Conversations {
  const { clock, cardsOf, presenter, tell } = deps;
  const { db } = deps.database;

  async function requireCard(viewer: Viewer, otherId: string): Promise<PersonCard> {
    const card = otherId === viewer.profileId ? undefined : (await cardsOf(viewer, [otherId])).get(otherId);
    if (!card) throw new AppError('NOT_FOUND');
    return card;
  }

  async function requireSide(viewer: Viewer, otherId: string): Promise<Side> {
    const own = requireProfileId(viewer);
    const [side, standing] = await Promise.all([
      store.findSide(db, own, otherId),
      store.findStanding(db, own, otherId),
    ]);
    if (!side || !standing.sees) throw new AppError('NOT_FOUND');
    return side;
  }

  /** Null where nothing is counted: without a limit, and for answers. */
  async function quotaLeft(viewer: Viewer, otherId: string, perDay: number | null): Promise<number | null> {
    const own = requireProfileId(viewer);
    if (perDay === null) return null;
    const [begins, owed, used] = await Promise.all([
      store.isBeginner(db, own, otherId),
      viewer.isCreator ? deps.listOwed(db, own, [otherId]) : null,
      store.countUsed(db, own, johannesburgDay(clock.now())),
    ]);
    return begins && !owed?.has(otherId) ? Math.max(0, perDay - used) : null;
  }

  async function stateOf(viewer: Viewer, otherId: string): Promise<ConversationState> {
    const own = requireProfileId(viewer);
    const now = clock.now();
    const [card, side, { isShown }, quota, wish] = await Promise.all([
      requireCard(viewer, otherId),
      store.findSide(db, own, otherId),
      store.findStanding(db, own, otherId),
      deps.vip
        .messagesPerDay(viewer.accountId)
        .then(async (perDay) => ({ perDay, left: await quotaLeft(viewer, otherId, perDay) })),
      store.findAutoDelete(db, own),
    ]);
    const unread = side ? await countUnreadOf(db, side, now) : 0;
    const ticks = side ? sightOf(side).ticks : { delivered: 0n, read: 0n };
    const autoDelete = side ? side.autoDeleteMinutes : wish;
    const both = [autoDelete, side?.otherAutoDeleteMinutes ?? null].filter((minutes) => minutes !== null);
    return {
      id: side?.conversationId ?? null,
      profile: cardIn(card, side),
      canWrite: isShown,
      cannotWrite: isShown ? null : 'hidden',
      quota: { ...quota, costPerMessage: extraMessageCredits },
      autoDelete,
      expiresAfter: both.length > 0 ? Math.min(...both) : null,
      muted: side?.muted ?? false,
      isRequest: side?.box === 'request' && side.listedAt !== null,
      isWaiting: side?.hasWritten === true && side.otherBox !== 'inbox',
      unread,
      deliveredSeq: Number(ticks.delivered),
      readSeq: Number(ticks.read),
      ownReadSeq: Number(side?.readSeq ?? 0n),
      revision: Number(side?.counter ?? 0n),
    };
  }

  /** Throws the thread away for the viewer's side; what neither keeps is gone, with its files. */
  async function clear({ accountId }: Viewer, side: Side, how: { declined: boolean }): Promise<void> {
    await transact(db, async (tx) => {
      afterCommit(tx, () => tell.cleared(side));
      await store.lockThreads(tx, side.profileId, [side.otherId]);
      // It may have been answered meanwhile.
      if (how.declined && (await store.findSide(tx, side.profileId, side.otherId))?.box !== 'request')
        throw new AppError('NOT_FOUND');
      await store.clearSide(tx, side, how);
      const mediaIds = await deleteClearedByBoth(tx, side.conversationId, clock.now());
      if (mediaIds.length > 0) await deps.media.forget(tx, mediaIds);
      await deps.onRead(tx, [{ accountId, senderId: side.otherId }]);
    });
  }

  return {
    async listConversations(viewer, { box = 'inbox', cursor, limit = 20 }) {
      const own = requireProfileId(viewer);
      const at = clock.now();
      const from = decodeCursor(position, cursor);
      const after = from ? { at: new Date(from[0]), id: from[1] } : null;
      const [found, counts, unreadThreads] = await Promise.all([
        listThreads(db, {
          profileId: own,
          box,
          after,
          at,
          limit: limit + 1,
        }),
        countUnread(db, own, at),
        countUnreadThreads(db, own),
      ]);
      const page = found.slice(0, limit);
      const withLast = page.flatMap((side) => (side.last ? [{ row: side.last, sight: sightOf(side) }] : []));
      const [cards, views, delivered] = await Promise.all([
        cardsOf(
          viewer,
          page.map(({ otherId }) => otherId),
        ),
        presenter.present(viewer, withLast),
        noteDelivered(
          db,
          own,
          page.map(({ conversationId }) => conversationId),
        ),
      ]);
      tell.delivered(own, delivered);
      const lastOf = new Map(views.map((view) => [view.conversationId, view]));
      const end = page.at(-1);
      return {
        items: page.flatMap((side) => {
          const card = cards.get(side.otherId);
          if (!card) return [];
          return [
            {
              id: side.conversationId,
              profile: cardIn(card, side),
              lastMessage: lastOf.get(side.conversationId) ?? null,
              unread: side.unread,
              muted: side.muted,
              isRequest: side.box === 'request',
            },
          ];
        }),
        nextCursor:
          found.length > limit && end?.listedAt ? encodeCursor([end.listedAt.toISOString(), end.conversationId]) : null,
        ...counts,
        unreadThreads,
      };
    },
    countUnread: async (profileId) =>
      profileId ? countUnread(db, profileId, clock.now()) : { unread: 0, requests: 0 },
    async isAwaited(profileId, otherId) {
      const side = await store.findSide(db, profileId, otherId);
      return side?.box === 'inbox' && !side.muted && (await countUnreadOf(db, side, clock.now())) > 0;
    },
    hasMuted: async (profileId, otherId) => (await store.findSide(db, profileId, otherId))?.muted ?? false,
    getConversation: stateOf,

    async setConversation(viewer, otherId, { autoDelete, muted }) {
      const own = requireProfileId(viewer);
      await requireCard(viewer, otherId);
      await transact(db, async (tx) => {
        // May be set before the first message.
        await store.openThreads(tx, own, [{ id: otherId, box: 'request', conversationId: newId() }], clock.now());
        const side = await store.findSide(tx, own, otherId);
        if (!side) throw new AppError('NOT_FOUND');
        await store.updateSettings(tx, side, {
          ...(muted === undefined ? {} : { muted }),
          ...(autoDelete === undefined ? {} : { auto_delete_minutes: autoDelete }),
        });
      });
      return stateOf(viewer, otherId);
    },
    async acceptConversation(viewer, otherId) {
      const side = await requireSide(viewer, otherId);
      if (side.box !== 'inbox') await store.setBox(db, side, 'inbox');
      return stateOf(viewer, otherId);
    },
    async declineConversation(viewer, otherId) {
      const side = await requireSide(viewer, otherId);
      if (side.box !== 'request') throw new AppError('NOT_FOUND');
      await clear(viewer, side, { declined: true });
    },
    async deleteConversation(viewer, otherId) {
      const side = await requireSide(viewer, otherId);
      await clear(viewer, side, { declined: false });
    },
    async openMatch(tx, one, other) {
      const at = clock.now();
      await store.openThreads(tx, one, [{ id: other, box: 'inbox', conversationId: newId() }], at);
      return store.welcomeBoth(tx, one, other, at);
    },
  };
}
