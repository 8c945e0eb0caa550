import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sealedColumns } from './joins/sealed-columns.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { listKeys, openKeys } from './platform/data-keys.ts';
import { type Database, openDatabase } from './platform/database.ts';
import { findRunningPostgres } from './platform/embedded-postgres.ts';
import { createKeyRing } from './platform/key-ring.ts';
import { keepLocalKey } from './platform/local-key.ts';
import { changeMasterKey, KeysError, type Rotation, retire, rotate } from './platform/rotate-keys.ts';

// `npm run keys:rotate`, `npm run keys:rotate -- --retire N [--now]` and `npm run keys:rotate -- --master`: what each
// does, and when, is in docs/operations.md.

const usage = 'Usage: npm run keys:rotate [-- --retire NUMBER [--now] | -- --master]';
/** A backup that follows copies the new key before it copies that the data keys need it. */
const beforeMasterMs = 3_000;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { retire: { type: 'string' }, now: { type: 'boolean', default: false }, master: { type: 'boolean' } },
  });
  const retired = values.retire === undefined ? null : Number(values.retire);
  const isRetiring = retired !== null;
  if (positionals.length > 0 || (isRetiring && (!Number.isInteger(retired) || retired < 1 || values.master))) {
    console.error(usage);
    return 2;
  }
  const config = readConfig(process.env);
  const url = config.databaseUrl ?? findRunningPostgres(config.dataDir);
  if (!url) throw new KeysError(`No database: start Vlam on ${config.dataDir}, or set DATABASE_URL.`);
  const database = openDatabase(url, { size: 2, statementTimeoutMs: 600_000, applicationName: 'vlam keys' });
  try {
    if (values.master) return await replaceMasterKey(config, database);
    await openKeys({ config, db: database.db }, sealedColumns);
    const rotation: Rotation = {
      db: database.db,
      keys: config.keys,
      columns: sealedColumns,
      say: (line) => console.log(line),
    };
    if (retired !== null) {
      await retire(rotation, retired, { now: values.now });
      console.log(`Key ${retired} is retired: every process forgets it within seconds.`);
      return 0;
    }
    const { id, resealed, unopened } = await rotate(rotation);
    if (unopened.length > 0) {
      console.error(
        `${unopened.length} values cannot be opened; the keys they may need stay. ${resealed} were sealed.`,
      );
      return 1;
    }
    console.log(`Everything is sealed with key ${id} (${resealed} values).`);
    const older = (await listKeys(database.db)).filter((key) => key.sealed && key.id > 0 && key.id < id);
    if (older.length > 0)
      console.log(`Older keys can be retired with --retire: ${older.map((key) => key.id).join(', ')}.`);
    return 0;
  } finally {
    await database.close();
  }
}

/** The new master key is MASTER_KEY_NEW where MASTER_KEY is set, and otherwise made beside the local one. */
async function replaceMasterKey(config: Config, { db }: Database): Promise<number> {
  const isLocal = !process.env.MASTER_KEY;
  const file = join(config.dataDir, 'master.key');
  const given = process.env.MASTER_KEY_NEW ?? '';
  if (!isLocal && !/^[0-9a-f]{64}$/.test(given))
    throw new KeysError('MASTER_KEY_NEW: needs 64 hexadecimal digits in lower case (32 bytes).');
  const isResumed = existsSync(`${file}.new`);
  const next = createKeyRing(isLocal ? keepLocalKey(`${file}.new`) : Buffer.from(given, 'hex'));
  if (next.masterId === config.keys.masterId) throw new KeysError('The new master key is the old one.');
  if (isLocal && !isResumed) await sleep(beforeMasterMs);
  const changed = await changeMasterKey(db, config.keys, next);
  if (isLocal) {
    renameSync(`${file}.new`, file);
    // A file system that lost the new name would lose every sealed value.
    if (readFileSync(file, 'utf8').trim().length !== 64) throw new KeysError(`${file} is not whole.`);
  }
  console.log(`${changed} data keys are sealed by the master key ${next.masterId}.`);
  console.log(
    isLocal
      ? `${file} holds it. Start Vlam again before the next rotation.`
      : 'Start every process again with MASTER_KEY set to it, and keep the old one for as long as older backups.',
  );
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  const isWithoutTable = (error as { code?: string }).code === '42P01';
  if (!(error instanceof KeysError || error instanceof ConfigError || isWithoutTable)) throw error;
  console.error(
    isWithoutTable
      ? 'This database has no data keys yet: start this version of Vlam on it first.'
      : (error as Error).message,
  );
  process.exitCode = 1;
}
