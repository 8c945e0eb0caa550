import type { StatementCurrency, StatementGroup } from '@vlam/contract/rules/statement';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { accountOf, cash, demoCash } from './accounts.ts';
import { movedCredits } from './store.ts';

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
  span?: readonly [Date, Date] | null | undefined;
}

/** One posting that moved the member's money, signed from their side. */
export interface MovementRow {
  id: string;
  kind: EntryKind;
  reference: string;
  description: string;
  payeeId: string | null;
  cents: bigint | null;
  credits: bigint | null;
  at: Date;
}

const cashAccounts = [cash.id, demoCash.id];
const kindsOf = (groups: Record<string, StatementGroup>, group: StatementGroup | undefined): string[] =>
  Object.keys(groups).filter((kind) => group === undefined || groups[kind] === group);
const dayMs = 86_400_000;

/** Ids are made at most a day from the moment a row is written. */
const withinSpan = (span: EntryFilter['span']): RawBuilder<unknown> =>
  span
    ? sql`and t.created_at >= ${span[0]} and t.created_at < ${span[1]}
      and t.group_id >= ${firstIdAt(new Date(span[0].getTime() - dayMs))}::uuid
      and t.group_id < ${firstIdAt(new Date(span[1].getTime() + dayMs))}::uuid`
    : sql``;

const cents = sql`case when t.kind = any (${kindsOf(randGroups, undefined)}::text[])
  then case when t.debit_account = any (${cashAccounts}::uuid[]) then -t.group_amount else t.group_amount end end`;
const credits = (ownerId: string) => sql`case when t.kind = any (${takesCredits}::text[]) then -${movedCredits(ownerId)}
  when t.kind = any (${kindsOf(creditGroups, undefined)}::text[]) then t.group_amount end`;

/** First legs of a member. Refunds between a creator and the platform are left out: rand counts where it was or went to cash. */
const movementsOf = (
  ownerId: string,
  { currency, group, span }: EntryFilter,
): RawBuilder<unknown> => sql`ledger_transfers t
  where t.owner_id = ${ownerId}::uuid and t.leg = 1
    and (t.kind = any (${currency === 'rand' ? [] : kindsOf(creditGroups, group)}::text[])
      or t.kind = any (${currency === 'credits' ? kindsOf({ pack_sale: 'packs' }, group) : kindsOf(randGroups, group)}::text[])
        and (t.debit_account = any (${cashAccounts}::uuid[]) or t.credit_account = any (${cashAccounts}::uuid[])))
    ${withinSpan(span)}`;

const columns = (
  ownerId: string,
) => sql`t.group_id as id, t.kind, t.reference, t.description, t.payee_id as "payeeId", t.created_at as at,
  ${cents} as cents, ${credits(ownerId)} as credits`;

/** Newest first. A pack's credits and bonus are left out: they belong to the row of its payment. */
export async function listMovements(
  db: Db,
  ownerId: string,
  filter: EntryFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    select * from (select ${columns(ownerId)} from ${movementsOf(ownerId, filter)}
      ${before ? sql`and t.group_id < ${before}::uuid` : sql``}
      and not (t.kind in ('pack', 'promotion') and exists (select from ledger_transfers s
        where s.owner_id = t.owner_id and s.reference = t.reference and s.kind = 'pack_sale'))
    ) as moved where credits is distinct from 0 order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** Several postings that are one entry, found by one of them. */
export interface Whole {
  kind: 'call' | 'order' | 'pack';
  reference: string;
  /** When the known posting was made. */
  at: Date;
}

/** All postings of these entries. A call lasts less than a day, and the postings of a pack are made together. */
export async function listWhole(
  db: Db,
  ownerId: string,
  wholes: readonly Whole[],
  span: EntryFilter['span'],
): Promise<MovementRow[]> {
  const references = (kind: Whole['kind']) =>
    wholes.filter((whole) => whole.kind === kind).map(({ reference }) => reference);
  const near = wholes.filter(({ kind }) => kind !== 'order');
  const bounds = (days: number) => near.map(({ at }) => firstIdAt(new Date(at.getTime() + days * dayMs)));
  const ofOrders = (kinds: RawBuilder<unknown>) => sql`
    select ${columns(ownerId)} from ${movementsOf(ownerId, { span })}
      and t.reference = any (${references('order')}::text[]) and t.kind in (${kinds})`;
  const { rows } = await sql<MovementRow>`
    ${ofOrders(sql`'subscription', 'refund', 'chargeback'`)}
    union all ${ofOrders(sql`'subscription_hold'`)}
    union all select part.* from
      unnest(${near.map(({ kind }) => kind)}::text[], ${near.map(({ reference }) => reference)}::text[],
        ${bounds(-1)}::uuid[], ${bounds(1)}::uuid[]) as whole (kind, reference, low, high)
      cross join lateral (
        select ${columns(ownerId)} from ${movementsOf(ownerId, { span })}
          and t.group_id >= whole.low and t.group_id < whole.high and t.reference = whole.reference
          and case whole.kind when 'call' then t.kind = 'call' else t.kind in ('pack_sale', 'pack', 'promotion') end
      ) as part
    order by id desc`.execute(db);
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
      from (select ${columns(ownerId)} from ${movementsOf(ownerId, { span })}) as moved`.execute(db);
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

/** All credits of a member after one of their postings: what they have now, less what moved since. */
export async function findCreditsAfter(db: Db, ownerId: string, id: string): Promise<bigint> {
  const wallets = [accountOf(ownerId, 'wallet').id, accountOf(ownerId, 'wallet_promotional').id];
  const { rows } = await sql<{ credits: bigint }>`
    select ((select coalesce(sum(balance), 0) from ledger_accounts where id = any (${wallets}::uuid[]))
      - (select coalesce(sum(${credits(ownerId)}), 0) from ${movementsOf(ownerId, {})} and t.group_id > ${id}::uuid)
    )::bigint as credits`.execute(db);
  return rows[0]?.credits ?? 0n;
}
