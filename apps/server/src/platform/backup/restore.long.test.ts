import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres.ts';
import { clearOrphans } from '../embedded-postgres-processes.ts';
import { masterIdOf } from '../key-ring.ts';
import { type BackupOptions, backUpOnce, follow } from './backup.ts';
import { readState } from './manifest.ts';
import { restore } from './restore.ts';

const passphrase = 'a passphrase of the operator';
let root: string;
let options: BackupOptions;
let postgres: EmbeddedPostgres | null = null;
let client: pg.Client;

async function start(dataDir: string): Promise<void> {
  postgres = await startEmbeddedPostgres({ dataDir });
  client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => {});
  await client.connect();
}
async function stop(): Promise<void> {
  await client.end().catch(() => {});
  await postgres?.stop();
  postgres = null;
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vlam-restore-'));
  const dataDir = join(root, 'data');
  options = { dataDir, folder: join(root, 'backup'), passphrase, keepDays: 14, vlam: '0.1.0', media: true };
  await start(dataDir);
  await writeFile(join(dataDir, 'master.key'), 'f'.repeat(64));
  await client.query('create table written (id int primary key, at timestamptz not null default clock_timestamp())');
});
afterEach(async () => {
  await stop();
  await clearOrphans(join(root, 'data/postgres')).catch(() => {});
  await rm(root, { recursive: true, force: true });
});

/** Follows until `end` is called; returns what it reported. */
function startFollowing(): { bases: number; failures: string[]; end(): Promise<void> } {
  const stopping = new AbortController();
  const seen = {
    bases: 0,
    failures: [] as string[],
    end: async () => {
      stopping.abort();
      await done;
    },
  };
  const events = {
    onBase: () => {
      seen.bases += 1;
    },
    onFailure: (error: Error) => void seen.failures.push(error.message),
  };
  const done = follow(options, events, stopping.signal);
  done.catch(() => {});
  return seen;
}

const write = (id: number) => client.query('insert into written (id) values ($1)', [id]);
const listIds = async (): Promise<number[]> =>
  (await client.query<{ id: number }>('select id from written order by id')).rows.map(({ id }) => id);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
/** Waits until everything committed so far is in the backup. */
const untilCopied = async () => {
  const now = new Date().toISOString();
  await expect
    .poll(async () => (await readState(options.folder))?.copiedUntil ?? '', { timeout: 30_000 })
    .toSatisfy((until: string) => until > now);
};

