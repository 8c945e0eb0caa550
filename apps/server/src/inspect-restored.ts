import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { isSound, reconcile } from './modules/credits/reconcile.ts';

export interface RestoredFindings {
  members: number;
  messages: number;
  transfers: number;
  ledgerIsSound: boolean;
  /** Ready media whose file is not in the folder. */
  missingMedia: number;
}

/** Reads what must be whole in a restored database before members come back. `mediaDir` is the folder of its files. */
export async function inspectRestored(pool: pg.Pool, mediaDir: string): Promise<RestoredFindings> {
  const count = async (text: string): Promise<number> => Number((await pool.query(text)).rows[0]?.count ?? 0);
  const ledger = await reconcile(pool);
  const { rows } = await pool.query<{ key: string }>(
    "select distinct storage_key as key from media where state = 'ready'",
  );
  const isMissing = ({ key }: { key: string }) => !existsSync(join(mediaDir, key.slice(0, 2), key.slice(2, 4), key));
  return {
    members: await count('select count(*) from accounts'),
    messages: await count('select count(*) from messages'),
    transfers: ledger.transfers,
    ledgerIsSound: isSound(ledger),
    missingMedia: rows.filter(isMissing).length,
  };
}
