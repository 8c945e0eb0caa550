import pg from 'pg';

const schema = `
  create table accounts (id integer primary key, balance bigint not null check (balance >= 0)) with (fillfactor = 50);
  create table transfers (id bigint generated always as identity primary key, key uuid not null unique, debit integer not null,
    credit integer not null, amount bigint not null, created_at timestamptz not null default now());
  create index transfers_by_debit on transfers (debit);
  create index transfers_by_credit on transfers (credit);
  insert into accounts select n, 1000000000 from generate_series(0, 20000) as n;
  vacuum analyze accounts`;

export async function installEightRoundTrips(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of schema.split(';')) await client.query(statement);
  await client.end();
}

/** One transfer as it is commonly written: a transaction with a statement for each step. Accounts 1 and up pay, 10,001 and up earn. */
export async function eightRoundTrips(pool: pg.Pool, payer: number, creator: number, price: number): Promise<boolean> {
  const client = await pool.connect();
  const [debit, credit, key] = [1 + payer, 10_001 + creator, crypto.randomUUID()];
  try {
    await client.query('begin');
    const seen = await client.query({ name: 'seen', text: 'select 1 from transfers where key = $1', values: [key] });
    const { rows } = await client.query<{ balance: bigint }>({
      name: 'lock-payer',
      text: 'select balance from accounts where id = $1 for update',
      values: [debit],
    });
    await client.query({
      name: 'lock-payee',
      text: 'select balance from accounts where id = $1 for update',
      values: [credit],
    });
    if (seen.rows.length > 0 || BigInt(rows[0]?.balance ?? 0) < BigInt(price)) throw new Error('refused');
    await client.query({
      name: 'insert',
      text: 'insert into transfers (key, debit, credit, amount) values ($1, $2, $3, $4)',
      values: [key, debit, credit, price],
    });
    const move = { name: 'move', text: 'update accounts set balance = balance + $2 where id = $1' };
    await client.query({ ...move, values: [debit, -price] });
    await client.query({ ...move, values: [credit, price] });
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
