import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { isMember } from '../profiles/service.ts';
import type { SubscriptionRow } from './store.ts';

/** With the end of the term that renews; other paid time may follow it. */
export type EndingTerm = SubscriptionRow & { ends: Date };

/** Locks up to `limit` paid terms of several months that end by `by`, of which no notice was sent. */
export async function lockEndingTerms(
  tx: Db,
  { now, by, limit }: { now: Date; by: Date; limit: number },
): Promise<EndingTerm[]> {
  const { rows } = await sql<EndingTerm>`
    select *, coalesce(renews_from, paid_until) as ends from subscriptions
      where term_months > 1 and ended_at is null and paid_until > ${now} and coalesce(renews_from, paid_until) <= ${by}
        and term_notice_for is distinct from coalesce(renews_from, paid_until) and (trial_until is null or paid_until > trial_until)
        and ${isMember(sql`subscriptions.subscriber_id`)}
      order by paid_until, id limit ${limit} for update skip locked`.execute(tx);
  return rows;
}

export async function setNoticed(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`update subscriptions set term_notice_for = coalesce(renews_from, paid_until) where id = any (${[...ids]}::uuid[])`.execute(
    tx,
  );
}
