import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

/** The same list as the index `ledger_by_reference`; `ledger_holds_by_reference` has the holds of subscriptions. */
const namedKinds = sql`'bundle', 'gift', 'request_hold', 'request_payment', 'request_return', 'request_reclaim', 'pack',
  'pack_return', 'bonus_return', 'redemption', 'redemption_return', 'pack_sale', 'subscription', 'rand_tip', 'vip',
  'difference', 'refund', 'chargeback', 'payout', 'payout_value', 'payout_sent', 'payout_return'`;

export interface TransferRow {
  owner_id: string;
  group_id: string;
  kind: string;
  currency: 'credits' | 'cents';
  amount: bigint;
  description: string;
  reference: string;
  payee_id: string | null;
  created_at: Date;
}

export interface TransferFilter {
  ownerId?: string | undefined;
  payeeId?: string | undefined;
  kind?: string | undefined;
  reference?: string | undefined;
}

const columns = sql`t.owner_id, t.group_id, t.kind, t.group_amount as amount, t.description, t.reference, t.payee_id,
  t.created_at, (select currency from ledger_accounts a where a.id = t.credit_account) as currency`;

/**
 * Groups that match the filter, newest first, before the id `before` and not created before `since`. A reference alone
 * finds transfers with the number of an order, request or payout; unlocks, chat and calls need a payer or payee as
 * well.
 */
export async function listTransfers(
  db: Db,
  filter: TransferFilter,
  { before, since, limit }: { before: string; since: Date | null; limit: number },
): Promise<TransferRow[]> {
  const { ownerId, payeeId, kind, reference } = filter;
  const page = (...also: RawBuilder<unknown>[]) => {
    const conditions = [
      sql`t.leg = 1`,
      sql`t.group_id < ${before}::uuid`,
      ...(since ? [sql`t.created_at >= ${since}`] : []),
      ...(ownerId ? [sql`t.owner_id = ${ownerId}`] : []),
      ...(payeeId ? [sql`t.payee_id = ${payeeId}`] : []),
      ...(kind ? [sql`t.kind = ${kind}`] : []),
      ...(reference === undefined ? [] : [sql`t.reference = ${reference}`]),
      ...also,
    ];
    return sql<TransferRow>`
      select ${columns} from ledger_transfers t where ${sql.join(conditions, sql` and `)}
        order by t.group_id desc limit ${limit}`;
  };
  const isAlone = reference !== undefined && !ownerId && !payeeId;
  // Each part has an index of its own.
  const both = sql<TransferRow>`
    (${page(sql`t.kind in (${namedKinds})`)}) union all (${page(sql`t.kind = 'subscription_hold'`)})
      order by group_id desc limit ${limit}`;
  return (await (isAlone ? both : page()).execute(db)).rows;
}

/** A group by its id alone, among those created between two moments. */
export async function findTransfer(
  db: Db,
  groupId: string,
  [from, to]: readonly [Date, Date],
): Promise<TransferRow | undefined> {
  const { rows } = await sql<TransferRow>`
    select ${columns} from ledger_transfers t
      where t.created_at between ${from} and ${to} and t.group_id = ${groupId} and t.leg = 1
      -- A referral share has the id of its sale.
      order by t.kind = 'referral' limit 1`.execute(db);
  return rows[0];
}

export interface EntryRow {
  leg: number;
  account_id: string;
  account_kind: string;
  account_owner_id: string | null;
  currency: 'credits' | 'cents';
  amount: bigint;
  balance_after: bigint;
}

/** Both sides of each leg, debits before credits. */
export async function listEntries(db: Db, ownerId: string, groupId: string): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select t.leg, a.id as account_id, a.kind as account_kind, a.owner_id as account_owner_id, a.currency,
        side.amount, side.balance_after
      from ledger_transfers t
      cross join lateral (values (t.debit_account, -t.amount, t.debit_balance_after),
        (t.credit_account, t.amount, t.credit_balance_after)) as side (account, amount, balance_after)
      join ledger_accounts a on a.id = side.account
      where t.owner_id = ${ownerId} and t.group_id = ${groupId}
      order by t.leg, side.amount`.execute(db);
  return rows;
}
