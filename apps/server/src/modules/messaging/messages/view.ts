import type { MessageView, ReactionEmoji } from '@vlam/contract/messaging';
import { findWarnings } from '@vlam/contract/rules/message-warnings';
import type { Earned } from '@vlam/contract/schemas';
import type { MessageRow } from '../types.ts';

/** What a view needs besides the row. */
export interface ViewContext {
  viewerId: string;
  otherId: string;
  /** The other member's marks where the viewer may see them, and the viewer's own read mark. */
  ticks: { delivered: bigint; read: bigint; own: bigint };
  /** The message it replies to, unless that was deleted. */
  replied?: Pick<MessageRow, 'id' | 'seq' | 'sender_id' | 'content' | 'media_type' | 'tip' | 'gift_id'> | undefined;
  media?: Pick<MessageView, 'mediaUrl' | 'media'> | undefined;
  /** What it brought its creator, where that is the viewer. */
  earned?: Earned | undefined;
}

const quotedLength = 120;

/** Whether the viewer may open it: free, own, or paid for. */
export const isOpenTo = (row: Pick<MessageRow, 'sender_id' | 'price' | 'unlocked_at'>, viewerId: string): boolean =>
  row.price === 0 || row.unlocked_at !== null || row.sender_id === viewerId;

const isHigh = (profileId: string, otherId: string) => profileId > otherId;

export function toMessageView(row: MessageRow, context: ViewContext): MessageView {
  const { viewerId, otherId, ticks, replied } = context;
  const isOwn = row.sender_id === viewerId;
  const reactions: [string, string | null][] = [
    [isHigh(viewerId, otherId) ? otherId : viewerId, row.low_reaction],
    [isHigh(viewerId, otherId) ? viewerId : otherId, row.high_reaction],
  ];
  return {
    id: row.id,
    conversationId: row.conversation_id,
    seq: Number(row.seq),
    revision: Number(row.revision),
    clientId: isOwn ? row.client_id : null,
    senderId: row.sender_id,
    receiverId: isOwn ? otherId : viewerId,
    content: row.content,
    timestamp: row.created_at.toISOString(),
    isDelivered: isOwn ? row.seq <= ticks.delivered || row.seq <= ticks.read : true,
    isRead: row.seq <= (isOwn ? ticks.read : ticks.own),
    deletedAt: row.deleted_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    mediaType: row.media_type as MessageView['mediaType'],
    mediaUrl: context.media?.mediaUrl ?? null,
    media: context.media?.media ?? null,
    price: row.price,
    isPaid: isOpenTo(row, viewerId),
    ...(isOwn && row.unlocked_at !== null ? { isSold: true } : {}),
    tip: row.tip,
    ...(row.gift_id ? { gift: row.gift_id as NonNullable<MessageView['gift']> } : {}),
    ...(context.earned ? { earned: context.earned } : {}),
    replyTo: replied
      ? {
          id: replied.id,
          seq: Number(replied.seq),
          senderId: replied.sender_id,
          content: [...replied.content].slice(0, quotedLength).join(''),
          mediaType: replied.media_type as MessageView['mediaType'],
          ...(replied.tip === null ? {} : { tip: replied.tip }),
          ...(replied.gift_id ? { gift: replied.gift_id as NonNullable<MessageView['gift']> } : {}),
        }
      : null,
    reactions: reactions.flatMap(([profileId, emoji]) => (emoji ? [{ profileId, emoji: emoji as ReactionEmoji }] : [])),
    warnings: isOwn || row.deleted_at ? [] : findWarnings(row.content),
    sendCost: isOwn ? row.send_cost : 0,
    isBroadcast: row.broadcast_id !== null,
  };
}
