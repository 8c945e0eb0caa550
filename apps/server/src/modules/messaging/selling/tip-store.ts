import type { Db } from '../../../platform/database.ts';

/** Sets which gift a message announces, and the sale that pays it. */
export async function setGiven(
  db: Db,
  place: { conversationId: string; seq: bigint },
  { giftId = null, saleId }: { giftId?: string | null; saleId: string },
): Promise<void> {
  await db
    .updateTable('messages')
    .set({ gift_id: giftId, sale_id: saleId })
    .where('conversation_id', '=', place.conversationId)
    .where('seq', '=', place.seq)
    .execute();
}