describe('a lost data folder', () => {
  it('comes back to the second, with its keys and media, and to any moment', async () => {
    const following = startFollowing();
    await expect.poll(() => following.bases, { timeout: 60_000 }).toBe(1);
    await mkdir(join(options.dataDir, 'media/ab/cd/key'), { recursive: true });
    await writeFile(join(options.dataDir, 'media/ab/cd/key/720.webp'), 'picture');
    for (const id of numbers(20)) await write(id);
    await untilCopied();
    const moment = new Date();
    await sleep(1_100);
    for (const id of numbers(20)) await write(20 + id);
    // More than a segment of log.
    await client.query("create table large as select repeat('x', 2000) as text, i from generate_series(1, 20000) as i");
    await untilCopied();
    await sleep(5_500);
    process.kill(postgres?.pid ?? 0, 'SIGKILL');
    await following.end().catch(() => {});
    await stop();
    await rm(options.dataDir, { recursive: true });

    const { lastCommit } = await restore({ ...options, to: null });
    expect(lastCommit?.getTime()).toBeGreaterThan(moment.getTime());
    await start(options.dataDir);
    expect(await listIds()).toEqual(numbers(40));
    expect((await client.query('select count(*)::int as count from large')).rows).toEqual([{ count: 20_000 }]);
    await stop();

    const earlier = join(root, 'earlier');
    await restore({ ...options, dataDir: earlier, to: moment });
    await start(earlier);
    expect(await listIds()).toEqual(numbers(20));
    // A database that went back is backed up into the same folder, and is what comes back from then on.
    await write(100);
    await backUpOnce({ ...options, dataDir: earlier });
    await write(101);
    await stop();
    const again = join(root, 'again');
    await restore({ ...options, dataDir: again, to: null });
    await start(again);
    expect(await listIds()).toEqual([...numbers(20), 100]);

    // Nothing was committed after this moment.
    const { copiedUntil } = (await readState(options.folder)) ?? { copiedUntil: '' };
    await stop();
    const last = join(root, 'last');
    await restore({ ...options, dataDir: last, to: new Date(copiedUntil) });
    await start(last);
    expect(await listIds()).toEqual([...numbers(20), 100]);
  });

  it('is backed up on after the database was killed, restarted or lost its log', async () => {
    const following = startFollowing();
    await expect.poll(() => following.bases, { timeout: 60_000 }).toBe(1);
    await write(1);
    await stop();
    await start(options.dataDir);
    await write(2);
    await untilCopied();
    expect(following.bases).toBe(1);
    await client.query("select pg_drop_replication_slot('vlam_backup')");
    await expect.poll(() => following.bases, { timeout: 60_000 }).toBe(2);
    await write(3);
    await untilCopied();
    await following.end();
    await stop();
    await rm(options.dataDir, { recursive: true });
    await restore({ ...options, to: null });
    await start(options.dataDir);
    expect(await listIds()).toEqual([1, 2, 3]);
    expect((await client.query('select slot_name from pg_replication_slots')).rows).toEqual([]);
  });

  it('comes back with the master key of its moment, and in words without it', async () => {
    const keyOf = (digit: string) => digit.repeat(64);
    const idOf = (digit: string) => masterIdOf(Buffer.from(keyOf(digit), 'hex'));
    await client.query('create table data_keys (id int primary key, master_id text not null)');
    await client.query('insert into data_keys values (0, $1)', [idOf('f')]);
    const following = startFollowing();
    await expect.poll(() => following.bases, { timeout: 60_000 }).toBe(1);
    await untilCopied();
    const before = new Date();
    await sleep(1_100);
    // As `npm run keys:rotate -- --master`: the key first, then what needs it.
    await writeFile(join(options.dataDir, 'master.key.new'), keyOf('e'));
    await sleep(1_500);
    await client.query('update data_keys set master_id = $1', [idOf('e')]);
    await untilCopied();
    await following.end();
    await stop();
    const keyIn = (folder: string) => readFile(join(folder, 'master.key'), 'utf8');
    const [last, first] = [join(root, 'last'), join(root, 'first')];
    await restore({ ...options, dataDir: last, to: null });
    expect(await keyIn(last)).toBe(keyOf('e'));
    await restore({ ...options, dataDir: first, to: before });
    expect(await keyIn(first)).toBe(keyOf('f'));
  });

  it('T85: whose master key was in the environment is refused before anything is written', async () => {
    const key = 'c'.repeat(64);
    const id = masterIdOf(Buffer.from(key, 'hex'));
    await rm(join(options.dataDir, 'master.key'));
    await client.query('create table data_keys (id int primary key, master_id text not null)');
    await client.query('insert into data_keys values (0, $1)', [id]);
    await backUpOnce(options);
    const dataDir = join(root, 'empty');
    const words = new RegExp(`^MASTER_KEY: this backup needs the master key with the id ${id}, which is not in it`);
    await expect(restore({ ...options, dataDir, to: null })).rejects.toThrow(words);
    await expect(restore({ ...options, dataDir, to: null, masterKey: 'd'.repeat(64) })).rejects.toThrow(words);
    expect(existsSync(dataDir)).toBe(false);
    await restore({ ...options, dataDir, to: null, masterKey: key });
    expect(existsSync(join(dataDir, 'postgres'))).toBe(true);
  });

  it('is refused in words when it cannot come back, and leaves nothing behind', async () => {
    await write(1);
    const base = await backUpOnce(options);
    const refusal = (change: object) =>
      restore({ ...options, to: null, ...change }).then(
        () => null,
        (error: Error) => error.message,
      );
    expect(await refusal({})).toMatch(/data\/postgres exists: move it away/);
    const empty = join(root, 'empty');
    expect(await refusal({ dataDir: empty, passphrase: 'another passphrase' })).toMatch(
      /^BACKUP_PASSPHRASE does not open/,
    );
    expect(await refusal({ dataDir: empty, folder: root })).toMatch(/holds no whole backup/);
    for (const to of [new Date(Date.parse(base.finishedAt) - 1_000), new Date(Date.now() + 60_000)])
      expect(await refusal({ dataDir: empty, to })).toMatch(/is not in it: this backup reaches from/);
    await mkdir(empty, { recursive: true });
    await writeFile(join(empty, 'master.key'), '0'.repeat(64));
    expect(await refusal({ dataDir: empty })).toMatch(/master.key holds another key than the backup/);

    await stop();
    await start(join(root, 'other'));
    const other = { ...options, dataDir: join(root, 'other') };
    await expect(backUpOnce(other)).rejects.toThrow(/holds the backup of another database/);
  });
});
