import { creditValueCents } from '@vlam/contract/credits';
import type { RevenueSource } from '@vlam/contract/payouts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { accountOf, cash } from './accounts.ts';

// The source of income that a kind of transfer belongs to.
export const incomeKindList = sql`'unlock', 'tip', 'rand_tip', 'subscription', 'subscription_gift', 'request_payment', 'bundle', 'gift', 'call',
  'message', 'ticket', 'referral'`;
/** Reverses earnings, or releases held ones; belongs to the source of the sale. */
const laterKindList = sql`'refund', 'chargeback', 'request_reclaim', 'call_reclaim', 'ticket_reclaim', 'unlock_reclaim',
  'held_release'`;
const sourceCases = sql`when 'unlock' then 'content' when 'tip' then 'tips' when 'rand_tip' then 'tips'
  when 'subscription' then 'subscriptions' when 'subscription_gift' then 'subscriptions' when 'request_payment' then 'requests' when 'bundle' then 'bundles'
  when 'gift' then 'gifts' when 'call' then 'calls' when 'message' then 'messages' when 'ticket' then 'lives'
  when 'referral' then 'referrals'`;

export interface IncomeRange {
  profileId: string;
  /** Lowest group id included. */
  from: string;
  /** First group id no longer included. */
  to: string;
}

