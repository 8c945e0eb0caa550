import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { stoppedSelling } from '../profiles/service.ts';

/** A subscription that was to renew, of a creator who stopped selling. */
export interface EndedRenewal {
  id: string;
  subscriber_id: string;
  creator_id: string;
  paid_until: Date;
}

/** Ends up to `limit` renewals of creators who stopped selling; those that are being charged are left. */
export async function endRenewals(db: Db, now: Date, limit: number): Promise<EndedRenewal[]> {
  const { rows } = await sql<EndedRenewal>`
    with chosen as (
      select id from subscriptions
        where creator_id = any (array(${stoppedSelling})) and next_attempt_at is not null
          and (claimed_until is null or claimed_until <= ${now})
        order by id limit ${limit} for update skip locked
    )
    update subscriptions set next_attempt_at = null, failed_attempts = 0, claimed_until = null from chosen
      where subscriptions.id = chosen.id
      returning subscriptions.id, subscriber_id, creator_id, paid_until`.execute(db);
  return rows;
}

export async function countPaid(
  db: Db,
  creatorId: string,
  now: Date,
): Promise<{ running: number; renewing: number; paidUntil: Date | null }> {
  const { rows } = await sql<{ running: number; renewing: number; paidUntil: Date | null }>`
    select count(*)::int as running, count(*) filter (where next_attempt_at is not null)::int as renewing,
        max(paid_until) as "paidUntil"
      from subscriptions where creator_id = ${creatorId} and paid_until > ${now}`.execute(db);
  return rows[0] ?? { running: 0, renewing: 0, paidUntil: null };
}
