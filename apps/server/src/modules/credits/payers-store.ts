import { creditValueCents } from '@vlam/contract/credits';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { endOfIds, incomeKindList, incomeRows } from './earnings-store.ts';

/** Up to which id the sums are settled, and a moment before which no posting is still to come. */
export interface PayerSumState {
  until: string | null;
  settledAt: Date;
}

/** Locks a creator's sums by payer; waits two hours for slow clocks and commits, as the sums of days do. */
export async function lockPayerSums(tx: Db, profileId: string): Promise<PayerSumState> {
  await sql`insert into earnings_watermarks (profile_id) values (${profileId}) on conflict do nothing`.execute(tx);
  const { rows } = await sql<PayerSumState>`
    select payers_until as until, now() - interval '2 hours' as "settledAt" from earnings_watermarks
      where profile_id = ${profileId} for update`.execute(tx);
  if (!rows[0]) throw new Error('no watermark of a creator');
  return rows[0];
}

const isTip = sql`kind in ('tip', 'rand_tip')`;
const isReturnedTip = sql`(kind = 'refund' and source = 'tips')`;

/** Adds what came between `from` and `settled` to the settled sums, and computes the others anew with what came after. */
export async function addPayerSums(
  tx: Db,
  profileId: string,
  { from, settled }: { from: string; settled: string },
): Promise<void> {
  const isNew = sql`group_id >= ${settled}::uuid`;
  const cents = (only: RawBuilder<unknown>) =>
    sql`coalesce(sum(income.cents + income.credits * ${creditValueCents}::int) filter (where ${only}), 0)::bigint`;
  const tips = (only: RawBuilder<unknown>) => sql`(count(*) filter (where ${only} and ${isTip})
    - count(*) filter (where ${only} and ${isReturnedTip}))::int`;
  const [all, old, tipped] = [sql`true`, sql`not ${isNew}`, sql`source = 'tips'`];
  await sql`
    insert into earnings_payers (profile_id, payer_id, settled_cents, settled_tips, settled_tip_cents, earned_cents, tips,
        tip_cents, last_group_id, last_paid_at)
      select ${profileId}::uuid, owner_id, ${cents(old)}, ${tips(old)}, ${cents(sql`${old} and ${tipped}`)},
          ${cents(all)}, ${tips(all)}, ${cents(tipped)},
          (max(group_id::text) filter (where kind in (${incomeKindList})))::uuid,
          max(created_at) filter (where kind in (${incomeKindList}))
        from (${incomeRows({ profileId, from, to: endOfIds })}) as income where not is_unnamed group by owner_id
    on conflict (profile_id, payer_id) do update set
      settled_cents = earnings_payers.settled_cents + excluded.settled_cents,
      settled_tips = earnings_payers.settled_tips + excluded.settled_tips,
      settled_tip_cents = earnings_payers.settled_tip_cents + excluded.settled_tip_cents,
      earned_cents = earnings_payers.settled_cents + excluded.earned_cents,
      tips = earnings_payers.settled_tips + excluded.tips,
      tip_cents = earnings_payers.settled_tip_cents + excluded.tip_cents,
      last_group_id = coalesce(excluded.last_group_id, earnings_payers.last_group_id),
      last_paid_at = coalesce(excluded.last_paid_at, earnings_payers.last_paid_at)`.execute(tx);
  await sql`update earnings_watermarks set payers_until = ${settled}::uuid where profile_id = ${profileId}`.execute(tx);
}

export interface PayerSum {
  cents: bigint;
  tips: number;
  tipCents: bigint;
  lastKind: string | null;
  lastDescription: string | null;
  lastAt: Date | null;
}

/** What one account earned a creator, with its latest purchase. */
export async function findPayerSum(db: Db, profileId: string, payerId: string): Promise<PayerSum | undefined> {
  const { rows } = await sql<PayerSum>`
    select sums.earned_cents as cents, sums.tips, sums.tip_cents as "tipCents", last.kind as "lastKind",
        last.description as "lastDescription", last.created_at as "lastAt"
      from earnings_payers sums
      left join ledger_transfers last on last.owner_id = sums.payer_id and last.group_id = sums.last_group_id and last.leg = 1
      where sums.profile_id = ${profileId} and sums.payer_id = ${payerId}`.execute(db);
  return rows[0];
}
