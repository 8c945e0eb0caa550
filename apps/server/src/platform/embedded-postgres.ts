import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimFolder } from './embedded-postgres-owner.ts';
import { type Postmaster, startPostmaster } from './embedded-postgres-postmaster.ts';
import { clearOrphans } from './embedded-postgres-processes.ts';
import { EmbeddedPostgresError, findPrograms, type Programs } from './embedded-postgres-programs.ts';

export { EmbeddedPostgresError } from './embedded-postgres-programs.ts';

/** Throws `EmbeddedPostgresError` while another program uses this folder. */
export const requireFreeFolder = (dataDir: string): void => claimFolder(dataDir)();

export interface EmbeddedPostgresEvent {
  event: 'postgres died' | 'postgres is back' | 'postgres does not start';
  /** Seconds since it died. */
  seconds: number;
}

export interface EmbeddedPostgres {
  /** Connection string of its only superuser, for the database `postgres`. */
  url: string;
  /** True when this start created the data folder. */
  fresh: boolean;
  /** Process id of the postmaster now running. */
  readonly pid: number;
  /** Stops PostgreSQL in order and releases the folder. */
  stop(): Promise<void>;
}

const user = 'vlam';

/** Connection string of the PostgreSQL that runs on `dataDir`, or null when none does. */
export function findRunningPostgres(dataDir: string): string | null {
  try {
    const [pid, , , port] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    // Throws when no such process runs.
    process.kill(Number(pid), 0);
    return `postgres://${user}:${readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim()}@127.0.0.1:${port}/postgres`;
  } catch {
    return null;
  }
}

/**
 * Starts the PostgreSQL installed by npm in `dataDir/postgres`, on a free port of 127.0.0.1, and keeps it running: a
 * postmaster that dies is restarted on the same port. Throws `EmbeddedPostgresError` with one line. `durable: false`
 * trades safety for speed and is for tests.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  durable?: boolean;
  /** How long one start may take; 60 s by default. */
  startLimitMs?: number;
  onEvent?(event: EmbeddedPostgresEvent): void;
}): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const { durable = true, startLimitMs, onEvent = () => {} } = options;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const release = claimFolder(dataDir);
  try {
    const programs = findPrograms();
    programs.allowTraversal(dataDir);
    const folder = join(dataDir, 'postgres');
    const fresh = !existsSync(join(folder, 'PG_VERSION'));
    const password = readPassword(dataDir);
    if (fresh) createCluster(programs, dataDir, folder, password, durable);
    else await clearOrphans(folder);
    programs.changeOwner(folder);
    const port = await freePort();
    const launch = () =>
      startPostmaster({ programs, folder, port, durable, startLimitMs, logFile: join(dataDir, 'postgres.log') });
    const supervised = await supervise(launch, folder, onEvent);
    return {
      url: `postgres://${user}:${password}@127.0.0.1:${port}/postgres`,
      fresh,
      get pid() {
        return supervised.pid();
      },
      async stop() {
        await supervised.stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Only this machine can reach the port, but any of its users could: so a password, stored beside the data. */
function readPassword(dataDir: string): string {
  const file = join(dataDir, 'postgres.password');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    const made = randomBytes(24).toString('base64url');
    writeFileSync(file, made, { mode: 0o600, flag: 'wx' });
    return made;
  }
}

/** Created under another name and renamed, so that an interrupted start leaves nothing half made. */
function createCluster(programs: Programs, dataDir: string, folder: string, password: string, durable: boolean): void {
  const draft = `${folder}.new`;
  const passwordFile = join(dataDir, 'postgres.pwfile');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  programs.changeOwner(draft);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  programs.changeOwner(passwordFile);
  try {
    programs.run(programs.initdb, [
      '-D',
      draft,
      '-U',
      user,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      ...(durable ? [] : ['--no-sync', '-c', 'scram_iterations=1']),
    ]);
  } catch (error) {
    const output = (error as { stderr?: Buffer }).stderr?.toString().trim().split('\n').at(-1);
    throw new EmbeddedPostgresError(`PostgreSQL could not create its files in ${folder}: ${output ?? String(error)}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(draft, folder);
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? done(address.port) : fail(new Error('no port'))));
    });
  });
}

/** Delays between attempts to restart a dead postmaster; the last one repeats. */
const restartDelaysMs = [0, 200, 500, 1_000, 2_000];

async function supervise(
  launch: () => Promise<Postmaster>,
  folder: string,
  onEvent: (event: EmbeddedPostgresEvent) => void,
): Promise<{ pid(): number; stop(): Promise<void> }> {
  let postmaster = await launch();
  let stopping = false;
  let recovery: Promise<void> = Promise.resolve();

  const watch = () => {
    void postmaster.exited.then(() => {
      if (!stopping) recovery = recover();
    });
  };
  async function recover(): Promise<void> {
    const since = performance.now();
    const seconds = () => Math.round((performance.now() - since) / 100) / 10;
    onEvent({ event: 'postgres died', seconds: 0 });
    for (let attempt = 0; !stopping; attempt += 1) {
      await sleep(restartDelaysMs[Math.min(attempt, restartDelaysMs.length - 1)]);
      try {
        await clearOrphans(folder);
        postmaster = await launch();
        onEvent({ event: 'postgres is back', seconds: seconds() });
        watch();
        return;
      } catch {
        onEvent({ event: 'postgres does not start', seconds: seconds() });
      }
    }
  }
  watch();
  return {
    pid: () => postmaster.pid,
    async stop() {
      stopping = true;
      await recovery;
      await postmaster.stop();
    },
  };
}
