import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from '../../platform/database.ts';
import { prepare, uuidArray } from '../../platform/prepared.ts';

export interface SubscriptionPair {
  subscriberId: string;
  creatorId: string;
}

export type ListPaid = (pairs: readonly SubscriptionPair[], now: Date) => Promise<SubscriptionPair[]>;

/** Makes the reading of those pairs that are paid at a moment. */
export function createListPaid(database: Database): ListPaid {
  const statement = prepare<'subscribers' | 'creators' | 'now', { subscriber_id: string; creator_id: string }>(
    database,
    'paid subscriptions',
    ['subscribers', 'creators', 'now'],
    ({ subscribers, creators, now }) => sql`
      select subscriptions.subscriber_id, subscriptions.creator_id
        from unnest(${subscribers}::uuid[], ${creators}::uuid[]) as pair (subscriber_id, creator_id)
        join subscriptions on subscriptions.subscriber_id = pair.subscriber_id
          and subscriptions.creator_id = pair.creator_id and subscriptions.paid_until > ${now}::timestamptz`,
  );
  return async (pairs, now) => {
    const rows = await statement({
      subscribers: uuidArray(pairs.map((pair) => pair.subscriberId)),
      creators: uuidArray(pairs.map((pair) => pair.creatorId)),
      now,
    });
    return rows.map((row) => ({ subscriberId: row.subscriber_id, creatorId: row.creator_id }));
  };
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

/** A part of another module's statement: `creator_id` of everyone whom `subscriber` pays at `now`. */
export const subscribedCreators = (subscriber: RawBuilder<unknown>, now: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select creator_id from subscriptions where subscriber_id = ${subscriber} and paid_until > ${now}`;
