import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { CallTipsAndGifts } from '../../platform/database-types.ts';

export type TipOrGiftRow = Selectable<CallTipsAndGifts>;

/** A tip or a gift that was paid for. */
export interface TipOrGift {
  senderId: string;
  recipientId: string;
  kind: 'tip' | 'gift';
  /** Its reference in the ledger. */
  reference: string;
  giftId: string | null;
  credits: number;
  at: Date;
}

/** Adds it to the current call between the two, if there is one, and returns that call's id. */
export async function insertTipOrGift(tx: Db, tipOrGift: TipOrGift): Promise<string | undefined> {
  const { senderId, recipientId, kind, reference, giftId, credits, at } = tipOrGift;
  const { rows } = await sql<{ call_id: string }>`
    insert into call_tips_and_gifts (call_id, reference, kind, gift_id, credits, given_at)
      select calls.id, ${reference}::uuid, ${kind}, ${giftId}, ${credits}, ${at}
        from call_lines line join calls on calls.id = line.call_id
        where line.profile_id = ${senderId} and calls.caller_id = ${senderId} and calls.partner_id = ${recipientId}
          and calls.accepted_at is not null and calls.ended_at is null
      returning call_id`.execute(tx);
  return rows[0]?.call_id;
}

export const listTipsAndGifts = (db: Db, callIds: readonly string[]): Promise<TipOrGiftRow[]> =>
  db
    .selectFrom('call_tips_and_gifts')
    .selectAll()
    .where('call_id', 'in', [...callIds])
    .orderBy('given_at')
    .orderBy('reference')
    .execute();

/** Credits given in each of these calls; calls without any are left out. */
export async function sumGiven(db: Db, callIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (callIds.length === 0) return new Map();
  const { rows } = await sql<{ call_id: string; given: number }>`
    select call_id, sum(credits)::int as given from call_tips_and_gifts where call_id = any(${callIds}::uuid[])
      group by call_id`.execute(db);
  return new Map(rows.map(({ call_id, given }) => [call_id, given]));
}
