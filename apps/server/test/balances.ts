import type { LedgerAccount } from '../src/platform/posting.ts';
import type { TestDatabase } from './database.ts';

/** Stored balance of a ledger account; 0 when nothing was posted to it. */
export async function storedBalance(
  { database }: Pick<TestDatabase, 'database'>,
  { id }: Pick<LedgerAccount, 'id'>,
): Promise<number> {
  const { rows } = await database.pool.query('select balance from ledger_accounts where id = $1', [id]);
  return Number(rows[0]?.balance ?? 0);
}
