import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { DB } from '../../../platform/database-types.ts';

export type FreezeRow = Selectable<DB['money_freezes']>;

/** `exclusive` waits for every transaction that moves the account's money, and they for it. */
export async function lockMoney(tx: Db, accountId: string, how: 'shared' | 'exclusive'): Promise<void> {
  const lock = how === 'shared' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await sql`select ${lock}(hashtextextended(${`money of ${accountId}`}, 0))`.execute(tx);
}

export async function listFreezes(on: Db, accountIds: readonly string[]): Promise<FreezeRow[]> {
  return on
    .selectFrom('money_freezes')
    .selectAll()
    .where('account_id', 'in', [...accountIds, noAccount])
    .execute();
}
const noAccount = '00000000-0000-0000-0000-000000000000';

/** Since when each of these accounts is held for a review. */
export async function listReviewFreezes(on: Db, accountIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await on
    .selectFrom('money_review_freezes')
    .selectAll()
    .where('account_id', 'in', [...accountIds, noAccount])
    .execute();
  return new Map(rows.map(({ account_id, since }) => [account_id, since]));
}

export async function putReviewFreeze(tx: Db, accountId: string, since: Date): Promise<void> {
  await tx
    .insertInto('money_review_freezes')
    .values({ account_id: accountId, since })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteReviewFreeze(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('money_review_freezes').where('account_id', '=', accountId).execute();
}

export async function putFreeze(tx: Db, row: FreezeRow): Promise<void> {
  const { holds_spending, is_final } = row;
  await tx
    .insertInto('money_freezes')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ holds_spending, is_final }))
    .execute();
}

export async function deleteFreeze(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('money_freezes').where('account_id', '=', accountId).execute();
}

/** SQL fragment: the freezes of an account (an SQL expression) that hold its spending. */
export const spendingFreezeOf = (account: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select from money_freezes as frozen where frozen.account_id = ${account} and frozen.holds_spending
    union all select from money_review_freezes as review where review.account_id = ${account}`;
