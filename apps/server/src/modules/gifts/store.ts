import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { GiftsSent } from '../../platform/database-types.ts';
import { visibleTo } from '../profiles/service.ts';

export type GiftRow = Selectable<GiftsSent>;

/** Undefined when the sender's key was used already; waits for a concurrent insert with the same key. */
export async function insertGift(db: Db, row: Insertable<GiftsSent>): Promise<GiftRow | undefined> {
  return db
    .insertInto('gifts_sent')
    .values(row)
    .onConflict((conflict) => conflict.columns(['sender_account_id', 'key']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export const getByKey = (db: Db, senderAccountId: string, key: string): Promise<GiftRow> =>
  db
    .selectFrom('gifts_sent')
    .selectAll()
    .where('sender_account_id', '=', senderAccountId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();

/** A gift as its recipient sees it; undefined when they may not see the sender. */
export const findReceived = (db: Db, id: string): Promise<GiftRow | undefined> =>
  db
    .selectFrom('gifts_sent')
    .selectAll()
    .where('id', '=', id)
    .where(visibleTo(sql.ref('gifts_sent.recipient_id'), sql.ref('gifts_sent.sender_id')))
    .executeTakeFirst();

/** The latest gifts a profile sent or received, from or to people it may see. */
export async function listLatest(
  db: Db,
  wanted: { profileId: string; box: 'sent' | 'received'; limit: number },
): Promise<GiftRow[]> {
  const [own, other] =
    wanted.box === 'sent' ? (['sender_id', 'recipient_id'] as const) : (['recipient_id', 'sender_id'] as const);
  return db
    .selectFrom('gifts_sent')
    .selectAll()
    .where(own, '=', wanted.profileId)
    .where(visibleTo(wanted.profileId, sql.ref(`gifts_sent.${other}`)))
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .execute();
}

export async function countGifts(db: Db): Promise<number> {
  const row = await db
    .selectFrom('gifts_sent')
    .select((on) => on.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
