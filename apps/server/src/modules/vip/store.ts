import type { VipTierId } from '@vlam/contract/vip';
import { type Selectable, sql } from 'kysely';
import type { Database, Db } from '../../platform/database.ts';
import type { VipMemberships, VipPeriods } from '../../platform/database-types.ts';
import { prepare, uuidArray } from '../../platform/prepared.ts';
import { renewalRows } from '../../platform/renewal-rows.ts';
import type { BonusRecord } from './policy.ts';

export type MembershipRow = Selectable<VipMemberships>;
export type PeriodRow = Selectable<VipPeriods>;

export interface RunningTier {
  account_id: string;
  tier: VipTierId;
}

/** Makes the reading of the tiers that accounts have at a moment; those without are absent. */
export function createListRunning(
  database: Database,
): (accountIds: readonly string[], now: Date) => Promise<RunningTier[]> {
  const statement = prepare<'ids' | 'now', RunningTier>(
    database,
    'running vip tiers',
    ['ids', 'now'],
    ({ ids, now }) => sql`
      select account_id, tier from vip_memberships
        where account_id = any(${ids}::uuid[]) and paid_until > ${now}::timestamptz`,
  );
  return (accountIds, now) => statement({ ids: uuidArray(accountIds), now });
}

const ofAccount = (db: Db, accountId: string) =>
  db.selectFrom('vip_memberships').selectAll().where('account_id', '=', accountId);

export const find = (db: Db, accountId: string): Promise<MembershipRow | undefined> =>
  ofAccount(db, accountId).executeTakeFirst();

export const lock = (db: Db, accountId: string): Promise<MembershipRow | undefined> =>
  ofAccount(db, accountId).forUpdate().executeTakeFirst();

/** A row before anything is paid: it ended when it began. Another process may have been first. */
export async function insertBlank(db: Db, accountId: string, tier: VipTierId, at: Date): Promise<void> {
  await db
    .insertInto('vip_memberships')
    .values({ account_id: accountId, tier, started_at: at, paid_until: at })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
}

export interface Change {
  tier?: VipTierId;
  nextTier?: VipTierId | null;
  startedAt?: Date;
  paidUntil?: Date;
  nextAttemptAt?: Date | null;
  bonus?: BonusRecord;
}

/** Whatever changes a membership ends the tries for its old state. */
export async function update(db: Db, accountId: string, change: Change): Promise<MembershipRow> {
  const { tier, nextTier, startedAt, paidUntil, nextAttemptAt, bonus } = change;
  return db
    .updateTable('vip_memberships')
    .set({
      ...(tier ? { tier } : {}),
      ...(nextTier === undefined ? {} : { next_tier: nextTier }),
      ...(startedAt ? { started_at: startedAt } : {}),
      ...(paidUntil ? { paid_until: paidUntil } : {}),
      ...(nextAttemptAt === undefined
        ? {}
        : { next_attempt_at: nextAttemptAt, failed_attempts: 0, claimed_until: null }),
      ...(bonus ? { bonus_month: bonus.month, bonus_credits: bonus.credits, bonus_owed: bonus.owed } : {}),
    })
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface NewPeriod {
  orderId: string;
  accountId: string;
  tier: VipTierId;
  amountCents: number;
  bonusCredits: number;
  startsAt: Date;
  endsAt: Date;
}

export async function insertPeriod(db: Db, period: NewPeriod): Promise<void> {
  await db
    .insertInto('vip_periods')
    .values({
      order_id: period.orderId,
      account_id: period.accountId,
      tier: period.tier,
      amount_cents: period.amountCents,
      bonus_credits: period.bonusCredits,
      starts_at: period.startsAt,
      ends_at: period.endsAt,
    })
    .execute();
}

export const findPeriod = (db: Db, orderId: string): Promise<PeriodRow | undefined> =>
  db.selectFrom('vip_periods').selectAll().where('order_id', '=', orderId).executeTakeFirst();

export async function setReversed(db: Db, orderId: string, at: Date): Promise<void> {
  await db.updateTable('vip_periods').set({ reversed_at: at }).where('order_id', '=', orderId).execute();
}

/** Accounts whose owed bonus may be given, because they had none in `month` yet. */
export async function listOwed(db: Db, month: string, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('vip_memberships')
    .select('account_id')
    .where('bonus_owed', '=', true)
    .where('bonus_month', '<', month)
    .where('paid_until', '>', now)
    .limit(limit)
    .execute();
  return rows.map((row) => row.account_id);
}

export const rows = renewalRows<
  Pick<MembershipRow, 'account_id' | 'tier' | 'next_tier' | 'paid_until' | 'failed_attempts'>
>('vip_memberships', 'account_id', sql`vip_memberships.account_id, tier, next_tier, paid_until, failed_attempts`);
