import type { VipTierId } from '@vlam/contract/vip';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, Db } from '../../platform/database.ts';
import type { VipMemberships, VipPeriods } from '../../platform/database-types.ts';
import { prepare, uuidArray } from '../../platform/prepared.ts';
import { renewalRows } from '../../platform/renewal-rows.ts';
import type { BonusRecord } from './policy.ts';

export type MembershipRow = Selectable<VipMemberships>;
export type PeriodRow = Selectable<VipPeriods>;

export interface CurrentTier {
  account_id: string;
  tier: VipTierId;
}

/** Part of another module's SQL statement: the tier of an account at `now`, or null. */
export const currentTierOf = (account: RawBuilder<unknown>, now: RawBuilder<unknown>) => sql<VipTierId | null>`(
  select tier from vip_memberships where account_id = ${account} and paid_until > ${now})`;

/** Prepares the query for the tiers of accounts at a moment; accounts without one are absent. */
export function createListCurrentTiers(
  database: Database,
): (accountIds: readonly string[], now: Date) => Promise<CurrentTier[]> {
  const statement = prepare<'ids' | 'now', CurrentTier>(
    database,
    'running vip tiers',
    ['ids', 'now'],
    ({ ids, now }) => sql`
      select account_id, tier from vip_memberships
        where account_id = any(${ids}::uuid[]) and paid_until > ${now}::timestamptz`,
  );
  return (accountIds, now) => statement({ ids: uuidArray(accountIds), now });
}

/** As `createListCurrentTiers`, in a transaction and with the end of the paid time. */
export async function listPaid(
  db: Db,
  accountIds: readonly string[],
  now: Date,
): Promise<(CurrentTier & { paid_until: Date })[]> {
  const { rows } = await sql<CurrentTier & { paid_until: Date }>`
    select account_id, tier, paid_until from vip_memberships
      where account_id = any(${accountIds}::uuid[]) and paid_until > ${now}`.execute(db);
  return rows;
}

const membershipQuery = (db: Db, accountId: string) =>
  db.selectFrom('vip_memberships').selectAll().where('account_id', '=', accountId);

export const find = (db: Db, accountId: string): Promise<MembershipRow | undefined> =>
  membershipQuery(db, accountId).executeTakeFirst();

export const lock = (db: Db, accountId: string): Promise<MembershipRow | undefined> =>
  membershipQuery(db, accountId).forUpdate().executeTakeFirst();

/** Locks memberships in the order of their ids until the transaction ends. */
export async function lockAll(db: Db, accountIds: readonly string[]): Promise<MembershipRow[]> {
  const { rows: locked } = await sql<MembershipRow>`
    select * from vip_memberships where account_id = any(${uuidArray(accountIds)}::uuid[])
      order by account_id for update`.execute(db);
  return locked;
}

/** Inserts a membership with no paid time; does nothing if it exists. */
export async function insertUnpaid(db: Db, accountId: string, tier: VipTierId, at: Date): Promise<void> {
  await db
    .insertInto('vip_memberships')
    .values({ account_id: accountId, tier, started_at: at, paid_until: at })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
}

export interface Change {
  nextTier?: VipTierId | null;
  paidUntil?: Date;
  nextAttemptAt?: Date | null;
}

