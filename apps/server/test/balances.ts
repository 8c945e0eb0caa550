import type { LedgerAccount } from '../src/platform/posting.ts';
import type { TestDatabase } from './database.ts';

/** What an account of the ledger holds, as it is stored; 0 for one that was never posted to. */
export async function storedBalance(
  { database }: Pick<TestDatabase, 'database'>,
  { id }: Pick<LedgerAccount, 'id'>,
): Promise<number> {
  const { rows } = await database.pool.query('select balance from ledger_accounts where id = $1', [id]);
  return Number(rows[0]?.balance ?? 0);
}