/** Greater than every id. */
export const endOfIds = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * One row for each movement on a creator's earnings accounts: `group_id, owner_id, kind, reference, description,
 * created_at, gross, source, is_unnamed, credits, cents`, the last two negative for reversals. Who gave a subscription is
 * not named to its creator, nor whose purchase a referral share is of. A share that emptied the payer's
 * first account is completed by a second leg; only then are the other legs read.
 */
export function incomeRows({ profileId, from, to }: IncomeRange): RawBuilder<unknown> {
  const credits = sql`${accountOf(profileId, 'earnings').id}::uuid`;
  const cents = sql`${accountOf(profileId, 'earnings', 'cents').id}::uuid`;
  const gained = sql`(t.amount + case when t.debit_balance_after <> 0 then 0 else coalesce((
      select sum(l.amount) from ledger_transfers l where l.owner_id = t.owner_id and l.group_id = t.group_id and l.leg > 1
        and l.credit_account = t.credit_account), 0) end)::bigint`;
  const moved = (account: RawBuilder<unknown>) => sql`
    case when t.credit_account = ${account} then ${gained} when t.debit_account = ${account} then -t.amount else 0 end`;
  return sql`
    select t.group_id, t.owner_id, t.kind, t.reference, t.description, t.created_at, t.group_amount as gross,
        case t.kind ${sourceCases} else coalesce((
          select case o.kind ${sourceCases} end from ledger_transfers o
            where o.owner_id = t.owner_id and o.reference = t.reference and o.payee_id = t.payee_id
              and o.kind in (${incomeKindList}) limit 1), 'subscriptions') end as source,
        case when t.owner_id = t.payee_id or t.kind = 'subscription_gift' then true when t.kind not in ('refund', 'chargeback') then false
          else exists (select from ledger_transfers o where o.owner_id = t.owner_id and o.reference = t.reference
            and o.payee_id = t.payee_id and o.kind = 'subscription_gift') end as is_unnamed,
        ${moved(credits)} as credits, ${moved(cents)} as cents
      from ledger_transfers t
      where t.payee_id = ${profileId} and t.group_id >= ${from}::uuid and t.group_id < ${to}::uuid
        and t.kind in (${incomeKindList}, ${laterKindList})`;
}

/**
 * Sales with a held share count too. A dispute reverses a request's payment in several transfers, and its outcome for
 * the creator is another payment of the same request: so a day with only the reversal has one sale less. The same holds
 * for a ticket and an unlock that went back. A referral share is no sale: how many others sold is theirs.
 */
const salesOf = sql`(count(*) filter (where kind in (${incomeKindList}) and source <> 'referrals')
  - count(distinct reference) filter (where kind = 'request_reclaim' and source <> 'referrals')
  - count(distinct (owner_id, reference)) filter (where kind in ('ticket_reclaim', 'unlock_reclaim') and source <> 'referrals'))::int`;

export interface IncomeSum {
  source: RevenueSource;
  sales: number;
  credits: bigint;
  cents: bigint;
}

/** Sums by source between each of `thresholds` (ascending ids) and the next; `bucket` counts from 0. */
export async function sumIncome(
  db: Db,
  profileId: string,
  thresholds: readonly string[],
  to: string = endOfIds,
): Promise<(IncomeSum & { bucket: number })[]> {
  const [from] = thresholds;
  if (!from) return [];
  const { rows } = await sql<IncomeSum & { bucket: number }>`
    select width_bucket(group_id, ${thresholds}::uuid[]) - 1 as bucket, source, ${salesOf} as sales,
        sum(credits)::bigint as credits, sum(cents)::bigint as cents
      from (${incomeRows({ profileId, from, to })}) as income group by 1, 2`.execute(db);
  return rows;
}

export interface DaySumState {
  /** The first day without stored sums; null when no day has any. */
  until: string | null;
  /** The first day that may not be over. */
  settled: string;
  firstIncome: string | null;
}

/** Which days have stored sums and which are over; waits two hours for slow clocks and commits. */
export async function findDaySumState(db: Db, profileId: string): Promise<DaySumState> {
  const { rows } = await sql<DaySumState>`
    select (select until::text from earnings_watermarks where profile_id = ${profileId}) as until,
        ((now() - interval '2 hours') at time zone 'Africa/Johannesburg')::date::text as settled,
        (select group_id from ledger_transfers where payee_id = ${profileId} order by group_id limit 1) as "firstIncome"`.execute(
    db,
  );
  return rows[0] ?? { until: null, settled: '', firstIncome: null };
}

/** One process at a time computes a creator's sums. */
export async function lockDaySums(db: Db, profileId: string): Promise<void> {
  await sql`insert into earnings_watermarks (profile_id) values (${profileId}) on conflict do nothing`.execute(db);
  await sql`select from earnings_watermarks where profile_id = ${profileId} for update`.execute(db);
}

/** Stores sums of whole days; `days` (ascending) begin at the ids of `thresholds`, the last of them ends at `to`. */
export async function insertDaySums(
  db: Db,
  profileId: string,
  { days, thresholds, to }: { days: readonly string[]; thresholds: readonly string[]; to: string },
): Promise<void> {
  const from = thresholds[0] ?? to;
  await sql`
    with income as materialized (
      select group_id, owner_id, kind, source, reference, credits, cents from (${incomeRows({ profileId, from, to })}) as rows
    ), items as (
      insert into earnings_items (profile_id, reference, sales, credits)
        select ${profileId}, reference, ${salesOf}, sum(credits) from income where source = 'content' group by reference
        on conflict (profile_id, reference) do update
          set sales = earnings_items.sales + excluded.sales, credits = earnings_items.credits + excluded.credits
    )
    insert into earnings_days (profile_id, day, source, sales, credits, cents)
      select ${profileId}, (${days}::date[])[width_bucket(group_id, ${thresholds}::uuid[])], source, ${salesOf},
          sum(credits), sum(cents)
        from income group by 2, 3`.execute(db);
}

export async function setSummedUntil(db: Db, profileId: string, until: string): Promise<void> {
  await sql`update earnings_watermarks set until = ${until}::date where profile_id = ${profileId}`.execute(db);
}

export async function listDays(db: Db, profileId: string): Promise<(IncomeSum & { day: string })[]> {
  const { rows } = await sql<IncomeSum & { day: string }>`
    select day::text as day, source, sales, credits, cents from earnings_days where profile_id = ${profileId}
      order by day`.execute(db);
  return rows;
}

export interface ItemIncome {
  reference: string;
  sales: number;
  credits: bigint;
}

/** Income from unlocks of each item, or of `itemIds`, since `from`, including stored sums when `stored`. */
export async function sumItems(
  db: Db,
  profileId: string,
  { from, stored, itemIds }: { from: string; stored: boolean; itemIds: readonly string[] | null },
): Promise<ItemIncome[]> {
  const isAsked = itemIds ? sql`reference = any (${[...itemIds]}::text[])` : sql`true`;
  const { rows } = await sql<ItemIncome>`
    select reference, sum(sales)::int as sales, sum(credits)::bigint as credits from (
      select reference, ${salesOf} as sales, sum(credits) as credits
        from (${incomeRows({ profileId, from, to: endOfIds })}) as income where source = 'content' and ${isAsked} group by reference
      union all
      select reference, sales, credits from earnings_items where ${stored} and profile_id = ${profileId} and ${isAsked}
    ) as parts group by reference`.execute(db);
  return rows;
}

export interface YearSum {
  source: RevenueSource;
  part: 'sale' | 'released' | 'returned' | 'charged_back';
  count: number;
  /** Cents, credits at their value: what was paid, what of it is the platform's, and the creator's share. */
  gross: bigint;
  platform: bigint;
  earned: bigint;
}

const inCents = (amount: RawBuilder<unknown>, currency: RawBuilder<unknown>) =>
  sql`${amount} * case when ${currency} = 'cents' then 1 else ${creditValueCents}::int end`;

/**
 * All movements of a range by source and what they are; reversals are negative. A referral share is paid by the platform:
 * nothing of it is gross, and nothing of it is the platform's.
 */
export async function sumYear(db: Db, range: IncomeRange): Promise<YearSum[]> {
  const currency = sql`case when kind in ('rand_tip', 'subscription', 'subscription_gift') then 'cents' else 'credits' end`;
  const { rows } = await sql<YearSum>`
    select source, case when kind in (${incomeKindList}) then 'sale' when kind = 'held_release' then 'released'
          when kind = 'chargeback' then 'charged_back' else 'returned' end as part, (count(*) filter (where source <> 'referrals'))::int as count,
        coalesce(sum(${inCents(sql`gross`, currency)}) filter (where kind in (${incomeKindList}) and kind <> 'referral'), 0)::bigint as gross,
        coalesce(sum(kept.part), 0)::bigint as platform,
        sum(cents + credits * ${creditValueCents}::int)::bigint as earned
      from (${incomeRows(range)}) as income
      cross join lateral (
        select sum(case when c.kind = 'platform_revenue' then ${inCents(sql`l.amount`, sql`c.currency`)} else 0 end
          - case when d.kind = 'platform_revenue' then ${inCents(sql`l.amount`, sql`d.currency`)} else 0 end) as part
          from ledger_transfers l join ledger_accounts c on c.id = l.credit_account
          join ledger_accounts d on d.id = l.debit_account
          where l.owner_id = income.owner_id and l.group_id = income.group_id and income.source <> 'referrals') as kept
      group by 1, 2`.execute(db);
  return rows;
}

/** Cents that went to a creator's bank in a range, less what the bank returned in it. */
export async function sumPaidOut(db: Db, { profileId, from, to }: IncomeRange): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(case kind when 'payout_sent' then amount else -amount end), 0)::bigint as cents from ledger_transfers
      where payee_id = ${profileId} and group_id >= ${from}::uuid and group_id < ${to}::uuid
        and (kind = 'payout_sent' or (kind = 'payout_return' and debit_account = ${cash.id}))`.execute(db);
  return rows[0]?.cents ?? 0n;
}

