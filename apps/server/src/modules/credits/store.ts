import { creditValueCents } from '@vlam/contract/credits';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from '../../platform/database.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { prepare, uuidArray } from '../../platform/prepared.ts';
import { accountOf } from './accounts.ts';
import { onceKinds, type PostingKind } from './postings.ts';

/** Type shown in a member's statement per kind of transfer. */
export const statementTypes = {
  unlock: 'spend',
  tip: 'spend',
  bundle: 'spend',
  gift: 'spend',
  message: 'spend',
  call: 'spend',
  ticket: 'spend',
  request_hold: 'spend',
  request_return: 'earn',
  call_return: 'earn',
  ticket_return: 'earn',
  unlock_return: 'earn',
  daily_bonus: 'earn',
  profile_bonus: 'earn',
  first_purchase_bonus: 'earn',
  vip_bonus: 'earn',
  promotion: 'earn',
  demo_opening: 'earn',
  bonus_return: 'spend',
  pack: 'purchase',
  pack_return: 'spend',
} as const satisfies Partial<Record<PostingKind | 'demo_opening', 'spend' | 'earn' | 'purchase'>>;

export interface StatementRow {
  group_id: string;
  kind: keyof typeof statementTypes;
  description: string;
  reference: string;
  amount: bigint;
  created_at: Date;
}

export interface PurchaseQuery {
  payerId: string;
  kind: PostingKind;
  references: readonly string[];
}

export interface HotReads {
  /** Balances of the accounts that exist, by account id. */
  balances(accountIds: readonly string[]): Promise<Map<string, bigint>>;
  /** Per query, the references that were bought; one statement for all. */
  purchases(queries: readonly PurchaseQuery[]): Promise<Set<string>[]>;
}

/** The most frequent reads, prepared once per connection. */
export function createHotReads(database: Database): HotReads {
  const readBalances = prepare<'ids', { id: string; balance: bigint }>(
    database,
    'ledger balances',
    ['ids'],
    ({ ids }) => sql`select id, balance from ledger_accounts where id = any (${ids}::uuid[])`,
  );
  const findPurchases = prepare<'payers' | 'kinds' | 'references', { n: bigint }>(
    database,
    'ledger purchases',
    ['payers', 'kinds', 'references'],
    ({ payers, kinds, references }) => sql`
      select asked.n
        from unnest(${payers}::uuid[], ${kinds}::text[], ${references}::text[]) with ordinality as asked (payer, kind, reference, n)
        cross join lateral (
          select from ledger_transfers t where t.owner_id = asked.payer and t.reference = asked.reference
            and t.kind = asked.kind and t.kind in ('unlock', 'daily_bonus', 'profile_bonus', 'first_purchase_bonus', 'vip_bonus') limit 1
        ) as bought`,
  );
  return {
    async balances(accountIds) {
      const rows = await readBalances({ ids: uuidArray(accountIds) });
      return new Map(rows.map((row) => [row.id, row.balance]));
    },
    async purchases(queries) {
      const pairs = queries.flatMap(({ payerId, kind, references }, index) =>
        references.map((reference) => ({ index, payerId, kind, reference })),
      );
      const rows = await findPurchases({
        payers: uuidArray(pairs.map((pair) => pair.payerId)),
        kinds: pairs.map((pair) => pair.kind),
        references: pairs.map((pair) => pair.reference),
      });
      const found = queries.map(() => new Set<string>());
      for (const { n } of rows) {
        const pair = pairs[Number(n) - 1];
        if (pair) found[pair.index]?.add(pair.reference);
      }
      return found;
    },
  };
}

/** Kinds that move a member's wallets; the others move rand or other owners' credits. */
const statementKinds = Object.keys(statementTypes);

const walletsOf = (ownerId: string): string[] => [
  accountOf(ownerId, 'wallet').id,
  accountOf(ownerId, 'wallet_promotional').id,
];

/**
 * Credits of the group of a first leg `t` that moved a member's wallets. A pack that is given back takes no more than
 * the wallets hold: what was spent by then is the platform's loss.
 */
export const movedCredits = (ownerId: string): RawBuilder<bigint> => sql<bigint>`
  case when t.kind in ('pack_return', 'bonus_return') then coalesce((
    select sum(taken.amount) from ledger_transfers taken where taken.owner_id = t.owner_id and taken.group_id = t.group_id
      and taken.debit_account = any (${walletsOf(ownerId)}::uuid[])), 0)::bigint else t.group_amount end`;

