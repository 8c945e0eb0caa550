import type { GiftId } from '@vlam/contract/gifts';
import type { Db } from '../../../platform/database.ts';

/** Notes which gift a message that was just written stands for. */
export async function setGift(db: Db, place: { conversationId: string; seq: bigint }, giftId: GiftId): Promise<void> {
  await db
    .updateTable('messages')
    .set({ gift_id: giftId })
    .where('conversation_id', '=', place.conversationId)
    .where('seq', '=', place.seq)
    .execute();
}
