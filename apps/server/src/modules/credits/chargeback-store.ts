import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { uuidArray } from '../../platform/prepared.ts';

export interface SpentSale {
  groupId: string;
  /** The paid creator. */
  profileId: string;
  /** Bought credits of the sale, minus those claimed by earlier chargebacks. */
  spent: number;
  /** All bought credits of the sale. */
  bought: number;
  /** The creator's part of `bought`. */
  earned: number;
  createdAt: Date;
  /** The share of who referred the creator, if there was one. */
  referral: { referrerId: string; amount: number } | null;
}

/** Sum that a member's posting with this (hashed) key took from an account. */
export async function sumTakenFrom(
  db: Db,
  posting: { ownerId: string; key: string; accountId: string },
): Promise<number> {
  const { rows } = await sql<{ taken: bigint }>`
    select coalesce(sum(legs.amount), 0)::bigint as taken
      from ledger_transfers first join ledger_transfers legs using (owner_id, group_id)
      where first.owner_id = ${posting.ownerId} and first.key = ${posting.key} and legs.debit_account = ${posting.accountId}`.execute(
    db,
  );
  return Number(rows[0]?.taken ?? 0);
}

/** A member's purchases from creators with bought credits, newest first; returned sales are left out. */
export async function listSpent(
  db: Db,
  { payerId, wallet, limit }: { payerId: string; wallet: string; limit: number },
): Promise<SpentSale[]> {
  const { rows } = await sql<{
    group_id: string;
    payee_id: string;
    spent: bigint;
    bought: bigint;
    earned: bigint;
    created_at: Date;
    referrer_id: string | null;
    share: bigint | null;
  }>`
    select sale.group_id, sale.payee_id, sale.created_at, legs.bought, legs.earned, share.owner_id as referrer_id, share.amount as share,
        legs.bought - coalesce(claimed.spent, 0) as spent
      from ledger_transfers sale
      cross join lateral (
        select sum(leg.amount)::bigint as bought,
            coalesce(sum(leg.amount) filter (where target.kind = 'earnings'), 0)::bigint as earned
          from ledger_transfers leg join ledger_accounts target on target.id = leg.credit_account
          where leg.owner_id = sale.owner_id and leg.group_id = sale.group_id and leg.debit_account = ${wallet}
      ) as legs
      left join lateral (
        select sum(recovery.spent)::bigint as spent from chargeback_recoveries recovery
          where recovery.payer_id = sale.owner_id and recovery.group_id = sale.group_id
      ) as claimed on true
      left join creator_referrals referral on referral.referred_id = sale.payee_id
      left join ledger_transfers share on share.owner_id = referral.referrer_id and share.key = sale.group_id
      where sale.owner_id = ${payerId} and sale.leg = 1 and sale.payee_id is not null
        and sale.kind in ('unlock', 'tip', 'bundle', 'gift', 'message', 'call', 'ticket')
        and legs.bought > coalesce(claimed.spent, 0)
        and not exists (
          select from ledger_transfers back
            where back.owner_id = sale.owner_id and back.reference = sale.reference and back.kind in (
              'call_reclaim', 'call_return', 'ticket_reclaim', 'ticket_return', 'unlock_reclaim', 'unlock_return')
        )
      order by sale.created_at desc, sale.group_id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    groupId: row.group_id,
    profileId: row.payee_id,
    spent: Number(row.spent),
    bought: Number(row.bought),
    earned: Number(row.earned),
    createdAt: row.created_at,
    referral: row.referrer_id ? { referrerId: row.referrer_id, amount: Number(row.share) } : null,
  }));
}

/** The creator's earnings of a sale that chargebacks recovered. */
export async function sumRecovered(db: Db, payerId: string, groupId: string): Promise<number> {
  const { rows } = await sql<{ recovered: bigint }>`
    select coalesce(sum(recovered), 0)::bigint as recovered from chargeback_recoveries
      where payer_id = ${payerId} and group_id = ${groupId}`.execute(db);
  return Number(rows[0]?.recovered ?? 0);
}

export interface RecoveredShare {
  groupId: string;
  profileId: string;
  spent: number;
  recovered: number;
}

export async function insertRecoveries(
  db: Db,
  { orderId, payerId, at }: { orderId: string; payerId: string; at: Date },
  recoveries: readonly RecoveredShare[],
): Promise<void> {
  await sql`
    insert into chargeback_recoveries (order_id, payer_id, group_id, profile_id, spent, recovered, at)
      select ${orderId}, ${payerId}, group_id, profile_id, spent, recovered, ${at}
        from unnest(${uuidArray(recoveries.map((each) => each.groupId))}::uuid[],
          ${uuidArray(recoveries.map((each) => each.profileId))}::uuid[], ${recoveries.map((each) => each.spent)}::bigint[],
          ${recoveries.map((each) => each.recovered)}::bigint[]) as recovery (group_id, profile_id, spent, recovered)`.execute(
    db,
  );
}

export async function hasRecoveries(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql`select from chargeback_recoveries where order_id = ${orderId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Per creator: credits of this order spent on them, and the number of this payer's orders spent on them. */
export async function listSpentByCreator(
  db: Db,
  { orderId, payerId }: { orderId: string; payerId: string },
): Promise<{ profileId: string; spent: number; orders: number }[]> {
  const { rows } = await sql<{ profile_id: string; spent: bigint; orders: number }>`
    select profile_id, coalesce(sum(spent) filter (where order_id = ${orderId}), 0)::bigint as spent,
        count(distinct order_id)::int as orders
      from chargeback_recoveries where payer_id = ${payerId}
      group by profile_id having bool_or(order_id = ${orderId})`.execute(db);
  return rows.map((row) => ({ profileId: row.profile_id, spent: Number(row.spent), orders: row.orders }));
}