export interface IncomeRow {
  group_id: string;
  owner_id: string;
  kind: string;
  reference: string;
  description: string;
  created_at: Date;
  gross: bigint;
  source: RevenueSource;
  is_unnamed: boolean;
  credits: bigint;
  cents: bigint;
}

/**
 * Newest first, or oldest first for a statement, without referral shares, of which a creator sees sums alone; a movement borne by the platform alone has neither credits nor cents.
 */
export async function listIncome(
  db: Db,
  range: IncomeRange,
  { limit, oldestFirst = false }: { limit: number; oldestFirst?: boolean },
): Promise<IncomeRow[]> {
  const { rows } = await sql<IncomeRow>`
    select * from (${incomeRows(range)}) as income where source <> 'referrals'
      order by group_id ${oldestFirst ? sql`asc` : sql`desc`} limit ${limit}`.execute(db);
  return rows;
}

/**
 * What a creator earned from `line` on and cannot withdraw yet. Reversals of earlier sales do not reduce it; a
 * chargeback of a later sale does, although its reference is another payment.
 */
export async function sumClearing(
  db: Db,
  profileId: string,
  line: string,
): Promise<{ credits: bigint; cents: bigint }> {
  const { rows } = await sql<{ credits: bigint; cents: bigint }>`
    select (coalesce(sum(credits), 0) - (
        select coalesce(sum(recovered), 0) from chargeback_recoveries
          where profile_id = ${profileId} and group_id >= ${line}::uuid and recovered > 0
      ))::bigint as credits, coalesce(sum(cents), 0)::bigint as cents
      from (${incomeRows({ profileId, from: line, to: endOfIds })}) as income
      where credits > 0 or cents > 0 or exists (
        select from ledger_transfers o where o.owner_id = income.owner_id and o.reference = income.reference
          and o.payee_id = ${profileId} and o.group_id >= ${line}::uuid and o.kind in (${incomeKindList}, 'held_release'))`.execute(
    db,
  );
  return rows[0] ?? { credits: 0n, cents: 0n };
}

/** A creator's earnings that were not withdrawn, in each currency. */
export async function findEarnings(db: Db, profileId: string): Promise<{ credits: bigint; cents: bigint }> {
  const [credits, cents] = [accountOf(profileId, 'earnings'), accountOf(profileId, 'earnings', 'cents')];
  const { rows } = await sql<{ id: string; balance: bigint }>`
    select id, balance from ledger_accounts where id in (${credits.id}, ${cents.id})`.execute(db);
  const balanceOf = (id: string) => rows.find((row) => row.id === id)?.balance ?? 0n;
  return { credits: balanceOf(credits.id), cents: balanceOf(cents.id) };
}

/** Credits held for a creator. */
export async function findHeld(db: Db, profileId: string): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select balance from ledger_accounts where id = ${accountOf(profileId, 'earnings_held').id}`.execute(db);
  return rows[0]?.balance ?? 0n;
}

/** The current share by the database's clock, as postings read it. */
export async function findShare(db: Db): Promise<number> {
  const { rows } = await sql<{ creator_percent: number }>`
    select creator_percent from revenue_shares where effective_from <= now() order by effective_from desc limit 1`.execute(
    db,
  );
  if (!rows[0]) throw new Error('no revenue share is in force');
  return rows[0].creator_percent;
}

/** A creator's share of a sale from each day on, newest first. */
export async function listShares(db: Db): Promise<{ effective_from: Date; creator_percent: number }[]> {
  return db
    .selectFrom('revenue_shares')
    .select(['effective_from', 'creator_percent'])
    .orderBy('effective_from', 'desc')
    .execute();
}
