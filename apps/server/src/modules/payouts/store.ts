import type { payoutStates } from '@vlam/contract/payouts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { PayoutAccounts, Payouts } from '../../platform/database-types.ts';

export type PayoutStatus = (typeof payoutStates)[number];
export type PayoutRow = Selectable<Payouts>;
export type AccountRow = Selectable<PayoutAccounts>;

const waiting = ['requested', 'approved'] as const;

export async function findAccount(db: Db, profileId: string): Promise<AccountRow | undefined> {
  return db.selectFrom('payout_accounts').selectAll().where('profile_id', '=', profileId).executeTakeFirst();
}

/** One change of a creator's account at a time. */
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

/** Undefined when one is under way; waits for another that is just being asked for. */
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

/** The payout that answers a request made before. */
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

/** A creator's own, newest first. */
export async function listByProfile(db: Db, profileId: string, limit: number): Promise<PayoutRow[]> {
  return db
    .selectFrom('payouts')
    .selectAll()
    .where('profile_id', '=', profileId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** A creator's payouts that were asked for, sent or came back in a stretch of time, oldest first. */
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

/** Cents under way and cents sent. */
export async function sumByProfile(db: Db, profileId: string): Promise<{ underWay: bigint; sent: bigint }> {
  const { rows } = await sql<{ underWay: bigint; sent: bigint }>`
    select coalesce(sum(amount_cents) filter (where status in ('requested', 'approved')), 0)::bigint as "underWay",
        coalesce(sum(amount_cents) filter (where status = 'sent'), 0)::bigint as sent
      from payouts where profile_id = ${profileId}`.execute(db);
  return rows[0] ?? { underWay: 0n, sent: 0n };
}

/** Cents that each of these creators was sent or has under way; one row for each. */
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

/** Payouts of everybody that wait for staff, the one that has waited longest first. */
export async function listWaiting(db: Db, after: string | null, limit: number): Promise<PayoutRow[]> {
  let query = db.selectFrom('payouts').selectAll().where('status', 'in', waiting);
  if (after) query = query.where('id', '>', after);
  return query.orderBy('id').limit(limit).execute();
}

/** How many of them there are. */
export async function countWaiting(db: Db): Promise<number> {
  const row = await db
    .selectFrom('payouts')
    .select((on) => on.fn.countAll<bigint>().as('count'))
    .where('status', 'in', waiting)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Payouts of everybody that are over, newest first. */
export async function listDone(db: Db, before: string | null, limit: number): Promise<PayoutRow[]> {
  let query = db.selectFrom('payouts').selectAll().where('status', 'not in', waiting);
  if (before) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

/** Payouts of everybody in one state: waiting ones oldest first, the others newest first. */
export async function listByStatus(
  db: Db,
  status: PayoutStatus,
  beyond: string | null,
  limit: number,
): Promise<PayoutRow[]> {
  const rising = status === 'requested' || status === 'approved';
  let query = db.selectFrom('payouts').selectAll().where('status', '=', status);
  if (beyond) query = query.where('id', rising ? '>' : '<', beyond);
  return query
    .orderBy('id', rising ? 'asc' : 'desc')
    .limit(limit)
    .execute();
}