/** Movements of a member's wallets, newest first: one row per group. */
export async function listStatement(db: Db, ownerId: string, limit: number): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select * from (select t.group_id, t.kind, t.description, t.reference, ${movedCredits(ownerId)} as amount, t.created_at
      from ledger_transfers t where t.owner_id = ${ownerId} and t.leg = 1 and t.kind = any (${statementKinds}::text[])
    ) as moved where amount > 0 order by group_id desc limit ${limit}`.execute(db);
  return rows;
}

/** The latest reference a member has of one kind, or null. */
export async function findLatestReference(db: Db, ownerId: string, kind: PostingKind): Promise<string | null> {
  const row = await db
    .selectFrom('ledger_transfers')
    .select((eb) => eb.fn.max('reference').as('reference'))
    .where('owner_id', '=', ownerId)
    .where('kind', '=', kind)
    .where('kind', 'in', [...onceKinds])
    .executeTakeFirst();
  return row?.reference ?? null;
}

/** Reference of the posting with this owner's key; null without one. */
export async function findReferenceOfKey(
  db: Db,
  posted: { ownerId: string; kind: PostingKind; key: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('ledger_transfers')
    .select('reference')
    .where('owner_id', '=', posted.ownerId)
    .where('key', '=', posted.key)
    .where('kind', '=', posted.kind)
    .executeTakeFirst();
  return row?.reference ?? null;
}

/** Earnings of all creators that are not withdrawn, in cents; credits at their value in rand. */
export async function sumEarnedCents(db: Db): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(balance * case currency when 'credits' then ${creditValueCents}::int else 1 end), 0)::bigint as cents
      from ledger_accounts where kind = 'earnings'`.execute(db);
  return rows[0]?.cents ?? 0n;
}

/** Records the request that a device's id belongs to. Returns the hash of the first request with the id. */
export async function claimIntent(db: Db, ownerId: string, id: string, requestHash: Buffer): Promise<Buffer> {
  const claimed = await db
    .insertInto('credit_intents')
    .values({ owner_id: ownerId, id, request_hash: requestHash })
    .onConflict((conflict) => conflict.columns(['owner_id', 'id']).doNothing())
    .execute();
  if (claimed[0]?.numInsertedOrUpdatedRows === 1n) return requestHash;
  const row = await db
    .selectFrom('credit_intents')
    .select('request_hash')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.request_hash;
}

/** Part of another module's statement: whether an account has paid for the item of this reference (text). */
export const isUnlockedBy = (payer: RawBuilder<unknown>, reference: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select from ledger_transfers as bought where bought.owner_id = ${payer}
    and bought.reference = ${reference} and bought.kind = 'unlock')`;

/** Promotional credits that an owner's postings of these (hashed) keys took, minus those they returned. */
export async function sumPromotional(
  db: Db,
  owner: { id: string; promotionalAccount: string },
  keys: readonly string[],
): Promise<number> {
  const { id, promotionalAccount } = owner;
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(case ${promotionalAccount}::uuid when legs.debit_account then legs.amount
        when legs.credit_account then -legs.amount else 0 end), 0)::bigint as total
      from ledger_transfers as firsts
      join ledger_transfers as legs on legs.owner_id = firsts.owner_id and legs.group_id = firsts.group_id
      where firsts.owner_id = ${id} and firsts.key = any (${[...keys]}::uuid[])`.execute(db);
  return Number(rows[0]?.total ?? 0n);
}

/** Part of another module's statement: whether an account has ever paid a creator, in credits or in rand. */
export const hasPaid = (payer: RawBuilder<unknown>, creatorId: string): RawBuilder<unknown> =>
  sql`exists (select from ledger_transfers as paid where paid.owner_id = ${payer} and paid.payee_id = ${creatorId})`;

/** Kinds by which members pay creators in credits. */
const spendingKinds = sql`'unlock', 'tip', 'bundle', 'gift', 'call', 'message', 'request_payment', 'ticket'`;

/** Part of another module's statement: whether an account has paid a creator with credits. */
export const hasSpentWith = (payer: RawBuilder<unknown>, creatorId: string): RawBuilder<unknown> =>
  sql`exists (select from ledger_transfers as spent
    where spent.owner_id = ${payer} and spent.payee_id = ${creatorId} and spent.kind in (${spendingKinds}))`;

/** Part of another module's statement: accounts that spent at least `least` credits with a creator since a moment. */
export const creditsSpentWith = (
  creatorId: string,
  { least, since }: { least: number; since: Date | null },
): RawBuilder<unknown> => sql`
  select owner_id from ledger_transfers
    where payee_id = ${creatorId} and leg = 1 and kind in (${spendingKinds})
      and group_id >= ${since ? firstIdAt(since) : firstIdAt(new Date(0))}::uuid
    group by owner_id having sum(group_amount) >= ${least}`;
