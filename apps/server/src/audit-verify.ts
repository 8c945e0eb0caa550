import { parseArgs } from 'node:util';
import { listLoggedActions, verifyAuditLog } from './modules/compliance/service.ts';
import { readConfig } from './platform/config.ts';
import { openDatabase } from './platform/database.ts';
import { findRunningPostgres } from './platform/embedded-postgres.ts';

// `npm run audit:verify [-- --head NUMBER:HASH]`: reads the whole audit log and says whether a row was changed, added or
// removed since it was written. `--head` is a line of an earlier run, kept elsewhere: it must still be in the log.

const { values } = parseArgs({ options: { head: { type: 'string' } } });
const headFormat = /^(\d{1,18}):([0-9a-f]{64})$/;

async function main(): Promise<number> {
  const head = values.head === undefined ? null : headFormat.exec(values.head);
  if (values.head !== undefined && !head) {
    console.error('Usage: npm run audit:verify [-- --head NUMBER:HASH]');
    return 2;
  }
  const config = readConfig(process.env);
  const url = config.databaseUrl ?? findRunningPostgres(config.dataDir);
  if (!url) {
    console.error(`No database: start Vlam on ${config.dataDir}, or set DATABASE_URL.`);
    return 2;
  }
  const database = openDatabase(url, { size: 1, statementTimeoutMs: 120_000, applicationName: 'vlam audit' });
  try {
    const { rows, last, broken } = await verifyAuditLog(database.db);
    if (broken !== null) {
      console.log(`Broken at row ${broken}: this row, or one before it, is not what was written.`);
      return 1;
    }
    if (head) {
      const [number, hash] = [BigInt(head[1] ?? 0), head[2]];
      const [kept] = await listLoggedActions(database.db, {}, number + 1n, 1);
      if (kept?.number !== number || kept.hash.toString('hex') !== hash) {
        console.log(`Broken: row ${number} is gone or is another one than in the earlier run.`);
        return 1;
      }
    }
    console.log(`Whole: ${rows} rows.`);
    if (last) console.log(`head ${last.number}:${last.hash.toString('hex')}`);
    return 0;
  } finally {
    await database.close();
  }
}

process.exitCode = await main();
