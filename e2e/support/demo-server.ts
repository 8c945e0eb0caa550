import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBucket } from '../../apps/server/src/platform/bucket.ts';
import { copyStorage } from '../../apps/server/src/platform/copy-storage.ts';
import { createS3Storage } from '../../apps/server/src/platform/storage-s3.ts';
import { type S3Server, startS3Server } from '../../apps/server/test/s3-server.ts';

export interface DemoServer {
  /** Base URL without a trailing slash. */
  url: string;
  /** Connection string of its own PostgreSQL. */
  databaseUrl: string;
  /** Ends it like Ctrl-C and starts it again with its data, on another port. */
  restart(): Promise<void>;
  /** Kills it as a power cut would, and starts it again with its data, on the same port. */
  killAndStart(): Promise<void>;
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
 * about 30 s, a copy of `world` a few seconds. Throws with the server's output when it does not start. With E2E_S3=1
 * its media are in a bucket.
 */
export async function startDemoServer({
  world,
  size = 'small',
  settings = {},
  port,
}: {
  world?: string | undefined;
  size?: DemoSize;
  /** Environment of the server, such as a `HOST` with a name. */
  settings?: Record<string, string>;
  port?: number;
} = {}): Promise<DemoServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vlam-demo-'));
  const bucket = process.env.E2E_S3 === '1' ? await startS3Server() : null;
  const remove = async () => {
    await rm(dataDir, { recursive: true, force: true });
    await bucket?.close();
  };
  try {
    if (world) await cp(world, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
    if (bucket && world) await moveMedia(dataDir, bucket);
    const more = { ...settings, ...(bucket ? settingsOf(bucket) : {}) };
    let running = await startOn(dataDir, size, more, port);
    return {
      get url() {
        return running.url;
      },
      get databaseUrl() {
        return running.databaseUrl;
      },
      async restart() {
        await running.end();
        running = await startOn(dataDir, size, more);
      },
      async killAndStart() {
        const port = Number(new URL(running.url).port);
        await running.kill();
        running = await startOn(dataDir, size, more, port);
      },
      stop: () => running.end().then(remove),
    };
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
      await makeWhole(kept);
      await writeFile(join(kept, 'complete'), '');
    }
    return { folder: kept, remove: async () => {} };
  }
  const folder = await mkdtemp(join(tmpdir(), 'vlam-world-'));
  await makeWhole(folder);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Also its pictures, which a server draws after its start. */
async function makeWhole(folder: string): Promise<void> {
  const { drawn, end } = await startOn(folder);
  await drawn();
  await end();
}

async function moveMedia(dataDir: string, { settings }: S3Server): Promise<void> {
  const media = join(dataDir, 'media');
  await copyStorage(media, createS3Storage(openBucket(settings)));
  await rm(media, { recursive: true });
}

const settingsOf = ({ settings }: S3Server) => ({
  S3_ENDPOINT: settings.endpoint,
  S3_REGION: settings.region,
  S3_BUCKET: settings.bucket,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
});

export interface Running {
  url: string;
  pid: number;
  databaseUrl: string;
  /** Resolves once all sample pictures are stored. */
  drawn(): Promise<void>;
  end(): Promise<void>;
  kill(): Promise<void>;
}

/**
 * Starts the program on a folder that outlives it, and on a database of yours where `more` names one. Throws with its
 * output when it does not start.
 */
export async function startOn(
  dataDir: string,
  // The stories need some people, not many: more cost a third of the processor time.
  size: DemoSize = 'small',
  more: Record<string, string> = {},
  port?: number,
  flags: readonly string[] = [],
): Promise<Running> {
  port ??= await freePort();
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  // Other variables of this shell must not apply: it has to work as on a new machine.
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, '../../apps/server/src/main.ts')], {
    env: {
      PATH,
      HOME,
      ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
      DEMO_SIZE: size,
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const says = async (words: string, ms: number) => {
    const until = performance.now() + ms;
    while (!output.includes(words)) {
      if (child.exitCode !== null || performance.now() > until) {
        await end(child);
        throw new Error(`the server did not say "${words}":\n${output}`);
      }
      await sleep(50);
    }
  };
  await says('is ready after', 180_000);
  const databaseUrl = more.DATABASE_URL ?? (await embeddedUrl(dataDir));
  return {
    url: `http://${more.HOST ?? '127.0.0.1'}:${port}`,
    pid: child.pid ?? 0,
    databaseUrl,
    drawn: () => says('sample pictures are drawn', 600_000),
    end: () => end(child),
    async kill() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Connection string of the PostgreSQL that the program started on a folder. */
async function embeddedUrl(dataDir: string): Promise<string> {
  const [password, lock] = await Promise.all([
    readFile(join(dataDir, 'postgres.password'), 'utf8'),
    readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'),
  ]);
  return `postgres://vlam:${password.trim()}@127.0.0.1:${lock.split('\n')[3]}/postgres`;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const limit = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await exited;
  clearTimeout(limit);
}

/** A port nobody listens on: this one if it can be had. */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', (error) => (wanted === 0 ? fail(error) : done(freePort())));
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
