import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { isMember } from '../profiles/service.ts';
import type { SubscriptionRow } from './store.ts';

/** Locks up to `limit` paid terms of several months that end by `by`, of which no notice was sent. */
export async function lockEndingTerms(
  tx: Db,
  { now, by, limit }: { now: Date; by: Date; limit: number },
): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select * from subscriptions
      where term_months > 1 and ended_at is null and paid_until > ${now} and paid_until <= ${by}
        and term_notice_for is distinct from paid_until and (trial_until is null or paid_until > trial_until)
        and ${isMember(sql`subscriptions.subscriber_id`)}
      order by paid_until, id limit ${limit} for update skip locked`.execute(tx);
  return rows;
}

export async function setNoticed(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`update subscriptions set term_notice_for = paid_until where id = any (${[...ids]}::uuid[])`.execute(tx);
}
