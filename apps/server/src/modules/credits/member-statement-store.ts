import type { StatementCurrency, StatementGroup } from '@vlam/contract/rules/statement';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { cash, demoCash } from './accounts.ts';

/** Kinds that move a member's wallets, and those that move their rand. */
const creditGroups = {
  unlock: 'content',
  bundle: 'content',
  message: 'content',
  ticket: 'content',
  tip: 'tips',
  gift: 'tips',
  call: 'calls',
  request_hold: 'requests',
  daily_bonus: 'free',
  profile_bonus: 'free',
  first_purchase_bonus: 'free',
  vip_bonus: 'free',
  promotion: 'free',
  demo_opening: 'free',
  pack: 'packs',
  pack_return: 'returns',
  bonus_return: 'returns',
  request_return: 'returns',
  call_return: 'returns',
  ticket_return: 'returns',
  unlock_return: 'returns',
} as const satisfies Record<string, StatementGroup>;
const randGroups = {
  pack_sale: 'packs',
  subscription: 'subscriptions',
  subscription_hold: 'subscriptions',
  vip: 'subscriptions',
  rand_tip: 'tips',
  refund: 'returns',
  chargeback: 'returns',
  difference: 'other',
} as const satisfies Record<string, StatementGroup>;
const takesCredits = [
  'unlock',
  'bundle',
  'message',
  'ticket',
  'tip',
  'gift',
  'call',
  'request_hold',
  'pack_return',
  'bonus_return',
];
export type EntryKind = keyof typeof creditGroups | keyof typeof randGroups;

export const groupOfKind = (kind: EntryKind): StatementGroup =>
  kind in creditGroups ? creditGroups[kind as keyof typeof creditGroups] : randGroups[kind as keyof typeof randGroups];

export interface EntryFilter {
  currency?: StatementCurrency | undefined;
  group?: StatementGroup | undefined;
  /** Created from the first moment and before the second. */
  span?: readonly [Date, Date] | null;
}

export interface EntryRow {
  id: string;
  kind: EntryKind;
  reference: string;
  description: string;
  payeeId: string | null;
  cents: bigint | null;
  credits: bigint | null;
  count: number;
  at: Date;
}

const cashAccounts = [cash.id, demoCash.id];
const kindsOf = (groups: Record<string, StatementGroup>, group: StatementGroup | undefined): string[] =>
  Object.keys(groups).filter((kind) => group === undefined || groups[kind] === group);

/**
 * First legs that moved the member's money, signed from their side. A pack's credits and bonus stand in the row of its
 * payment. Refunds between a creator and the platform are left out: rand counts where it came from or went to cash.
 */
const movements = (ownerId: string, { group, span }: Omit<EntryFilter, 'currency'>) => sql`
  select t.group_id, t.kind, t.reference, t.description, t.payee_id, t.created_at,
      case when t.kind = any (${kindsOf(randGroups, undefined)}::text[])
        then case when t.debit_account = any (${cashAccounts}::uuid[]) then -t.group_amount else t.group_amount end end as cents,
      case when t.kind = 'pack_sale' then (select sum(p.group_amount) from ledger_transfers p
          where p.owner_id = t.owner_id and p.reference = t.reference and p.kind in ('pack', 'promotion') and p.leg = 1)
        when t.kind = any (${takesCredits}::text[]) then -t.group_amount
        when t.kind = any (${kindsOf(creditGroups, undefined)}::text[]) then t.group_amount end as credits
    from ledger_transfers t
    where t.owner_id = ${ownerId} and t.leg = 1
      and (t.kind = any (${kindsOf(creditGroups, group)}::text[])
        or t.kind = any (${kindsOf(randGroups, group)}::text[])
          and (t.debit_account = any (${cashAccounts}::uuid[]) or t.credit_account = any (${cashAccounts}::uuid[])))
      and not (t.kind in ('pack', 'promotion') and exists (select from ledger_transfers s
        where s.owner_id = t.owner_id and s.reference = t.reference and s.kind = 'pack_sale'))
      ${span ? sql`and t.created_at >= ${span[0]} and t.created_at < ${span[1]}` : sql``}`;

/**
 * One entry for the minutes of a call, one for the months of a subscription that were paid together, and one for the
 * parts of a refund; each other movement is one. Newest first.
 */
export async function listEntries(
  db: Db,
  ownerId: string,
  filter: EntryFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<EntryRow[]> {
  const { currency } = filter;
  const { rows } = await sql<EntryRow>`
    with entries as (
      select (array_agg(group_id order by group_id desc))[1] as id, min(kind) as kind, min(reference) as reference,
          (array_agg(description order by group_id desc))[1] as description,
          (array_agg(payee_id order by payee_id nulls last))[1] as "payeeId", sum(cents)::bigint as cents,
          sum(credits)::bigint as credits, count(*)::int as count, max(created_at) as at
        from (${movements(ownerId, filter)}) as moved
        group by case when kind in ('call', 'refund', 'chargeback') then kind || reference
          when kind in ('subscription', 'subscription_hold') then 'subscription' || reference else group_id::text end
    )
    select * from entries where true
      ${before ? sql`and id < ${before}::uuid` : sql``}
      ${currency === 'rand' ? sql`and cents is not null` : currency === 'credits' ? sql`and credits is not null` : sql``}
      order by id desc limit ${limit}`.execute(db);
  return rows;
}

export interface EntryTotals {
  cents: bigint;
  spent: bigint;
  received: bigint;
}

/** Rand paid less what came back, credits spent, and credits that came in. */
export async function sumEntries(db: Db, ownerId: string, span: EntryFilter['span']): Promise<EntryTotals> {
  const { rows } = await sql<EntryTotals>`
    select -coalesce(sum(cents), 0)::bigint as cents, -coalesce(sum(credits) filter (where credits < 0), 0)::bigint as spent,
        coalesce(sum(credits) filter (where credits > 0), 0)::bigint as received
      from (${movements(ownerId, { span: span ?? null })}) as moved`.execute(db);
  return rows[0] ?? { cents: 0n, spent: 0n, received: 0n };
}

/** When the member's money moved first; null when it never did. */
export async function findFirstEntry(db: Db, ownerId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from ledger_transfers where owner_id = ${ownerId} and leg = 1 order by group_id limit 1`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}
