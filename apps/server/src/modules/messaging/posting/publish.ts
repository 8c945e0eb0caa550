import { type MessageView, toBriefMessage } from '@vlam/contract/messaging';
import type { Earned } from '@vlam/contract/schemas';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { errorFields, type Logger } from '../../../platform/logger.ts';
import type { Realtime, SenderSession } from '../../../platform/realtime.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { CreditsService } from '../../credits/service.ts';
import { findByClientId, type Moved } from '../messages/message-store.ts';
import { type Perspective, type Presenter, perspectiveOf } from '../messages/present.ts';
import { toMessageView } from '../messages/view.ts';
import { findSide, listAllowedMembers } from '../threads/thread-store.ts';
import type { MessageRow, Outgoing, Posted, Side } from '../types.ts';

/** A message that has just been stored. */
export interface StoredMessage {
  conversationId: string;
  id: string;
  senderId: string;
  receiverId: string;
  /** False for a message request or a declined thread. */
  accepted: boolean;
  isBroadcast: boolean;
  /** It carries a gift or a tip, which has a notice of its own. */
  showsGiven: boolean;
}

export interface MessagePublisher {
  /**
   * Publishes `message.created` to both members after commit and returns the sender's view; the connection `from` gets that
   * view as its result and no event. Duplicates publish nothing.
   */
  publishCreated(viewer: Viewer, item: Outgoing, posted: Posted, from?: SenderSession): Promise<MessageView>;
  /**
   * Publishes `message.updated` for a change by `one` to `one`, and to `other` if that member may see `one`. `other` also
   * gets `unread.changed` when an unread message was deleted.
   */
  publishChanged(row: MessageRow, pair: { one: string; other: string }, wasUnread?: boolean): Promise<void>;
  /** Publishes how far `profileId` has read or received: to that member, and to the other if `mayNotify`. */
  publishMark(
    what: 'read' | 'delivered',
    mark: { profileId: string; otherId: string; mayNotify: boolean } & Place,
  ): void;
  publishDelivered(profileId: string, moved: readonly Moved[]): void;
  /** Publishes to the other tabs of the member who deleted a thread. */
  publishCleared(side: Pick<Side, 'profileId' | 'otherId'>): void;
  /** Publishes `unread.changed` to members whose unread messages were deleted. */
  publishUnreadChanged(profileIds: Iterable<string>): void;
}

interface Place {
  conversationId: string;
  messageId: string;
  seq: bigint;
}

