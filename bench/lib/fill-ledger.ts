import { accountOf } from '../../apps/server/src/modules/credits/accounts.ts';
import type { Database } from '../../apps/server/src/platform/database.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';
import type { LedgerWorld } from './ledger-world.ts';

const chunkRows = 250_000;

/** Payers without opening entries: their wallets alone may go below zero, so that the fill can make them a past. */
export async function addPastPayers(database: Database, count: number): Promise<string[]> {
  const owners = Array.from({ length: count }, () => newId());
  await database.pool.query(
    `insert into ledger_accounts (id, owner_id, kind, floor)
      select ledger_account_id(owner, kind, 'credits'), owner, kind, case when kind = 'wallet_promotional' then 0 end
      from unnest($1::uuid[]) as owner, unnest('{wallet,wallet_promotional}'::text[]) as kind`,
    [owners],
  );
  return owners;
}

/**
 * Adds past one-transfer purchases until the ledger has `rows`, spread evenly over all members, in the order of time.
 * The table's own triggers are off until it is filled; the balances are moved by what was added, so that everything still adds up.
 * Stops early at `deadline` (of `performance.now()`). Answers how many rows there are then.
 */
export async function fillLedger(
  database: Database,
  world: LedgerWorld,
  rows: number,
  deadline: number,
): Promise<number> {
  const client = await database.pool.connect();
  try {
    const wallets = world.payers.map((ownerId) => accountOf(ownerId, 'wallet').id);
    const earnings = world.creators.map((ownerId) => accountOf(ownerId, 'earnings').id);
    await client.query(
      'create temporary table if not exists fill_payers (n integer primary key, owner uuid, account uuid)',
    );
    await client.query(
      'create temporary table if not exists fill_creators (n integer primary key, owner uuid, account uuid)',
    );
    for (const [table, owners, accounts] of [
      ['fill_payers', world.payers, wallets],
      ['fill_creators', world.creators, earnings],
    ] as const)
      await client.query(
        `insert into ${table} select row_number() over () - 1, * from unnest($1::uuid[], $2::uuid[]) on conflict do nothing`,
        [owners, accounts],
      );
    await client.query('alter table ledger_transfers disable trigger user');
    await client.query('alter table ledger_accounts disable trigger user');
    let there = Number(
      (await client.query<{ n: bigint }>('select count(*) as n from ledger_transfers')).rows[0]?.n ?? 0,
    );
    // Rows go in without indexes, which are built again afterwards: several times faster.
    const { rows: indexes } = await client.query<{ name: string; definition: string; kind: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition, amname as kind
        from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
        where indrelid = 'ledger_transfers'::regclass and not indisprimary`,
    );
    await client.query(`set maintenance_work_mem = '512MB'`);
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query('alter table ledger_transfers drop constraint ledger_transfers_pkey');
    while (there < rows && performance.now() < deadline) {
      const upTo = Math.min(rows, there + chunkRows);
      await client.query(
        `with added as (
          insert into ledger_transfers (owner_id, group_id, leg, debit_account, credit_account, amount, debit_balance_after,
              credit_balance_after, created_at, key, kind, payee_id, reference, description, group_amount)
            select p.owner, (lpad(to_hex(1600000000000 + g), 12, '0') || '7000' || '8' || substr(md5('g' || g), 2, 15))::uuid, 1,
              p.account, c.account, 4, 0, 0, to_timestamp((1600000000000 + g) / 1000.0), md5('k' || g)::uuid, 'unlock', c.owner,
              md5('r' || g)::uuid::text, 'Blue hour', 4
            from generate_series($1::bigint + 1, $2::bigint) as g
              join fill_payers p on p.n = (hashint8(g) & 2147483647) % $3::integer
              join fill_creators c on c.n = (hashint8(-g) & 2147483647) % $4::integer
            returning debit_account, credit_account, amount
        ), sums as (
          select account, sum(side.amount)::bigint as amount from added,
            lateral (values (debit_account, -added.amount), (credit_account, added.amount)) as side (account, amount)
          group by account
        )
        update ledger_accounts a set balance = a.balance + sums.amount from sums where a.id = sums.account`,
        [there, upTo, world.payers.length, world.creators.length],
      );
      there = upTo;
    }
    // As full as pages are that grew row by row; packed ones would split under the first purchases.
    const loose = 'with (fillfactor = 70)';
    await client.query(`alter table ledger_transfers add primary key (owner_id, group_id, leg) ${loose}`);
    for (const { name, definition, kind } of indexes) {
      const sorted = kind === 'btree';
      await client.query(sorted ? definition.replace(/( WHERE .*)?$/, (where) => ` ${loose}${where}`) : definition);
      if (sorted) await client.query(`alter index ${name} reset (fillfactor)`);
    }
    await client.query('alter index ledger_transfers_pkey reset (fillfactor)');
    await client.query('alter table ledger_transfers enable trigger user');
    await client.query('alter table ledger_accounts enable trigger user');
    return there;
  } finally {
    client.release();
  }
}
