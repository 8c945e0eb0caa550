import { readFile } from 'node:fs/promises';
import pg from 'pg';

/**
 * The public peer pgledger (github.com/pgr0ss/pgledger), which is not part of this repository: PGLEDGER_SQL names one
 * file with its functions and the ULID functions it needs. Null when it is not given.
 */
export const pgledgerFile = (): string | null => process.env.PGLEDGER_SQL || null;

export interface PeerAccounts {
  payers: string[];
  creators: string[];
  platform: string;
}

/** Loads the peer into an empty database and opens its accounts. */
export async function installPgledger(
  url: string,
  counts: { payers: number; creators: number },
): Promise<PeerAccounts> {
  const file = pgledgerFile();
  if (!file) throw new Error('PGLEDGER_SQL names no file');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(await readFile(file, 'utf8'));
  const open = async (count: number): Promise<string[]> => {
    const { rows } = await client.query<{ id: string }>(
      `select (pgledger_create_account('account ' || n, 'CRD')).id from generate_series(1, $1::integer) as n`,
      [count],
    );
    return rows.map((row) => row.id);
  };
  const accounts = { payers: await open(counts.payers), creators: await open(counts.creators), platform: '' };
  accounts.platform = (await open(1))[0] ?? '';
  await client.query('vacuum analyze pgledger_accounts');
  await client.end();
  return accounts;
}

/** One purchase as the peer would post it: the creator's part and the platform's in one call. */
export async function pgledgerPurchase(
  pool: pg.Pool,
  accounts: PeerAccounts,
  payer: string,
  creator: string,
  price: number,
): Promise<boolean> {
  const fee = Math.floor((price * 20) / 100);
  const text =
    fee > 0
      ? 'select id from pgledger_create_transfers(($1, $2, $3)::transfer_request, ($1, $4, $5)::transfer_request)'
      : 'select id from pgledger_create_transfers(($1, $2, $3)::transfer_request)';
  const values = [payer, creator, price - fee, ...(fee > 0 ? [accounts.platform, fee] : [])];
  return (await pool.query({ name: `purchase-${fee > 0}`, text, values })).rows.length > 0;
}
