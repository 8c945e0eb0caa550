import { cpSync, existsSync } from 'node:fs';
import { appendFile, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { EmbeddedPostgresError, findPrograms } from '../embedded-postgres-programs.ts';
import { masterIdOf } from '../key-ring.ts';
import { BackupError, type Base, listBases, paths, readState } from './manifest.ts';
import { findMasterId } from './master-id.ts';
import { masterKeysOf, unsealFiles } from './sealed-files.ts';

export interface RestoreOptions {
  folder: string;
  /** Must hold no database. */
  dataDir: string;
  passphrase: string;
  /** The master key where it is in the environment and not in the backup: 64 hexadecimal digits, or nothing. */
  masterKey?: string | undefined;
  /** The moment to go back to; null takes everything the backup has. */
  to: Date | null;
}

export interface Restored {
  base: Base;
  /** The last commit that came back, by the database's clock; null when the log holds none. */
  lastCommit: Date | null;
}

/** Replaying a day of log takes minutes. */
const replayLimitMs = 30 * 60_000;

/**
 * Puts a backup into an empty data folder: keys, media, cluster, and the log replayed to its end or to a moment.
 * PostgreSQL is stopped again at the end. Throws `BackupError` with one line, and then leaves no database behind.
 */
export async function restore({ folder, dataDir, passphrase, masterKey, to }: RestoreOptions): Promise<Restored> {
  if (existsSync(join(dataDir, 'postgres')))
    throw new BackupError(`${join(dataDir, 'postgres')} exists: move it away, or choose another folder with DATA_DIR.`);
  const base = await chooseBase(folder, to);
  const source = paths(folder);
  const keys = await unsealFiles(source.keys, passphrase);
  if (!keys)
    throw new BackupError(
      `BACKUP_PASSPHRASE does not open ${source.keys}: without the keys nothing sealed can be read.`,
    );
  const masterKeys = masterKeysOf(keys);
  const requireMasterKey = (id: string | null | undefined) => {
    if (!id || masterKeys.has(id) || (masterKey && masterIdOf(Buffer.from(masterKey, 'hex')) === id)) return;
    throw new BackupError(
      `MASTER_KEY: this backup needs the master key with the id ${id}, which is not in it: set MASTER_KEY to that key. Without it nothing that is sealed can be read.`,
    );
  };
  requireMasterKey(base.masterId);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(keys))
    if (name === 'master.key' || !name.startsWith('master.key')) await keepSecret(join(dataDir, name), text);
  if (existsSync(source.media)) await cp(source.media, join(dataDir, 'media'), { recursive: true, force: false });
  const cluster = join(dataDir, 'postgres');
  const log = join(dataDir, 'restore-log');
  await rm(`${cluster}.new`, { recursive: true, force: true });
  await rm(log, { recursive: true, force: true });
  await cp(source.cluster(base.name), `${cluster}.new`, { recursive: true });
  cpSync(source.log, log, { recursive: true });
  findPrograms().changeOwner(log);
  await askForReplay(`${cluster}.new`, log, to);
  await rename(`${cluster}.new`, cluster);
  try {
    const { lastCommit, masterId } = await replay(dataDir).catch(async (error: unknown) => {
      // Nothing was committed between the moment and the end of the log: its end is the moment.
      if (!to || !(await endedBeforeMoment(dataDir))) throw error;
      await removeMoment(cluster);
      return replay(dataDir);
    });
    requireMasterKey(masterId);
    // At this moment the data keys may have been sealed with the master key before the one in use, or after it.
    const needed = masterId && masterKeys.get(masterId);
    if (needed && needed !== keys['master.key']) await replaceMasterKey(join(dataDir, 'master.key'), needed);
    await rm(log, { recursive: true, force: true });
    return { base, lastCommit };
  } catch (error) {
    // The next attempt finds an empty place, and this one can still be looked at.
    await rm(`${cluster}.failed`, { recursive: true, force: true });
    await rename(cluster, `${cluster}.failed`);
    throw error;
  }
}

