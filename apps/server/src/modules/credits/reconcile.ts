import type pg from 'pg';

export interface Reconciliation {
  accounts: number;
  transfers: number;
  /** Accounts whose stored balance is not the sum of its entries. */
  drifted: { accountId: string; balance: bigint; entries: bigint }[];
  /** Accounts under their floor. */
  belowFloor: string[];
  /** Groups whose legs do not sum to their amount or that lack their first leg. */
  brokenGroups: string[];
  /** Sums over all accounts that are not zero, by currency. */
  unbalanced: { currency: string; total: bigint }[];
}

/** Whether there are no differences. */
export const isSound = (found: Reconciliation): boolean =>
  found.drifted.length + found.belowFloor.length + found.brokenGroups.length + found.unbalanced.length === 0;

/** The whole table is read: allows minutes where ordinary statements have seconds. */
const timeoutMs = 15 * 60_000;

/** Compares every balance with every transfer in one snapshot (invariants I1 and I2); lists at most 100 of each difference. */
export async function reconcile(pool: pg.Pool): Promise<Reconciliation> {
  const client = await pool.connect();
  const read = async <Row extends object>(text: string): Promise<Row[]> =>
    (await client.query<Row>({ text, query_timeout: timeoutMs } as pg.QueryConfig)).rows;
  try {
    await read('begin isolation level repeatable read read only');
    await read(`set local statement_timeout = ${timeoutMs}`);
    const drifted = await read<Reconciliation['drifted'][number]>(`
      select coalesce(a.id, e.account_id) as "accountId", coalesce(a.balance, 0) as balance,
          coalesce(e.total, 0)::bigint as entries
        from ledger_accounts a
        full join (select account_id, sum(amount) as total from ledger_entries group by account_id) as e on e.account_id = a.id
        where a.balance is distinct from coalesce(e.total, 0) limit 100`);
    const below = await read<{ id: string }>('select id from ledger_accounts where balance < floor limit 100');
    const groups = await read<{ id: string }>(`
      select group_id as id from ledger_transfers group by owner_id, group_id
        having sum(amount) is distinct from max(group_amount) or count(group_amount) <> 1 limit 100`);
    const unbalanced = await read<Reconciliation['unbalanced'][number]>(`
      select currency, sum(balance)::bigint as total from ledger_accounts group by currency having sum(balance) <> 0`);
    const [counts] = await read<{ accounts: bigint; transfers: bigint }>(`
      select (select count(*) from ledger_accounts) as accounts, (select count(*) from ledger_transfers) as transfers`);
    return {
      accounts: Number(counts?.accounts ?? 0),
      transfers: Number(counts?.transfers ?? 0),
      drifted,
      belowFloor: below.map((row) => row.id),
      brokenGroups: groups.map((row) => row.id),
      unbalanced,
    };
  } finally {
    // Ends the transaction, successful or not.
    await client.query('rollback').catch(() => {});
    client.release();
  }
}
