import { clearingDays } from '@vlam/contract/payouts';
import type { Earned } from '@vlam/contract/schemas';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { uuidArray } from '../../platform/prepared.ts';
import { type Currency, hashedId, type LedgerAccount } from './accounts.ts';

/** One posted leg, with both of its accounts. */
export interface PostedLeg {
  groupId: string;
  leg: number;
  payeeId: string | null;
  from: LedgerAccount;
  to: LedgerAccount;
  amount: number;
  /** Whether the creator's earnings from it have cleared, by the database's clock, which dated it. */
  cleared: boolean;
}

/** Key of a posting: as its caller gave it, or as the ledger stores it. */
export type PostedKey = string | { stored: string };

export const storedKey = (key: PostedKey): string => (typeof key === 'string' ? hashedId(key) : key.stored);

/** The legs that a key posted, in order; none when it posted nothing. */
export async function listPosted(db: Db, ownerId: string, key: PostedKey): Promise<PostedLeg[]> {
  const { rows } = await sql<{
    group_id: string;
    leg: number;
    payee_id: string | null;
    amount: bigint;
    debit_account: string;
    debit_owner: string | null;
    debit_kind: string;
    credit_account: string;
    credit_owner: string | null;
    credit_kind: string;
    currency: Currency;
    cleared: boolean;
  }>`
    select l.group_id, l.leg, f.payee_id, l.amount, l.debit_account, d.owner_id as debit_owner, d.kind as debit_kind,
        l.credit_account, c.owner_id as credit_owner, c.kind as credit_kind, c.currency,
        l.created_at <= now() - make_interval(days => ${clearingDays}::int) as cleared
      from ledger_transfers f
      join ledger_transfers l on l.owner_id = f.owner_id and l.group_id = f.group_id
      join ledger_accounts d on d.id = l.debit_account
      join ledger_accounts c on c.id = l.credit_account
      where f.owner_id = ${ownerId} and f.key = ${storedKey(key)}::uuid
      order by l.leg`.execute(db);
  return rows.map((row) => ({
    groupId: row.group_id,
    leg: row.leg,
    payeeId: row.payee_id,
    from: { id: row.debit_account, ownerId: row.debit_owner, kind: row.debit_kind, currency: row.currency },
    to: { id: row.credit_account, ownerId: row.credit_owner, kind: row.credit_kind, currency: row.currency },
    amount: Number(row.amount),
    cleared: row.cleared,
  }));
}

/** The creator's and the platform's part of a sale, minus reversals. */
export interface SaleShares {
  creator: number;
  /** The held part of `creator`. */
  held: number;
  platform: number;
}
export interface Sale {
  /** The account that paid. */
  ownerId: string;
  reference: string;
}
/** Kinds that move a sale's shares, by what is sold; literals, so that the index by reference serves requests. */
const shareKinds = {
  call: sql`'call', 'call_reclaim'`,
  request: sql`'request_payment', 'request_reclaim'`,
  tipOrGift: sql`'tip', 'gift'`,
};

export type SharedSale = keyof typeof shareKinds;

/** Shares of sales in credits as posted, by reference; sales without postings are absent. */
export async function sumShares(db: Db, what: SharedSale, sales: readonly Sale[]): Promise<Map<string, SaleShares>> {
  if (sales.length === 0) return new Map();
  const { rows } = await sql<{ reference: string; creator: bigint; held: bigint; platform: bigint }>`
    select f.reference,
        (sum(case when c.kind in ('earnings', 'earnings_held') then l.amount else 0 end
          - case when d.kind in ('earnings', 'earnings_held') then l.amount else 0 end)
          - coalesce(sum(h.lapsed) filter (where l.leg = 1), 0))::bigint as creator,
        coalesce(sum(h.remaining) filter (where l.leg = 1), 0)::bigint as held,
        (sum(case when c.kind = 'platform_revenue' then l.amount else 0 end
          - case when d.kind = 'platform_revenue' then l.amount else 0 end)
          + coalesce(sum(h.lapsed) filter (where l.leg = 1), 0))::bigint as platform
      from unnest(${sales.map(({ ownerId }) => ownerId)}::uuid[], ${sales.map(({ reference }) => reference)}::text[])
          as asked (owner_id, reference)
      join ledger_transfers f on f.owner_id = asked.owner_id and f.reference = asked.reference and f.kind in (${shareKinds[what]})
      join ledger_transfers l on l.owner_id = f.owner_id and l.group_id = f.group_id
      join ledger_accounts d on d.id = l.debit_account
      join ledger_accounts c on c.id = l.credit_account
      left join earnings_holds h on h.payer_id = f.owner_id and h.group_id = f.group_id
      group by f.reference`.execute(db);
  return new Map(
    rows.map(({ reference, creator, held, platform }) => [
      reference,
      { creator: Number(creator), held: Number(held), platform: Number(platform) },
    ]),
  );
}

/**
 * Part of another module's statement: the creator's credits of a sale (`credits`) and the held part of them (`held`); no
 * row where nothing was posted as this group for this creator.
 */
export const earnedBySale = (creatorId: RawBuilder<unknown>, saleId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(hold.remaining, 0) as held,
      coalesce(paid.credits, 0) - coalesce(recovery.credits, 0) + coalesce(hold.remaining + hold.released, 0) as credits
    from ledger_transfers sold
    cross join lateral (
      select sum(leg.amount) as credits from ledger_transfers leg
        where leg.owner_id = sold.owner_id and leg.group_id = sold.group_id
          and leg.credit_account = ledger_account_id(sold.payee_id, 'earnings', 'credits')
    ) as paid
    cross join lateral (
      select sum(recovered) as credits from chargeback_recoveries r
        where r.payer_id = sold.owner_id and r.group_id = sold.group_id
    ) as recovery
    left join earnings_holds hold on hold.payer_id = sold.owner_id and hold.group_id = sold.group_id
    where sold.payee_id = ${creatorId} and sold.group_id = ${saleId}`;

/** As `earnedBySale`, for many sales of one creator, by group id. */
export async function listEarned(db: Db, creatorId: string, saleIds: readonly string[]): Promise<Map<string, Earned>> {
  if (saleIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; credits: bigint; held: bigint }>`
    select sale.id, brought.credits::bigint, brought.held::bigint
      from unnest(${uuidArray(saleIds)}::uuid[]) as sale (id)
      cross join lateral (${earnedBySale(sql`${creatorId}::uuid`, sql`sale.id`)}) as brought`.execute(db);
  return new Map(rows.map(({ id, credits, held }) => [id, { credits: Number(credits), held: Number(held) }]));
}

/** Part of another module's statement: the creator's cents of a payment in rand; `reference` is text. */
export const creatorCentsOf = (reference: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(sum(legs.amount), 0) from ledger_transfers as sold
    join ledger_transfers as legs on legs.owner_id = sold.owner_id and legs.group_id = sold.group_id
    join ledger_accounts as credited on credited.id = legs.credit_account and credited.kind = 'earnings'
    where sold.reference = ${reference} and sold.kind = 'rand_tip')`;