export function createMessagePublisher(deps: {
  database: Database;
  logger: Logger;
  realtime: Pick<Realtime, 'toProfile'>;
  presenter: Presenter;
  credits: Pick<CreditsService, 'findVisibleEarnings'>;
  onSent(message: StoredMessage): void;
}): MessagePublisher {
  const { realtime, presenter, logger } = deps;
  const { db } = deps.database;

  const publishMark: MessagePublisher['publishMark'] = (
    what,
    { profileId, otherId, mayNotify, conversationId, messageId, seq },
  ) => {
    const payload = { conversationId, profileId, messageId, seq: Number(seq) };
    realtime.toProfile(profileId, `conversation.${what}`, payload);
    if (mayNotify) realtime.toProfile(otherId, `conversation.${what}`, payload);
  };

  /** The stored message of an earlier attempt; undefined when it was deleted since. */
  async function findStored(viewer: Viewer, item: Outgoing): Promise<MessageView | undefined> {
    const side = await findSide(db, item.sender, item.receiver);
    const row =
      side &&
      (await findByClientId(db, {
        conversationId: side.conversationId,
        senderId: item.sender,
        clientId: item.clientId,
      }));
    if (!side || !row) return undefined;
    const [view] = await presenter.present(viewer, [{ row, perspective: perspectiveOf(side) }]);
    return view;
  }

  /** View of a message that was stored before and deleted since: empty, so the sender's device stops retrying. */
  async function deletedMessage(viewer: Viewer, item: Outgoing, posted: Posted): Promise<MessageView> {
    const emptied = { ...item, content: '', mediaId: null, mediaType: null, price: 0, tip: null, giftId: null };
    const row = { ...rowOf(emptied, posted), deleted_at: posted.at, expires_at: posted.at };
    const [view] = await presenter.present(viewer, [{ row, perspective: newMessagePerspective(item) }]);
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }

  return {
    async publishCreated(viewer, item, posted, from) {
      if (posted.deleted) return deletedMessage(viewer, item, posted);
      if (posted.repeated) return (await findStored(viewer, item)) ?? deletedMessage(viewer, item, posted);
      const row = rowOf(item, posted);
      const brought = item.saleId ? await deps.credits.findVisibleEarnings(item.receiver, [item.saleId]) : null;
      const earned = brought?.get(item.saleId ?? '');
      const [view] = await presenter.present(viewer, [{ row, perspective: newMessagePerspective(item) }]);
      if (!view) throw new AppError('NOT_FOUND');
      const about = { conversationId: row.conversation_id, id: row.id, seq: Number(row.seq) };
      // Media addresses are signed for one viewer, so each device reads its own.
      const message = row.media_id ? null : toBriefMessage(view);
      // A broadcast to thousands publishes no event per message to its creator; an open thread notices the gap.
      if (row.broadcast_id === null)
        realtime.toProfile(
          item.sender,
          'message.created',
          { ...about, profileId: item.receiver, message },
          from?.connection,
        );
      if (posted.receiversBox !== 'declined')
        realtime.toProfile(item.receiver, 'message.created', {
          ...about,
          profileId: item.sender,
          message: row.media_id ? null : toBriefMessage(asReceived(row, view, item, earned)),
        });
      try {
        deps.onSent({
          conversationId: row.conversation_id,
          id: row.id,
          senderId: item.sender,
          receiverId: item.receiver,
          accepted: posted.receiversBox === 'inbox',
          isBroadcast: row.broadcast_id !== null,
          showsGiven: row.gift_id !== null || row.tip !== null,
        });
      } catch (error) {
        // The thread shows it all the same.
        logger.warn('a message caused no notice', errorFields(error));
      }
      return view;
    },
    async publishChanged(row, { one, other }, wasUnread = false) {
      const about = { conversationId: row.conversation_id, id: row.id, revision: Number(row.revision) };
      realtime.toProfile(one, 'message.updated', { ...about, profileId: other });
      const [allowed] = await listAllowedMembers(db, row.conversation_id, [other]);
      if (!allowed) return;
      realtime.toProfile(other, 'message.updated', { ...about, profileId: one });
      if (wasUnread) realtime.toProfile(other, 'unread.changed', {});
    },
    publishMark,
    publishDelivered(profileId, moved) {
      for (const { conversation_id, other_id, box, seq, message_id, may_notify } of moved)
        publishMark('delivered', {
          profileId,
          otherId: other_id,
          mayNotify: may_notify && box === 'inbox',
          conversationId: conversation_id,
          messageId: message_id,
          seq,
        });
    },
    publishCleared: ({ profileId, otherId }) =>
      realtime.toProfile(profileId, 'conversation.cleared', { profileId: otherId }),
    publishUnreadChanged(profileIds) {
      for (const profileId of profileIds) realtime.toProfile(profileId, 'unread.changed', {});
    },
  };
}

/** For a message that was written a moment ago. */
const newMessagePerspective = ({ sender, receiver }: Outgoing): Perspective => ({
  profileId: sender,
  otherId: receiver,
  box: 'inbox',
  readSeq: 0n,
  clearedSeq: 0n,
  ticks: { delivered: 0n, read: 0n },
});

const asReceived = (row: MessageRow, view: MessageView, item: Outgoing, earned: Earned | undefined): MessageView => ({
  ...toMessageView(row, {
    viewerId: item.receiver,
    otherId: item.sender,
    ticks: { delivered: 0n, read: 0n, own: 0n },
    earned,
  }),
  replyTo: view.replyTo,
});

/** The stored row, without reading it back. */
export const rowOf = (item: Outgoing, posted: Posted): MessageRow => ({
  conversation_id: posted.conversationId,
  seq: posted.seq,
  revision: posted.seq,
  id: item.id,
  sender_id: item.sender,
  client_id: item.clientId,
  content: item.content,
  reply_to_seq: posted.replyToSeq,
  media_id: item.mediaId ?? null,
  media_type: item.mediaType ?? null,
  price: item.price ?? 0,
  unlocked_at: null,
  tip: item.tip ?? null,
  send_cost: posted.sendCost ?? item.sendCost ?? 0,
  broadcast_id: item.broadcastId ?? null,
  gift_id: item.giftId ?? null,
  sale_id: item.saleId ?? null,
  low_reaction: null,
  high_reaction: null,
  created_at: posted.at,
  deleted_at: null,
  expires_at: posted.expiresAt,
});
