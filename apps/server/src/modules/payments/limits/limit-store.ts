import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { DB } from '../../../platform/database-types.ts';
import { debtsOf } from '../debts/debt-store.ts';
import { spendingFreezeOf } from '../freezes/freeze-store.ts';

export type LimitRow = Omit<Selectable<DB['spending_limits']>, 'account_id'>;

export async function findLimits(db: Db, accountId: string): Promise<LimitRow | undefined> {
  return await db.selectFrom('spending_limits').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** Pause end for accounts with debt: never. */
export const debtPause = '9999-12-31T00:00:00Z';
/** As `debtPause`, for accounts whose spending staff hold. */
export const freezePause = '9998-12-31T00:00:00Z';

/** SQL fragment: when the pause of an account (an SQL expression) ends, or null. */
export const pauseOf = (account: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select case when exists (${debtsOf(account)}) then ${debtPause}::timestamptz
      when exists (${spendingFreezeOf(account)}) then ${freezePause}::timestamptz else (
      select limits.cool_off_until from spending_limits as limits where limits.account_id = ${account}) end)`;

export async function putLimits(db: Db, accountId: string, limits: LimitRow): Promise<void> {
  await db
    .insertInto('spending_limits')
    .values({ account_id: accountId, ...limits })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ ...limits }))
    .execute();
}

/** Cents paid since two moments, less refunds, plus recent orders that can still be paid. */
export async function sumSpent(
  db: Db,
  accountId: string,
  since: { day: Date; month: Date; begun: Date; starting: Date },
): Promise<{ today: number; thisMonth: number; reserved: number }> {
  const { rows } = await sql<{ today: bigint; this_month: bigint; reserved: bigint }>`
    select coalesce(sum(amount_cents) filter (where at >= ${since.day}), 0)::bigint as today,
        coalesce(sum(amount_cents) filter (where at >= ${since.month}), 0)::bigint as this_month,
        coalesce(sum(amount_cents) filter (where at is null), 0)::bigint as reserved
      from (
        select amount_cents, paid_at as at from payment_orders
          where account_id = ${accountId} and state = 'paid' and purpose not in ('method', 'debt') and paid_at >= ${since.month}
        union all
        select amount_cents, null as at from payment_orders
          where account_id = ${accountId} and state in ('created', 'pending') and purpose not in ('method', 'debt')
            and created_at > (case state when 'created' then ${since.starting}::timestamptz else ${since.begun}::timestamptz end)
      ) as spent`.execute(db);
  const [row] = rows;
  return {
    today: Number(row?.today ?? 0),
    thisMonth: Number(row?.this_month ?? 0),
    reserved: Number(row?.reserved ?? 0),
  };
}
