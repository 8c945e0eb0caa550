import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

export interface Reconciliation {
  accounts: number;
  transfers: number;
  /** Accounts whose stored balance is not the sum of its entries. */
  drifted: { accountId: string; balance: bigint; entries: bigint }[];
  /** Accounts under their floor. */
  belowFloor: string[];
  /** Groups whose legs do not sum to their amount or that lack their first leg. */
  brokenGroups: string[];
  /** What does not cancel out over all accounts, by currency. */
  unbalanced: { currency: string; total: bigint }[];
}

/** Whether nothing differs. */
export const isSound = (found: Reconciliation): boolean =>
  found.drifted.length + found.belowFloor.length + found.brokenGroups.length + found.unbalanced.length === 0;

/** Compares every balance with every transfer in one snapshot (invariants I1 and I2); lists at most 100 of each difference. */
export async function reconcile(db: Db): Promise<Reconciliation> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // The whole table is read: minutes where ordinary statements have seconds.
      await sql`set local statement_timeout = '15min'`.execute(tx);
      const drifted = await sql<{ accountId: string; balance: bigint; entries: bigint }>`
        select coalesce(a.id, e.account_id) as "accountId", coalesce(a.balance, 0) as balance,
            coalesce(e.total, 0)::bigint as entries
          from ledger_accounts a
          full join (select account_id, sum(amount) as total from ledger_entries group by account_id) as e on e.account_id = a.id
          where a.balance is distinct from coalesce(e.total, 0) limit 100`.execute(tx);
      const below = await sql<{ id: string }>`
        select id from ledger_accounts where balance < floor limit 100`.execute(tx);
      const groups = await sql<{ id: string }>`
        select group_id as id from ledger_transfers group by owner_id, group_id
          having sum(amount) is distinct from max(group_amount) or count(group_amount) <> 1 limit 100`.execute(tx);
      const totals = await sql<{ currency: string; total: bigint }>`
        select currency, sum(balance)::bigint as total from ledger_accounts group by currency
          having sum(balance) <> 0`.execute(tx);
      const counts = await sql<{ accounts: bigint; transfers: bigint }>`
        select (select count(*) from ledger_accounts) as accounts, (select count(*) from ledger_transfers) as transfers`.execute(
        tx,
      );
      return {
        accounts: Number(counts.rows[0]?.accounts ?? 0),
        transfers: Number(counts.rows[0]?.transfers ?? 0),
        drifted: drifted.rows,
        belowFloor: below.rows.map((row) => row.id),
        brokenGroups: groups.rows.map((row) => row.id),
        unbalanced: totals.rows,
      };
    });
}
