import { longestRatioDays, riskReading } from '@vlam/contract/rules/risk';
import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';
import { firstIdAt } from '../platform/ids.ts';

/** Card payments that reached a creator, and how many of them were charged back; the amounts are cents. */
export interface ChargebackCount {
  profileId: string;
  payments: number;
  cents: number;
  chargedBack: number;
  chargedBackCents: number;
}

const dayMs = 86_400_000;
const maxCreators = 200;

/** Creators who received credits from a payment of the last days that was charged back. */
export async function listChargedBackCreators(on: Db, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - longestRatioDays * dayMs);
  const { rows } = await sql<{ profile_id: string }>`
    with charged as (select id, account_id from payment_orders where state = 'charged_back' and paid_at > ${since})
    select profile_id from (
      select recovery.profile_id, recovery.order_id from charged join chargeback_recoveries recovery on recovery.order_id = charged.id
      union select sale.payee_id, charged.id from charged join ledger_transfers sale
        on sale.reference = charged.id::text and sale.owner_id = charged.account_id and sale.kind in ('rand_tip', 'subscription', 'subscription_gift')
    ) as reached group by 1 order by count(*) desc limit ${maxCreators}`.execute(on);
  return rows.map((row) => row.profile_id);
}

/**
 * Payments of the last days by creator. A tip or subscription in rand is its payment; a sale paid with bought credits
 * belongs to the payer's newest pack before it, and to each pack whose chargeback was traced to it.
 */
export async function countChargebacks(
  on: Db,
  profileIds: readonly string[],
  days: number,
  now: Date,
): Promise<ChargebackCount[]> {
  const since = new Date(now.getTime() - days * dayMs);
  const { rows } = await sql<ChargebackCount>`
    with creators as (select unnest(${[...profileIds]}::uuid[]) as profile_id),
    sales as materialized (
      select creators.profile_id, sale.* from creators cross join lateral (
        select owner_id, group_id, created_at, kind, reference from ledger_transfers
          where payee_id = creators.profile_id and group_id >= ${firstIdAt(since)}::uuid and leg = 1 and kind in (
            'unlock', 'tip', 'bundle', 'gift', 'message', 'call', 'ticket', 'request_payment', 'rand_tip', 'subscription', 'subscription_gift')
          order by group_id desc limit ${riskReading.sales}) as sale
    ), reached as (
      select profile_id, reference::uuid as order_id from sales where kind in ('rand_tip', 'subscription', 'subscription_gift')
        and reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      union
      select sales.profile_id, pack.id from sales
        cross join lateral (select id from payment_orders
          where account_id = sales.owner_id and purpose = 'pack' and paid_at <= sales.created_at
          order by id desc limit 1) as pack
        where sales.kind not in ('rand_tip', 'subscription', 'subscription_gift') and exists (
          select from ledger_transfers leg join ledger_accounts source on source.id = leg.debit_account
            where leg.owner_id = sales.owner_id and leg.group_id = sales.group_id and source.kind in ('wallet', 'escrow'))
      union
      select recovery.profile_id, recovery.order_id from chargeback_recoveries recovery
        where recovery.profile_id in (select profile_id from creators)
    )
    select reached.profile_id as "profileId", count(*)::int as payments, sum(bought.amount_cents)::float8 as cents,
        count(*) filter (where bought.state = 'charged_back')::int as "chargedBack",
        coalesce(sum(bought.amount_cents) filter (where bought.state = 'charged_back'), 0)::float8 as "chargedBackCents"
      from reached join payment_orders bought on bought.id = reached.order_id
      where bought.paid_at > ${since} group by 1`.execute(on);
  return rows;
}
