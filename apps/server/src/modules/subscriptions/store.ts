import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

export async function listSubscribed(
  db: Db,
  wanted: { subscriberId: string; creatorIds: readonly string[]; now: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('creator_id')
    .where('subscriber_id', '=', wanted.subscriberId)
    .where('creator_id', '=', sql<string>`any(${wanted.creatorIds}::uuid[])`)
    .where('paid_until', '>', wanted.now)
    .execute();
  return rows.map((row) => row.creator_id);
}

export async function countRunning(db: Db, subscriberId: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('subscriptions')
    .select((on) => on.fn.countAll<bigint>().as('count'))
    .where('subscriber_id', '=', subscriberId)
    .where('paid_until', '>', now)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** A part of another module's statement: `creator_id` of everyone whom `subscriber` pays now. */
export const subscribedCreators = (subscriber: RawBuilder<unknown>, now: Date): RawBuilder<unknown> =>
  sql`select creator_id from subscriptions where subscriber_id = ${subscriber} and paid_until > ${now}`;
