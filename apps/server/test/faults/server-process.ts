import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, readConfig } from '../../src/platform/config.ts';
import { clearOrphans, processesOf } from '../../src/platform/embedded-postgres-processes.ts';
import { freePort } from '../free-port.ts';

export interface ServerProcess {
  url: string;
  config: Config;
  /** Starts the server and waits until it is ready; returns the seconds that took. */
  start(): Promise<number>;
  /** Process id of the running server. */
  pid(): number;
  isRunning(): boolean;
  /** kill -9, as an out-of-memory killer does; leaves its PostgreSQL running. */
  kill(): Promise<void>;
  /** Process id of the postmaster, then of every process it started. */
  databaseProcesses(): Promise<number[]>;
  /** Connection string of the embedded PostgreSQL; each start has another port. */
  databaseUrl(): Promise<string>;
  /** Ends everything and removes the data. */
  destroy(): Promise<void>;
}

/**
 * The server as a separate process, on an embedded PostgreSQL with durable commits unless another is named.
 * `settings` are further environment variables. Destroy it in `afterAll`.
 */
export async function createServerProcess(
  options: { databaseUrl?: string; dataDir?: string; redisUrl?: string; settings?: Record<string, string> } = {},
): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'vlam-faults-')));
  const databaseDir = join(dataDir, 'postgres');
  const port = await freePort();
  const environment = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PORT: String(port),
    DEMO: '0',
    DATABASE_URL: options.databaseUrl ?? '',
    REDIS_URL: options.redisUrl ?? '',
    LOG_LEVEL: 'silent',
    ...options.settings,
  };
  const config = readConfig(environment);
  let child: ChildProcess | null = null;
  const running = () => child !== null && child.exitCode === null && child.signalCode === null;

  async function kill(): Promise<void> {
    if (!child || !running()) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  async function start(): Promise<number> {
    const since = performance.now();
    // Only the server's settings: those of this test run must not reach it.
    const started = spawn(process.execPath, [join(import.meta.dirname, '../../src/main.ts')], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    started.stdout.on('data', keep);
    started.stderr.on('data', keep);
    while (!output.includes('is ready after')) {
      if (!running() || performance.now() - since > 60_000) throw new Error(`the server did not start: ${output}`);
      await sleep(10);
    }
    return (performance.now() - since) / 1000;
  }

  const lockFile = async () => (await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n');
  return {
    url: `http://127.0.0.1:${port}`,
    config,
    start,
    kill,
    pid: () => child?.pid ?? 0,
    isRunning: running,
    async databaseProcesses() {
      const postmaster = Number((await lockFile())[0]);
      return [postmaster, ...processesOf(databaseDir).filter((pid) => pid !== postmaster)];
    },
    async databaseUrl() {
      const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim();
      return `postgres://vlam:${password}@127.0.0.1:${(await lockFile())[3]}/postgres`;
    },
    async destroy() {
      await kill();
      await clearOrphans(databaseDir);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
