import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { type EmbeddedPostgresEvent, startEmbeddedPostgres } from './embedded-postgres.ts';
import { clearOrphans, processesOf } from './embedded-postgres-processes.ts';

let dataDir: string;
const others: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vlam-postgres-'));
});
afterEach(async () => {
  for (const other of others.splice(0)) other.kill('SIGKILL');
  await sleep(20);
  await clearOrphans(join(dataDir, 'postgres')).catch(() => {});
  await rm(dataDir, { recursive: true, force: true });
});

/** Another process that starts PostgreSQL on the folder, prints its address or the refusal, and keeps running. */
async function startInAnotherProcess(): Promise<{ line: string; process: ChildProcess; exited: Promise<unknown> }> {
  const source = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))});
    try {
      const postgres = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: true });
      console.log(postgres.url);
      setInterval(() => {}, 1000);
    } catch (error) {
      console.log(error.message);
      process.exit(1);
    }`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  others.push(other);
  const exited = once(other, 'exit');
  const [chunk] = (await once(other.stdout as NonNullable<typeof other.stdout>, 'data')) as [Buffer];
  return { line: chunk.toString().trim(), process: other, exited };
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL', { timeout: 60_000 }, () => {
  it('starts in an empty folder, and within 5 s with existing data', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    expect(first.fresh).toBe(true);
    await query(first.url, 'create table kept as select 7 as value');
    await first.stop();
    expect(processesOf(join(dataDir, 'postgres'))).toEqual([]);

    const started = performance.now();
    const second = await startEmbeddedPostgres({ dataDir });
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(second.fresh).toBe(false);
    expect(await query(second.url, 'select value from kept')).toEqual([{ value: 7 }]);
    await second.stop();
  });

  it('makes its password readable by its owner only, and requires it', async () => {
    const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
    const file = await stat(join(dataDir, 'postgres.password'));
    expect(file.mode & 0o777).toBe(0o600);
    const stranger = new URL(postgres.url);
    stranger.password = 'guessed';
    await expect(query(stranger.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    await postgres.stop();
  });

  it('refuses a second owner of the folder with one clear line', { tags: ['long'] }, async () => {
    const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
    const other = await startInAnotherProcess();
    expect(other.line).toMatch(/^Vlam is already running on .+ \(process \d+\)\. Stop it, or choose another folder/);
    await other.exited;
    expect(other.process.exitCode).toBe(1);
    expect(await query(postgres.url, 'select 1 as alive')).toEqual([{ alive: 1 }]);
    await postgres.stop();
  });

  it('ignores a lock whose process id now belongs to another program', { tags: ['long'] }, async () => {
    await writeFile(join(dataDir, 'owner.json'), JSON.stringify({ pid: process.ppid, start: 'long ago' }));
    const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
    const owner = JSON.parse(await readFile(join(dataDir, 'owner.json'), 'utf8'));
    expect(owner.pid).toBe(process.pid);
    await postgres.stop();
  });

  it('F1: takes over from a start that was killed, without losing a committed row', { tags: ['long'] }, async () => {
    const other = await startInAnotherProcess();
    await query(other.line, 'create table kept as select 7 as value');
    other.process.kill('SIGKILL');
    await other.exited;
    expect(processesOf(join(dataDir, 'postgres')).length).toBeGreaterThan(0);

    const postgres = await startEmbeddedPostgres({ dataDir });
    expect(await query(postgres.url, 'select value from kept')).toEqual([{ value: 7 }]);
    await postgres.stop();
  });

  it('F1 and F2: restarts after the server and the postmaster were killed together', { tags: ['long'] }, async () => {
    const other = await startInAnotherProcess();
    await query(other.line, 'create table kept as select 7 as value');
    const postmaster = Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
    other.process.kill('SIGKILL');
    process.kill(postmaster, 'SIGKILL');
    await other.exited;

    const postgres = await startEmbeddedPostgres({ dataDir });
    expect(await query(postgres.url, 'select value from kept')).toEqual([{ value: 7 }]);
    await postgres.stop();
  });

  it('F2: restarts a killed postmaster by itself, and the same pool works within 10 s', {
    tags: ['long'],
  }, async () => {
    const events: EmbeddedPostgresEvent['event'][] = [];
    const postgres = await startEmbeddedPostgres({ dataDir, onEvent: ({ event }) => events.push(event) });
    const database = openDatabase(postgres.url, { size: 4 });
    await database.pool.query('create table kept as select 7 as value');
    const held = await database.pool.connect();
    await held.query('begin');
    const killed = postgres.pid;
    process.kill(killed, 'SIGKILL');

    const deadline = Date.now() + 10_000;
    let answer: unknown;
    while (answer === undefined && Date.now() < deadline) {
      await sleep(50);
      if (postgres.pid === killed) continue;
      answer = await database.pool.query('select value from kept').then(
        ({ rows }) => rows[0],
        () => undefined,
      );
    }
    expect(answer).toEqual({ value: 7 });
    expect(events).toEqual(['postgres died', 'postgres is back']);
    held.release(true);
    await database.close();
    await postgres.stop();
  });
});
