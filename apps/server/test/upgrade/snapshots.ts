import pg from 'pg';
import type { Database } from '../../src/platform/database.ts';

/** Runs a dump, which clears the search path of its connection. */
export async function runStatements(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

export async function countRows({ pool }: Database): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; count: string }>(`
    select relname as name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', relname), false, true, '')))[1]::text as count
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`);
  return Object.fromEntries(rows.map((row) => [row.name, Number(row.count)]));
}

/** Every balance and what the postings of its account add up to, and the sum of all transfers; one line each. */
export async function describeLedger({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    select format('%s %s: %s, posted %s', id, currency, balance,
        coalesce((select sum(amount) from ledger_entries where account_id = a.id), 0)) as line
      from ledger_accounts a where balance <> 0 or exists (select from ledger_entries where account_id = a.id)
    union all select format('%s %s transfers of %s', count(*), currency, sum(amount))
      from ledger_transfers t join ledger_accounts a on a.id = t.debit_account group by currency
    order by 1`);
  return rows.map(({ line }) => line);
}

export async function newestMigration({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ newest: string }>('select max(name) as newest from kysely_migration');
  return rows[0]?.newest ?? '';
}

/** Columns, constraints, indexes, functions and triggers, one line each; PostgreSQL 18 names each `not null` too. */
export async function describeSchema({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    with mine as (select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relname !~ '^kysely_')
    select format('%s.%s %s %s %s', relname, attname, format_type(atttypid, atttypmod), attnotnull,
        pg_get_expr(adbin, adrelid)) as line
      from mine join pg_attribute on attrelid = mine.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped and exists (select from pg_class c where c.oid = mine.oid and relkind in ('r', 'v'))
    union all select format('%s: %s %s', relname, conname, pg_get_constraintdef(c.oid))
      from mine join pg_constraint c on conrelid = mine.oid where contype <> 'n'
    union all select pg_get_indexdef(indexrelid) from mine join pg_index on indrelid = mine.oid
    union all select pg_get_triggerdef(t.oid) from mine join pg_trigger t on tgrelid = mine.oid where not tgisinternal
    union all select pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    order by 1`);
  // Expressions restored from a dump differ in their parentheses.
  return rows.map(({ line }) => line.replace(/[()]/g, '')).sort();
}
