import { type GiftId, type GiftTransaction, gifts } from '@vlam/contract/gifts';
import type { ProfileCard } from '../profiles/service.ts';
import type { GiftRow } from './store.ts';

export const catalogue = new Map(gifts.map((gift) => [gift.id, gift]));

export const toGiftView = (row: GiftRow, people: { sender: ProfileCard; recipient: ProfileCard }): GiftTransaction => ({
  id: row.id,
  giftId: row.gift_id as GiftId,
  giftName: catalogue.get(row.gift_id as GiftId)?.name ?? row.gift_id,
  recipientId: row.recipient_id,
  recipientName: people.recipient.displayName,
  senderId: row.sender_id,
  senderName: people.sender.displayName,
  credits: row.credits,
  message: row.message,
  timestamp: row.created_at.toISOString(),
});
