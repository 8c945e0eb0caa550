import type { MessagesPage, MessageView, messagingOperations } from '@vlam/contract/messaging';
import type { QueryOf } from '@vlam/contract/operation';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { contains } from '../../../platform/like-pattern.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { requireProfileId } from '../../profiles/service.ts';
import type { MessagePublisher } from '../posting/publish.ts';
import { countUnreadOf, listMessages, searchMessages } from '../threads/list-store.ts';
import { findSide, findVisibility } from '../threads/thread-store.ts';
import type { OnMessagesRead, Side } from '../types.ts';
import { findOf, markAllDelivered, moveMark } from './message-store.ts';
import { type Presenter, perspectiveOf } from './present.ts';

type Operations = typeof messagingOperations;

export interface MessageReading {
  /** These throw `NOT_FOUND` for a person the viewer may not see. A thread that has not begun is empty. */
  listMessages(viewer: Viewer, otherId: string, query: QueryOf<Operations['listMessages']>): Promise<MessagesPage>;
  searchMessages(viewer: Viewer, otherId: string, text: string): Promise<MessageView[]>;
  /** Marks as read up to this message; returns how many stay unread. */
  markRead(viewer: Viewer, otherId: string, messageId: string): Promise<{ unread: number }>;
  markDelivered(viewer: Viewer, otherId: string, messageId: string): Promise<void>;
}

const maxFound = 50;

export function createMessageReading(deps: {
  database: Database;
  clock: Clock;
  presenter: Presenter;
  publisher: MessagePublisher;
  onRead: OnMessagesRead;
}): MessageReading {
  const { clock, presenter, publisher } = deps;
  const { db } = deps.database;

  /** The viewer's side; null before the thread began. */
  async function sideOf(viewer: Viewer, otherId: string): Promise<Side | null> {
    const own = requireProfileId(viewer);
    const [side, { sees }] = await Promise.all([findSide(db, own, otherId), findVisibility(db, own, otherId)]);
    if (!sees || own === otherId) throw new AppError('NOT_FOUND');
    return side ?? null;
  }

  async function mark(viewer: Viewer, otherId: string, messageId: string, read: boolean): Promise<Side> {
    const side = await sideOf(viewer, otherId);
    const message = side ? await findOf(db, side.profileId, messageId) : undefined;
    if (!side || message?.conversation_id !== side.conversationId) throw new AppError('NOT_FOUND');
    // Own messages are delivered to the other member.
    if (!read && message.sender_id === side.profileId) return side;
    const moved = await moveMark(db, side, { seq: message.seq, read });
    if (moved)
      publisher.publishMark(read ? 'read' : 'delivered', {
        profileId: side.profileId,
        otherId,
        // Read receipts stay hidden until the request is accepted.
        mayNotify: moved.mayNotify && side.box === 'inbox',
        conversationId: side.conversationId,
        messageId,
        seq: message.seq,
      });
    return side;
  }

  return {
    async listMessages(viewer, otherId, { before, after, since, limit = 50 }) {
      const side = await sideOf(viewer, otherId);
      if (!side) return { items: [], hasMore: false, revision: 0, deliveredSeq: 0, readSeq: 0, ownReadSeq: 0 };
      const big = (value: number | undefined) => (value === undefined ? undefined : BigInt(value));
      const found = await listMessages(db, side, {
        before: big(before),
        after: big(after),
        since: big(since),
        at: clock.now(),
        limit: limit + 1,
      });
      const hasMore = found.length > limit;
      // Read backwards from the newest, so the surplus row is the oldest.
      const backwards = after === undefined && since === undefined;
      const rows = backwards ? found.slice(hasMore ? 1 : 0) : found.slice(0, limit);
      const perspective = perspectiveOf(side);
      const [items, delivered] = await Promise.all([
        presenter.present(
          viewer,
          rows.map((row) => ({ row, perspective })),
        ),
        markAllDelivered(db, side.profileId, [side.conversationId]),
      ]);
      publisher.publishDelivered(side.profileId, delivered);
      const latest = rows.reduce((most, row) => (row.revision > most ? row.revision : most), 0n);
      return {
        items,
        hasMore,
        // The counter was read before the messages, so no message lies between the two.
        revision: Number(since !== undefined && hasMore ? latest : latest > side.counter ? latest : side.counter),
        deliveredSeq: Number(perspective.ticks.delivered),
        readSeq: Number(perspective.ticks.read),
        ownReadSeq: Number(side.readSeq),
      };
    },
    async searchMessages(viewer, otherId, text) {
      const side = await sideOf(viewer, otherId);
      if (!side) return [];
      const rows = await searchMessages(db, side, { pattern: contains(text), at: clock.now(), limit: maxFound });
      return presenter.present(
        viewer,
        rows.map((row) => ({ row, perspective: perspectiveOf(side) })),
      );
    },
    async markRead(viewer, otherId, messageId) {
      const side = await mark(viewer, otherId, messageId, true);
      const unread = await countUnreadOf(db, side, clock.now());
      if (unread === 0) await deps.onRead(db, [{ accountId: viewer.accountId, senderId: otherId }]);
      return { unread };
    },
    async markDelivered(viewer, otherId, messageId) {
      await mark(viewer, otherId, messageId, false);
    },
  };
}
