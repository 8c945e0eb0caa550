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
import { deleteClearedByBoth, markAllDelivered } from '../messages/message-store.ts';
import { type Presenter, perspectiveOf } from '../messages/present.ts';
import type { ListQuotaExempt } from '../posting/post.ts';
import type { MessagePublisher } from '../posting/publish.ts';
import type { MessageMediaPort, OnMessagesRead, Side } from '../types.ts';
import { countUnread, countUnreadOf, countUnreadThreads, listThreads, type PeopleOf } from './list-store.ts';
import { setMuted } from './mute-store.ts';
import * as store from './thread-store.ts';

type Operations = typeof messagingOperations;

export interface ConversationsDependencies {
  database: Database;
  clock: Clock;
  vip: Pick<VipService, 'getMessagesPerDay'>;
  media: Pick<MessageMediaPort, 'releaseFiles'>;
  onRead: OnMessagesRead;
  listQuotaExempt: ListQuotaExempt;
  peopleOf: PeopleOf;
  /** Cards of people the viewer may see. */
  cardsOf: DiscoveryService['cardsOf'];
}

export interface Conversations {
  listConversations(
    viewer: Viewer,
    query: QueryOf<Operations['listConversations']>,
  ): Promise<ResponseOf<Operations['listConversations']>>;
  /** Unread messages of the inbox and waiting requests; zero without a profile. */
  countUnread(profileId: string | null): Promise<{ unread: number; requests: number }>;
  /** Whether `profileId` has unread, unmuted messages of `otherId` in the inbox. */
  hasUnreadFrom(profileId: string, otherId: string): Promise<boolean>;
  /** Whether `profileId` has muted the thread with `otherId`. */
  hasMuted(profileId: string, otherId: string): Promise<boolean>;
  /** These throw `NOT_FOUND` for a person the viewer may not see. */
  getConversation(viewer: Viewer, otherId: string): Promise<ConversationState>;
  setConversation(
    viewer: Viewer,
    otherId: string,
    wanted: BodyOf<Operations['setConversation']>,
  ): Promise<ConversationState>;
  acceptConversation(viewer: Viewer, otherId: string): Promise<ConversationState>;
  declineConversation(viewer: Viewer, otherId: string): Promise<void>;
  deleteConversation(viewer: Viewer, otherId: string): Promise<void>;
  /** Opens the thread of a match in both inboxes; returns its id. */
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
  deps: ConversationsDependencies & { presenter: Presenter; publisher: MessagePublisher },
): Conversations {
  const { clock, cardsOf, presenter, publisher } = deps;
  const { db } = deps.database;

  async function requireCard(viewer: Viewer, otherId: string): Promise<PersonCard> {
    const card = otherId === viewer.profileId ? undefined : (await cardsOf(viewer, [otherId])).get(otherId);
    if (!card) throw new AppError('NOT_FOUND');
    return card;
  }

  async function requireSide(viewer: Viewer, otherId: string): Promise<Side> {
    const own = requireProfileId(viewer);
    const [side, relation] = await Promise.all([
      store.findSide(db, own, otherId),
      store.findVisibility(db, own, otherId),
    ]);
    if (!side || !relation.sees) throw new AppError('NOT_FOUND');
    return side;
  }

  /** Null for no limit, and for replies, which are not counted. */
  async function quotaLeft(viewer: Viewer, otherId: string, perDay: number | null): Promise<number | null> {
    const own = requireProfileId(viewer);
    if (perDay === null) return null;
    const [begins, exempt, used] = await Promise.all([
      store.hasStartedThread(db, own, otherId),
      viewer.isCreator ? deps.listQuotaExempt(db, own, [otherId]) : null,
      store.countUsed(db, own, johannesburgDay(clock.now())),
    ]);
    return begins && !exempt?.has(otherId) ? Math.max(0, perDay - used) : null;
  }

  async function stateOf(viewer: Viewer, otherId: string): Promise<ConversationState> {
    const own = requireProfileId(viewer);
    const now = clock.now();
    const [card, side, { isShown }, quota, autoDeleteDefault] = await Promise.all([
      requireCard(viewer, otherId),
      store.findSide(db, own, otherId),
      store.findVisibility(db, own, otherId),
      deps.vip
        .getMessagesPerDay(viewer.accountId)
        .then(async (perDay) => ({ perDay, left: await quotaLeft(viewer, otherId, perDay) })),
      store.findAutoDelete(db, own),
    ]);
    const unread = side ? await countUnreadOf(db, side, now) : 0;
    const ticks = side ? perspectiveOf(side).ticks : { delivered: 0n, read: 0n };
    const autoDelete = side ? side.autoDeleteMinutes : autoDeleteDefault;
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

  /** Clears the viewer's side; deletes messages that both have cleared, with their files. */
  async function clear({ accountId }: Viewer, side: Side, how: { declined: boolean }): Promise<void> {
    await transact(db, async (tx) => {
      afterCommit(tx, () => publisher.publishCleared(side));
      await store.lockThreads(tx, side.profileId, [side.otherId]);
      // The viewer may have replied in the meantime.
      if (how.declined && (await store.findSide(tx, side.profileId, side.otherId))?.box !== 'request')
        throw new AppError('NOT_FOUND');
      await store.clearSide(tx, side, how);
      const mediaIds = await deleteClearedByBoth(tx, side.conversationId, clock.now());
      if (mediaIds.length > 0) await deps.media.releaseFiles(tx, mediaIds);
      await deps.onRead(tx, [{ accountId, senderId: side.otherId }]);
    });
  }

  return {
    async listConversations(viewer, { box = 'inbox', listId = null, cursor, limit = 20 }) {
      const own = requireProfileId(viewer);
      const at = clock.now();
      const from = decodeCursor(position, cursor);
      const after = from ? { at: new Date(from[0]), id: from[1] } : null;
      const [found, counts, unreadThreads] = await Promise.all([
        listThreads(db, {
          profileId: own,
          box,
          listId,
          people: deps.peopleOf,
          after,
          at,
          limit: limit + 1,
        }),
        countUnread(db, own, at),
        countUnreadThreads(db, own),
      ]);
      const page = found.slice(0, limit);
      const withLast = page.flatMap((side) =>
        side.last ? [{ row: side.last, perspective: perspectiveOf(side) }] : [],
      );
      const [cards, views, delivered] = await Promise.all([
        cardsOf(
          viewer,
          page.map(({ otherId }) => otherId),
        ),
        presenter.present(viewer, withLast),
        markAllDelivered(
          db,
          own,
          page.map(({ conversationId }) => conversationId),
        ),
      ]);
      publisher.publishDelivered(own, delivered);
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
    async hasUnreadFrom(profileId, otherId) {
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
        if (muted !== undefined) await setMuted(tx, side, { muted, at: clock.now() });
        if (autoDelete !== undefined) await store.setSideAutoDelete(tx, side, autoDelete);
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
      return store.moveBothToInbox(tx, one, other, at);
    },
  };
}