/** A change of the next attempt also resets the failed attempts and the claim. */
export async function update(db: Db, accountId: string, change: Change): Promise<MembershipRow> {
  const { nextTier, paidUntil, nextAttemptAt } = change;
  return db
    .updateTable('vip_memberships')
    .set({
      ...(nextTier === undefined ? {} : { next_tier: nextTier }),
      ...(paidUntil ? { paid_until: paidUntil } : {}),
      ...(nextAttemptAt === undefined
        ? {}
        : { next_attempt_at: nextAttemptAt, failed_attempts: 0, claimed_until: null }),
    })
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface Extension {
  orderId: string;
  accountId: string;
  tier: VipTierId;
  amountCents: number;
  /** Bonus credits granted with this payment. */
  bonusCredits: number;
  startedAt: Date;
  startsAt: Date;
  endsAt: Date;
  nextAttemptAt: Date | null;
  bonus: BonusRecord;
}

/** Inserts paid periods and extends their memberships, in one statement. */
export async function extendAll(db: Db, extensions: readonly Extension[]): Promise<void> {
  const column = <Name extends keyof Extension>(name: Name) => extensions.map((extension) => extension[name]);
  const bonuses = column('bonus');
  await sql`
    with paid as (
      select * from unnest(${uuidArray(column('accountId'))}::uuid[], ${uuidArray(column('orderId'))}::uuid[],
        ${column('tier')}::text[], ${column('amountCents')}::int[], ${column('bonusCredits')}::int[],
        ${column('startedAt')}::timestamptz[], ${column('startsAt')}::timestamptz[], ${column('endsAt')}::timestamptz[],
        ${column('nextAttemptAt')}::timestamptz[], ${bonuses.map(({ month }) => month)}::text[],
        ${bonuses.map((bonus) => bonus.credits)}::int[], ${bonuses.map(({ owed }) => owed)}::boolean[])
        as paid (id, order_id, tier, amount, given, started_at, starts_at, ends_at, next_at, month, credits, owed)
    ), periods as (
      insert into vip_periods (order_id, account_id, tier, amount_cents, bonus_credits, starts_at, ends_at)
        select order_id, id, tier, amount, given, starts_at, ends_at from paid
    )
    update vip_memberships set tier = paid.tier, next_tier = null, started_at = paid.started_at, paid_until = paid.ends_at,
        next_attempt_at = paid.next_at, failed_attempts = 0, claimed_until = null, bonus_month = paid.month,
        bonus_credits = paid.credits, bonus_owed = paid.owed
      from paid where account_id = paid.id`.execute(db);
}

/** Stores the latest bonus of these accounts. */
export async function setBonuses(db: Db, given: readonly { accountId: string; bonus: BonusRecord }[]): Promise<void> {
  await sql`
    update vip_memberships set bonus_month = given.month, bonus_credits = given.credits, bonus_owed = given.owed
      from unnest(${uuidArray(given.map(({ accountId }) => accountId))}::uuid[], ${given.map(({ bonus }) => bonus.month)}::text[],
        ${given.map(({ bonus }) => bonus.credits)}::int[], ${given.map(({ bonus }) => bonus.owed)}::boolean[])
        as given (id, month, credits, owed)
      where account_id = given.id`.execute(db);
}

export const findPeriod = (db: Db, orderId: string): Promise<PeriodRow | undefined> =>
  db.selectFrom('vip_periods').selectAll().where('order_id', '=', orderId).executeTakeFirst();

export async function setReversed(db: Db, orderId: string, at: Date): Promise<void> {
  await db.updateTable('vip_periods').set({ reversed_at: at }).where('order_id', '=', orderId).execute();
}

/** Locks memberships whose owed bonus is due because `month` has had none; skips those locked elsewhere. */
export async function lockOwed(
  db: Db,
  { month, now, after, limit }: { month: string; now: Date; after: string | null; limit: number },
): Promise<MembershipRow[]> {
  return db
    .selectFrom('vip_memberships')
    .selectAll()
    .where('bonus_owed', '=', true)
    .where('bonus_month', '<', month)
    .where('paid_until', '>', now)
    .$if(after !== null, (query) => query.where('account_id', '>', after))
    .orderBy('account_id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export type ClaimedRow = Pick<MembershipRow, 'account_id' | 'tier' | 'next_tier' | 'paid_until' | 'failed_attempts'>;

export const renewalRowStore = renewalRows<ClaimedRow>(
  'vip_memberships',
  'account_id',
  sql`vip_memberships.account_id, tier, next_tier, paid_until, failed_attempts`,
);
