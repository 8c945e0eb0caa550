import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface DemoServer {
  /** Base URL without a trailing slash. */
  url: string;
  /** Connection string of its own PostgreSQL. */
  databaseUrl: string;
  /** Stops it like Ctrl-C and deletes its data. */
  stop(): Promise<void>;
}

export interface DemoWorld {
  /** Data folder of a stopped server. */
  folder: string;
  remove(): Promise<void>;
}

/** Number of people: as in `npm start`, or a quarter. */
type DemoSize = 'full' | 'small';

/**
 * Starts what `npm start` starts, on a free port: embedded PostgreSQL, demo world, built web app. An empty folder takes
 * about 30 s, a copy of `world` a few seconds. Throws with the server's output when it does not start.
 */
export async function startDemoServer({
  world,
  size = 'small',
}: {
  world?: string | undefined;
  size?: DemoSize;
} = {}): Promise<DemoServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vlam-demo-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    if (world) await cp(world, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
    const { end, ...server } = await start(dataDir, size);
    return { ...server, stop: () => end().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * A stopped demo world from which servers can start. DEMO_WORLD names a folder to keep it in, for several runs of the
 * same sources.
 */
export async function makeDemoWorld(): Promise<DemoWorld> {
  const kept = process.env.DEMO_WORLD;
  if (kept) {
    const isThere = existsSync(join(kept, 'complete'));
    if (!isThere) {
      const { end } = await start(kept);
      await end();
      await writeFile(join(kept, 'complete'), '');
    }
    return { folder: kept, remove: async () => {} };
  }
  const folder = await mkdtemp(join(tmpdir(), 'vlam-world-'));
  const { end } = await start(folder);
  await end();
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function start(
  dataDir: string,
  // The stories need some people, not many: more cost a third of the processor time.
  size: DemoSize = 'small',
): Promise<{ url: string; databaseUrl: string; end(): Promise<void> }> {
  const port = await freePort();
  // Environment variables of this shell must not apply: it has to work as on a new machine.
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../apps/server/src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
      DEMO_SIZE: size,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const until = performance.now() + 180_000;
  while (!output.includes('is ready after')) {
    if (child.exitCode !== null || performance.now() > until) {
      await end(child);
      throw new Error(`the server did not start:\n${output}`);
    }
    await sleep(50);
  }
  const [password, lock] = await Promise.all([
    readFile(join(dataDir, 'postgres.password'), 'utf8'),
    readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    databaseUrl: `postgres://vlam:${password.trim()}@127.0.0.1:${lock.split('\n')[3]}/postgres`,
    end: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const limit = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await gone;
  clearTimeout(limit);
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
