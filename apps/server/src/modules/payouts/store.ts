import type { payoutStates } from '@vlam/contract/payouts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { PayoutAccounts, Payouts } from '../../platform/database-types.ts';

export type PayoutStatus = (typeof payoutStates)[number];
export type PayoutRow = Selectable<Payouts>;
export type AccountRow = Selectable<PayoutAccounts>;

const openStatuses = ['requested', 'approved'] as const;

export async function findAccount(db: Db, profileId: string): Promise<AccountRow | undefined> {
  return db.selectFrom('payout_accounts').selectAll().where('profile_id', '=', profileId).executeTakeFirst();
}

/** Creators who exchanged their account for another one since then. */
export async function listBankChanges(db: Db, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('payout_accounts')
    .select('profile_id')
    .where('held_until', 'is not', null)
    .where('changed_at', '>', since)
    .limit(10_000)
    .execute();
  return rows.map((row) => row.profile_id);
}

/** Serialises changes of a creator's account. */
export async function lockAccount(db: Db, profileId: string): Promise<AccountRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payout account ${profileId}`}, 0))`.execute(db);
  return findAccount(db, profileId);
}

export async function saveAccount(db: Db, row: Insertable<PayoutAccounts>): Promise<AccountRow> {
  const { profile_id: _same, ...fields } = row;
  return db
    .insertInto('payout_accounts')
    .values(row)
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(fields))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Undefined when one is open already; waits for a concurrent insert. */
export async function insertPayout(db: Db, row: Insertable<Payouts>): Promise<PayoutRow | undefined> {
  return db
    .insertInto('payouts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function updatePayout(db: Db, id: string, change: Updateable<Payouts>): Promise<PayoutRow> {
  return db.updateTable('payouts').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function findPayout(db: Db, id: string): Promise<PayoutRow | undefined> {
  return db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The payout created with this idempotency key. */
export async function findByRequest(db: Db, profileId: string, key: string): Promise<PayoutRow | undefined> {
  return db
    .selectFrom('payouts')
    .selectAll()
    .where('profile_id', '=', profileId)
    .where('request_key', '=', key)
    .executeTakeFirst();
}

export async function lockPayout(db: Db, id: string): Promise<PayoutRow | undefined> {
  return db.selectFrom('payouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** A creator's payouts, newest first. */
export async function listByProfile(db: Db, profileId: string, limit: number): Promise<PayoutRow[]> {
  return db
    .selectFrom('payouts')
    .selectAll()
    .where('profile_id', '=', profileId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** A creator's payouts requested in a period, oldest first. */
export async function listBetween(db: Db, profileId: string, from: Date, to: Date): Promise<PayoutRow[]> {
  return db
    .selectFrom('payouts')
    .selectAll()
    .where('profile_id', '=', profileId)
    .where('requested_at', '>=', from)
    .where('requested_at', '<', to)
    .orderBy('id')
    .execute();
}

/** Cents of open payouts and cents sent. */
export async function sumByProfile(db: Db, profileId: string): Promise<{ underWay: bigint; sent: bigint }> {
  const { rows } = await sql<{ underWay: bigint; sent: bigint }>`
    select coalesce(sum(amount_cents) filter (where status in ('requested', 'approved')), 0)::bigint as "underWay",
        coalesce(sum(amount_cents) filter (where status = 'sent'), 0)::bigint as sent
      from payouts where profile_id = ${profileId}`.execute(db);
  return rows[0] ?? { underWay: 0n, sent: 0n };
}

/** Cents sent or open per creator; one row for each id. */
export async function sumWithdrawn(db: Db, profileIds: readonly string[]): Promise<{ id: string; cents: bigint }[]> {
  const { rows } = await sql<{ id: string; cents: bigint }>`
    select asked.id, coalesce(sum(amount_cents), 0)::bigint as cents from unnest(${profileIds}::uuid[]) as asked (id)
      left join payouts on payouts.profile_id = asked.id and status in ('requested', 'approved', 'sent')
      group by asked.id`.execute(db);
  return rows;
}

export async function sumAllWithdrawn(db: Db): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from payouts
      where status in ('requested', 'approved', 'sent')`.execute(db);
  return rows[0]?.cents ?? 0n;
}

/** Open payouts of all creators, oldest first. */
export async function listWaiting(db: Db, after: string | null, limit: number): Promise<PayoutRow[]> {
  let query = db.selectFrom('payouts').selectAll().where('status', 'in', openStatuses);
  if (after) query = query.where('id', '>', after);
  return query.orderBy('id').limit(limit).execute();
}

/** Number of open payouts. */
export async function countWaiting(db: Db): Promise<number> {
  const row = await db
    .selectFrom('payouts')
    .select((on) => on.fn.countAll<bigint>().as('count'))
    .where('status', 'in', openStatuses)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Ended payouts of all creators, newest first. */
export async function listEnded(db: Db, before: string | null, limit: number): Promise<PayoutRow[]> {
  let query = db.selectFrom('payouts').selectAll().where('status', 'not in', openStatuses);
  if (before) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

/** Payouts of all creators in one state: open ones oldest first, others newest first. */
export async function listByStatus(
  db: Db,
  status: PayoutStatus,
  beyond: string | null,
  limit: number,
): Promise<PayoutRow[]> {
  const isAscending = status === 'requested' || status === 'approved';
  let query = db.selectFrom('payouts').selectAll().where('status', '=', status);
  if (beyond) query = query.where('id', isAscending ? '>' : '<', beyond);
  return query
    .orderBy('id', isAscending ? 'asc' : 'desc')
    .limit(limit)
    .execute();
}
