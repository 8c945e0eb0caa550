import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { TakedownFreezes } from '../../platform/database-types.ts';

type FreezeRow = Selectable<TakedownFreezes>;

/** Returns false when the case froze the account already. */
export async function insertFreeze(tx: Db, row: FreezeRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('takedown_freezes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

export const deleteFreezes = (tx: Db, caseId: string): Promise<FreezeRow[]> =>
  tx.deleteFrom('takedown_freezes').where('case_id', '=', caseId).returningAll().execute();

export const countFrozen = async (on: Db, caseId: string): Promise<number> =>
  (await on.selectFrom('takedown_freezes').select('account_id').where('case_id', '=', caseId).execute()).length;

export const listOfAccount = (tx: Db, accountId: string): Promise<FreezeRow[]> =>
  tx.selectFrom('takedown_freezes').selectAll().where('account_id', '=', accountId).orderBy('frozen_at').execute();

export async function setSuspended(tx: Db, caseId: string, accountId: string): Promise<void> {
  await tx
    .updateTable('takedown_freezes')
    .set({ suspended: true })
    .where('case_id', '=', caseId)
    .where('account_id', '=', accountId)
    .execute();
}
