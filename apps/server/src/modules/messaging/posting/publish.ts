import { type MessageView, toBriefMessage } from '@vlam/contract/messaging';
import type { Earned } from '@vlam/contract/schemas';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { errorFields, type Logger } from '../../../platform/logger.ts';
import type { Realtime, Standing } from '../../../platform/realtime.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { CreditsService } from '../../credits/service.ts';
import { findByClientId, type Moved } from '../messages/message-store.ts';
import { type Presenter, type Sight, sightOf } from '../messages/present.ts';
import { toMessageView } from '../messages/view.ts';
import { findSide, listHearers } from '../threads/thread-store.ts';
import type { MessageRow, Outgoing, Posted, Side } from '../types.ts';

/** A message that has just been stored, for the modules that react to it. */
export interface SentMessage {
  conversationId: string;
  id: string;
  senderId: string;
  receiverId: string;
  /** False for what lies in the requests box, or nowhere. */
  accepted: boolean;
  isBroadcast: boolean;
  /** It shows a gift or a tip, which its receiver is told of as such. */
  showsGiven: boolean;
}

export interface Tell {
  /** Tells both of a message after its commit, and answers it as its sender sees it; `from` is where the sender gets that answer. A repeat is told to nobody. */
  sent(viewer: Viewer, item: Outgoing, posted: Posted, from?: Standing): Promise<MessageView>;
  /**
   * Tells that `one` has changed a message: themselves, and the other one if they exist for that one, who also hears
   * whether it is one less that they have not read.
   */
  changed(row: MessageRow, pair: { one: string; other: string }, wasUnread?: boolean): Promise<void>;
  /** Tells how far `profileId` has got: themselves, and the other one if that one may hear of it. */
  marked(what: 'read' | 'delivered', mark: { profileId: string; otherId: string; mayHear: boolean } & Place): void;
  delivered(profileId: string, moved: readonly Moved[]): void;
  /** Publishes to the other tabs of the member who deleted a thread. */
  cleared(side: Pick<Side, 'profileId' | 'otherId'>): void;
  /** Tells these that what they had not read is gone. */
  expired(profileIds: Iterable<string>): void;
}

interface Place {
  conversationId: string;
  messageId: string;
  seq: bigint;
}

export function createTell(deps: {
  database: Database;
  logger: Logger;
  realtime: Pick<Realtime, 'toProfile'>;
  presenter: Presenter;
  credits: Pick<CreditsService, 'earnedBy'>;
  onSent(message: SentMessage): void;
}): Tell {
  const { realtime, presenter, logger } = deps;
  const { db } = deps.database;

  const marked: Tell['marked'] = (what, { profileId, otherId, mayHear, conversationId, messageId, seq }) => {
    const payload = { conversationId, profileId, messageId, seq: Number(seq) };
    realtime.toProfile(profileId, `conversation.${what}`, payload);
    if (mayHear) realtime.toProfile(otherId, `conversation.${what}`, payload);
  };

  /** Undefined when it has gone since. */
  async function stored(viewer: Viewer, item: Outgoing): Promise<MessageView | undefined> {
    const side = await findSide(db, item.sender, item.receiver);
    const row =
      side &&
      (await findByClientId(db, {
        conversationId: side.conversationId,
        senderId: item.sender,
        clientId: item.clientId,
      }));
    if (!side || !row) return undefined;
    const [view] = await presenter.present(viewer, [{ row, sight: sightOf(side) }]);
    return view;
  }

  /** What is left of a message that was sent before and is gone: nothing to see, and nothing to send again. */
  async function passed(viewer: Viewer, item: Outgoing, posted: Posted): Promise<MessageView> {
    const words = { ...item, content: '', mediaId: null, mediaType: null, price: 0, tip: null, giftId: null };
    const row = { ...rowOf(words, posted), deleted_at: posted.at, expires_at: posted.at };
    const [view] = await presenter.present(viewer, [{ row, sight: freshSight(item) }]);
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }

  return {
    async sent(viewer, item, posted, from) {
      if (posted.gone) return passed(viewer, item, posted);
      if (posted.repeated) return (await stored(viewer, item)) ?? passed(viewer, item, posted);
      const row = rowOf(item, posted);
      const brought = item.saleId ? await deps.credits.earnedBy(item.receiver, [item.saleId]) : null;
      const earned = brought?.get(item.saleId ?? '');
      const [view] = await presenter.present(viewer, [{ row, sight: freshSight(item) }]);
      if (!view) throw new AppError('NOT_FOUND');
      const about = { conversationId: row.conversation_id, id: row.id, seq: Number(row.seq) };
      // Media addresses are signed for one viewer, so each device reads its own.
      const message = row.media_id ? null : toBriefMessage(view);
      // A creator who writes to thousands is not told of each on every page; an open thread notices the gap.
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
        // It is in the thread all the same.
        logger.warn('a message was not told', errorFields(error));
      }
      return view;
    },
    async changed(row, { one, other }, wasUnread = false) {
      const about = { conversationId: row.conversation_id, id: row.id, revision: Number(row.revision) };
      realtime.toProfile(one, 'message.updated', { ...about, profileId: other });
      const [hearer] = await listHearers(db, row.conversation_id, [other]);
      if (!hearer) return;
      realtime.toProfile(other, 'message.updated', { ...about, profileId: one });
      if (wasUnread) realtime.toProfile(other, 'unread.changed', {});
    },
    marked,
    delivered(profileId, moved) {
      for (const { conversation_id, other_id, box, seq, message_id, may_hear } of moved)
        marked('delivered', {
          profileId,
          otherId: other_id,
          mayHear: may_hear && box === 'inbox',
          conversationId: conversation_id,
          messageId: message_id,
          seq,
        });
    },
    cleared: ({ profileId, otherId }) => realtime.toProfile(profileId, 'conversation.cleared', { profileId: otherId }),
    expired(profileIds) {
      for (const profileId of profileIds) realtime.toProfile(profileId, 'unread.changed', {});
    },
  };
}

/** Of what has only just been written. */
const freshSight = ({ sender, receiver }: Outgoing): Sight => ({
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

/** The row as the statement wrote it. */
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
