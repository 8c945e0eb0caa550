import { type GiftId, type GiftTransaction, gifts } from '@vlam/contract/gifts';
import type { Earned } from '@vlam/contract/schemas';
import type { ProfileCard } from '../profiles/service.ts';
import type { GiftRow } from './store.ts';

export const giftsById = new Map(gifts.map((gift) => [gift.id, gift]));

interface GiftViewContext {
  sender: ProfileCard;
  recipient: ProfileCard;
  earned: Earned | undefined;
}

export const toGiftView = (row: GiftRow, { sender, recipient, earned }: GiftViewContext): GiftTransaction => ({
  id: row.id,
  giftId: row.gift_id as GiftId,
  giftName: giftsById.get(row.gift_id as GiftId)?.name ?? row.gift_id,
  recipientId: row.recipient_id,
  recipientName: recipient.displayName,
  senderId: row.sender_id,
  senderName: sender.displayName,
  credits: row.credits,
  ...(earned ? { earned } : {}),
  message: row.message,
  timestamp: row.created_at.toISOString(),
});