async function chooseBase(folder: string, to: Date | null): Promise<Base> {
  const bases = await listBases(folder);
  const newest = bases.at(-1);
  const state = await readState(folder);
  if (!newest || !state) throw new BackupError(`${folder} holds no whole backup.`);
  if (!to) return newest;
  const moment = to.toISOString();
  const base = bases.filter(({ finishedAt }) => finishedAt <= moment).at(-1);
  const range = `this backup reaches from ${bases[0]?.finishedAt} to ${state.copiedUntil}`;
  if (!base || moment > state.copiedUntil) throw new BackupError(`${moment} is not in it: ${range}.`);
  return base;
}

async function keepSecret(path: string, text: string): Promise<void> {
  const present = existsSync(path) ? await readFile(path, 'utf8') : null;
  if (present === text) return;
  if (present !== null) throw new BackupError(`${path} holds another key than the backup: move it away first.`);
  await writeFile(path, text, { mode: 0o600, flag: 'wx' });
}

async function replaceMasterKey(path: string, text: string): Promise<void> {
  await writeFile(`${path}.needed`, text, { mode: 0o600 });
  await rename(`${path}.needed`, path);
}

/** `cp` exists wherever PostgreSQL runs but on Windows, which has `copy`. */
async function askForReplay(cluster: string, log: string, to: Date | null): Promise<void> {
  const file = join(resolve(log), '%f');
  const command = process.platform === 'win32' ? `copy "${file}" "%p"` : `cp "${file}" "%p"`;
  const lines = [`restore_command = ${quote(command)}`];
  if (to) lines.push(`recovery_target_time = ${quote(momentOf(to))}`, "recovery_target_action = 'promote'");
  await appendFile(join(cluster, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 });
}

/** With an offset in figures: PostgreSQL knows no names of zones while it reads its settings. */
const momentOf = (date: Date): string => date.toISOString().replace('T', ' ').replace('Z', '+00');

async function endedBeforeMoment(dataDir: string): Promise<boolean> {
  return /before configured recovery target/.test(await lastFailure(dataDir));
}

/** PostgreSQL's own words for why it ended. */
async function lastFailure(dataDir: string): Promise<string> {
  const lines = (await readFile(join(dataDir, 'postgres.log'), 'utf8')).split('\n');
  return lines.filter((line) => / (FATAL|PANIC): /.test(line)).at(-1) ?? '';
}

async function removeMoment(cluster: string): Promise<void> {
  const file = join(cluster, 'postgresql.auto.conf');
  const lines = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, lines.filter((line) => !line.startsWith('recovery_target_')).join('\n'));
}

const quote = (text: string): string => `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;

/** PostgreSQL answers before the log is replayed to its end; it ends itself where it cannot be. */
async function untilReplayed(client: pg.Client): Promise<void> {
  const until = Date.now() + replayLimitMs;
  const isReplaying = async () =>
    (await client.query<{ replaying: boolean }>('select pg_is_in_recovery() as replaying')).rows[0]?.replaying;
  try {
    while (await isReplaying()) {
      if (Date.now() > until) throw new Error(`not done within ${replayLimitMs / 60_000} minutes`);
      await sleep(50);
    }
  } catch (error) {
    throw new BackupError(`The backup cannot be replayed: ${(error as Error).message}`);
  }
}

async function replay(dataDir: string): Promise<{ lastCommit: Date | null; masterId: string | null }> {
  const postgres = await startEmbeddedPostgres({ dataDir, startLimitMs: replayLimitMs }).catch(
    async (error: unknown) => {
      if (!(error instanceof EmbeddedPostgresError)) throw error;
      throw new BackupError(`The backup cannot be replayed. ${error.message}\n${await lastFailure(dataDir)}`.trim());
    },
  );
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => {});
  try {
    await client.connect();
    await untilReplayed(client);
    await client.query('alter system reset restore_command');
    await client.query('alter system reset recovery_target_time');
    await client.query('alter system reset recovery_target_action');
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
    return { lastCommit: rows[0]?.at ?? null, masterId: await findMasterId(client) };
  } finally {
    await client.end().catch(() => {});
    await postgres.stop();
  }
}
