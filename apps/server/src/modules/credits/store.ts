import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { accountOf } from './accounts.ts';
import type { PostingKind } from './postings.ts';

export interface StatementRow {
  group_id: string;
  kind: PostingKind | 'demo_opening';
  description: string;
  amount: bigint;
  created_at: Date;
}

/** Balances of the accounts that exist, by account id. */
export async function readBalances(db: Db, accountIds: readonly string[]): Promise<Map<string, bigint>> {
  // One parameter whatever the number of accounts: the same prepared plan serves every batch.
  const { rows } = await sql<{ id: string; balance: bigint }>`
    select id, balance from ledger_accounts where id = any (${accountIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.balance]));
}

/** What moved a member's wallets, newest first: one row a group, however many legs it had. */
export async function listStatement(db: Db, ownerId: string, limit: number): Promise<StatementRow[]> {
  const rows = await db
    .selectFrom('ledger_transfers')
    .select(['group_id', 'kind', 'description', 'group_amount as amount', 'created_at'])
    .where('owner_id', '=', ownerId)
    .where('leg', '=', 1)
    .orderBy('group_id', 'desc')
    .limit(limit)
    .execute();
  return rows as StatementRow[];
}

export interface PurchaseQuestion {
  payerId: string;
  kind: PostingKind;
  references: readonly string[];
}

/** For each question which of its references were bought; one statement for all. */
export async function findPurchases(db: Db, questions: readonly PurchaseQuestion[]): Promise<Set<string>[]> {
  const asked = questions.flatMap((question, index) =>
    question.references.map((reference) => ({ index, payerId: question.payerId, kind: question.kind, reference })),
  );
  const { rows } = await sql<{ n: bigint }>`
    select asked.n from unnest(${asked.map((one) => one.payerId)}::uuid[], ${asked.map((one) => one.kind)}::text[],
        ${asked.map((one) => one.reference)}::text[]) with ordinality as asked (payer, kind, reference, n)
      where exists (select from ledger_transfers t where t.owner_id = asked.payer and t.reference = asked.reference
        and t.kind = asked.kind and t.kind in ('unlock', 'daily_bonus', 'profile_bonus'))`.execute(db);
  const found = questions.map(() => new Set<string>());
  for (const { n } of rows) {
    const one = asked[Number(n) - 1];
    if (one) found[one.index]?.add(one.reference);
  }
  return found;
}

/** The latest reference a member has of one kind, or null. */
export async function findLatestReference(db: Db, ownerId: string, kind: PostingKind): Promise<string | null> {
  const row = await db
    .selectFrom('ledger_transfers')
    .select((eb) => eb.fn.max('reference').as('reference'))
    .where('owner_id', '=', ownerId)
    .where('kind', '=', kind)
    .where('kind', 'in', ['unlock', 'daily_bonus', 'profile_bonus'])
    .executeTakeFirst();
  return row?.reference ?? null;
}

/** What each creator earned, in credits, by profile id; creators who earned nothing are absent. */
export async function readEarnings(db: Db, profileIds: readonly string[]): Promise<Map<string, bigint>> {
  const owners = new Map(profileIds.map((profileId) => [accountOf(profileId, 'earnings').id, profileId]));
  const balances = await readBalances(db, [...owners.keys()]);
  return new Map([...balances].map(([id, balance]) => [owners.get(id) ?? id, balance]));
}

/** What all creators together earned, in credits. */
export async function sumEarnings(db: Db): Promise<bigint> {
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(balance), 0)::bigint as total from ledger_accounts where kind = 'earnings'`.execute(db);
  return rows[0]?.total ?? 0n;
}

/** Remembers which request a device's id stands for. Answers the hash that was first. */
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
