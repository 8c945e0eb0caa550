import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { movingCode } from '@vlam/contract/realtime-protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRunningClock } from '../test/clock.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { aProfile } from '../test/factories.ts';
import { freePort } from '../test/server.ts';
import { closeSockets, openListener } from '../test/sockets.ts';
import { readConfig } from './platform/config.ts';
import { clearOrphans, processesOf } from './platform/embedded-postgres-processes.ts';

interface Run {
  process: ChildProcess;
  output(): string;
  errors(): string;
  exited: Promise<number | null>;
}

let dataDir: string;
let port: number;
const runs: Run[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vlam-main-'));
  port = await freePort();
});
// A failed test leaves its server behind, and the next one would find its port and folder taken.
afterEach(async () => {
  for (const run of runs.splice(0)) {
    run.process.kill('SIGKILL');
    await run.exited;
  }
});
afterAll(async () => {
  await clearOrphans(join(dataDir, 'postgres'));
  await rm(dataDir, { recursive: true, force: true });
});

function start(environment: Record<string, string> = {}): Run {
  const { npm_lifecycle_event: _npm, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      ...inherited,
      DATA_DIR: dataDir,
      PORT: String(port),
      NODE_ENV: 'test',
      DEMO: '0',
      DATABASE_URL: '',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const run = { process: child, output: () => output, errors: () => errors, exited };
  runs.push(run);
  return run;
}

/** Throws the program's output when it exits or hangs instead. */
async function ready(run: Run): Promise<void> {
  const since = performance.now();
  while (!run.output().includes('is ready after')) {
    if (run.process.exitCode !== null || performance.now() - since > 90_000)
      throw new Error(run.output() + run.errors());
    await sleep(20);
  }
}

const statusOf = async (path: string, at = port) => (await fetch(`http://127.0.0.1:${at}${path}`)).status;

describe('npm start', { timeout: 120_000 }, () => {
  it('starts in an empty folder, stops on Ctrl-C and leaves no process running', { tags: ['long'] }, async () => {
    const run = start();
    await ready(run);
    expect(await statusOf('/readyz')).toBe(200);
    run.process.kill('SIGINT');
    expect(await run.exited).toBe(0);
    expect(run.output()).toContain('Stopped.');
    expect(processesOf(join(dataDir, 'postgres'))).toEqual([]);
  });

  it('starts again on its folder, and refuses a second start there with one line', { tags: ['long'] }, async () => {
    const run = start();
    await ready(run);
    const second = start({ PORT: String(await freePort()) });
    expect(await second.exited).toBe(1);
    expect(second.output()).toBe('');
    expect(second.errors()).toMatch(/^Vlam is already running on [^\n]+\n$/);
    run.process.kill('SIGTERM');
    expect(await run.exited).toBe(0);
  });

  it('F1: starts after it was killed, and F2: survives a kill of its database', { tags: ['long'] }, async () => {
    const killed = start();
    await ready(killed);
    killed.process.kill('SIGKILL');
    await killed.exited;

    const run = start();
    await ready(run);
    const lockFile = join(dataDir, 'postgres', 'postmaster.pid');
    process.kill(Number.parseInt(await readFile(lockFile, 'utf8'), 10), 'SIGKILL');
    const since = performance.now();
    await sleep(100);
    expect(await statusOf('/readyz')).toBe(200);
    while ((await statusOf('/healthz?parts')) !== 200 && performance.now() - since < 60_000) await sleep(50);
    expect(await statusOf('/healthz?parts')).toBe(200);
    expect(run.process.exitCode).toBeNull();
    run.process.kill('SIGINT');
    expect(await run.exited).toBe(0);
  });

  it('T85: never serves with another master key than its database was made with', { tags: ['long'] }, async () => {
    const file = join(dataDir, 'master.key');
    const key = await readFile(file, 'utf8');
    await writeFile(file, `${'0'.repeat(64)}\n`);
    const other = start();
    expect(await other.exited).toBe(1);
    expect(other.errors()).toMatch(
      /^MASTER_KEY: .* does not open the keys of this database; use the master key with the id [0-9a-f]{16}: [^\n]+\n$/,
    );
    expect(processesOf(join(dataDir, 'postgres'))).toEqual([]);
    await rm(file);
    const without = start();
    expect(await without.exited).toBe(1);
    expect(without.errors()).toMatch(/^MASTER_KEY: nothing is set, and [^\n]+master\.key[^\n]+ is missing; [^\n]+\n$/);
    await writeFile(file, key);
    const run = start();
    await ready(run);
    expect(await statusOf('/readyz')).toBe(200);
    run.process.kill('SIGINT');
    expect(await run.exited).toBe(0);
  });

  it('prints one line, and nothing before it, about a wrong setting, port or database', {
    tags: ['long'],
  }, async () => {
    async function refusal(environment: Record<string, string> = {}): Promise<string> {
      const run = start(environment);
      expect(await run.exited).toBe(1);
      expect(run.output()).toBe('');
      return run.errors();
    }
    const holder = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
    await once(holder, 'listening');
    const closed = await freePort();
    const database = (at: number) => ({ DATABASE_URL: `postgres://vlam:secret@127.0.0.1:${at}/vlam` });
    const [role, taken, silent, refused, host] = await Promise.all([
      refusal({ ROLE: 'everything' }),
      refusal(),
      refusal(database(port)),
      refusal(database(closed)),
      refusal({ HOST: '192.0.2.1' }),
    ]);
    holder.close();
    expect(role).toBe('ROLE: "everything" is not allowed; use all, web or worker\n');
    expect(taken).toBe(`PORT: "${port}" on 127.0.0.1 is taken by another program; use another\n`);
    expect(silent).toMatch(/^DATABASE_URL: "postgres:\/\/…@127\.0\.0\.1:\d+\/vlam" cannot be connected to \([^\n]+\n$/);
    expect(refused).toBe(
      `DATABASE_URL: "postgres://…@127.0.0.1:${closed}/vlam" cannot be connected to (ECONNREFUSED); use a PostgreSQL that can\n`,
    );
    expect(host).toMatch(/^HOST: "192\.0\.2\.1" is not an address of this machine [^\n]+\n$/);
  });
});

describe('one of several processes', { timeout: 120_000 }, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    closeSockets();
    await database.drop();
  });

  it('F15: is unready after SIGTERM while it serves on, sends its tabs elsewhere and ends; so does a worker', async () => {
    const [webPort, workerPort] = [await freePort(), await freePort()];
    const settings = { DATABASE_URL: database.url, DRAIN_SECONDS: '2', PORT: String(webPort), LOG_LEVEL: 'silent' };
    const web = start({ ...settings, ROLE: 'web' });
    const worker = start({ ...settings, ROLE: 'worker', WORKER_PORT: String(workerPort) });
    await Promise.all([ready(web), ready(worker)]);
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, PORT: String(webPort) });
    const member = await aProfile({ db: database.database.db, clock: createRunningClock(), config });
    const tab = await openListener({ url: config.publicUrl }, member);
    const own = () =>
      fetch(`${config.publicUrl}/api/credits/balance`, {
        headers: { cookie: member.cookie, 'sec-fetch-site': 'same-origin' },
      });
    expect((await own()).headers.get('connection')).toBe('keep-alive');
    expect([await statusOf('/readyz', webPort), await statusOf('/readyz', workerPort)]).toEqual([200, 200]);

    const since = performance.now();
    for (const { process } of [web, worker]) process.kill('SIGTERM');
    await expect.poll(() => statusOf('/readyz', webPort)).toBe(503);
    expect(tab.socket.isOpen).toBe(true);
    const answer = await own();
    // So that a balancer sends its next request on another connection, to another process.
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect(await statusOf('/healthz', webPort)).toBe(200);
    expect(await tab.ended).toBe(movingCode);
    expect(performance.now() - since).toBeGreaterThan(1_900);
    expect(await Promise.all([web.exited, worker.exited])).toEqual([0, 0]);
    expect(performance.now() - since).toBeLessThan(15_000);
  });

  it('ends quickly on Ctrl-C', { tags: ['long'] }, async () => {
    const web = start({ DATABASE_URL: database.url, DRAIN_SECONDS: '15', ROLE: 'web', PORT: String(await freePort()) });
    await ready(web);
    const since = performance.now();
    web.process.kill('SIGINT');
    expect(await web.exited).toBe(0);
    expect(performance.now() - since).toBeLessThan(8_000);
  });
});
