import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { inspectRestored, type RestoredFindings } from './inspect-restored.ts';
import { BackupError } from './platform/backup/manifest.ts';
import { restore } from './platform/backup/restore.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';

// `npm run restore -- FOLDER [--to MOMENT]`: docs/operations.md.

/** Starts the restored database once more and reads what must be whole before members come back. */
async function inspect(dataDir: string): Promise<RestoredFindings> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  pool.on('error', () => {});
  try {
    return await inspectRestored(pool, join(dataDir, 'media'));
  } finally {
    await pool.end();
    await postgres.stop();
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } });
  const [folder] = positionals;
  const to = values.to === undefined ? null : new Date(values.to);
  if (!folder || positionals.length > 1 || (to && Number.isNaN(to.getTime()))) {
    console.error('Usage: npm run restore -- FOLDER [--to 2026-11-21T14:30:00+02:00]');
    return 2;
  }
  if (process.env.DATABASE_URL)
    throw new BackupError('DATABASE_URL is set: restore that server with its own tools, pgBackRest for one.');
  // Not read with the other settings: they would make a new key before the old one is back.
  const dataDir = resolve(process.env.DATA_DIR ?? '.data');
  const since = performance.now();
  const { base, lastCommit } = await restore({
    folder: resolve(folder),
    dataDir,
    passphrase: process.env.BACKUP_PASSPHRASE ?? '',
    masterKey: process.env.MASTER_KEY,
    to,
  });
  const found = await inspect(dataDir);
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  console.log(`Restored ${base.name} in ${seconds} s; last commit ${lastCommit?.toISOString() ?? base.finishedAt}.`);
  console.log(`${found.members} accounts, ${found.messages} messages, ${found.transfers} postings.`);
  console.log(found.ledgerIsSound ? 'The ledger is whole.' : 'The ledger has differences: see /admin/ledger.');
  if (found.missingMedia > 0) console.log(`Files of ${found.missingMedia} pictures, films and sounds are missing.`);
  return found.ledgerIsSound && found.missingMedia === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof BackupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
