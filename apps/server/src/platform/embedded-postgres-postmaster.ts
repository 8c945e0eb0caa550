import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError, type Programs } from './embedded-postgres-programs.ts';

export interface Postmaster {
  pid: number;
  /** Resolves when the process has ended, for any reason. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

const largestLogBytes = 5_000_000;

/**
 * A quarter of the memory, as PostgreSQL's manual advises, between 128 MB and 2 GB, so that the indexes of a large
 * ledger fit.
 */
function sharedBuffers(): string {
  const quarterMb = Math.floor(totalmem() / 4 / 2 ** 20);
  return `${Math.min(2048, Math.max(128, quarterMb))}MB`;
}

/** Starts one postmaster and waits until it takes connections: it may have a log to replay. */
export async function startPostmaster(options: {
  programs: Programs;
  folder: string;
  port: number;
  durable: boolean;
  logFile: string;
  /** 60 s by default. */
  startLimitMs?: number | undefined;
}): Promise<Postmaster> {
  const { programs, folder, port, durable, logFile, startLimitMs = 60_000 } = options;
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '120',
    shared_buffers: durable ? sharedBuffers() : '128MB',
    max_wal_size: '2GB',
    // A backup that stopped may not fill the disk with log.
    max_slot_wal_keep_size: '4GB',
    // Recycles log files: every commit waits while a new one is created.
    ...(durable ? { min_wal_size: '1GB' } : {}),
    // Full page images stay uncompressed: pglz, the only method of this build, costs a posting more than it saves.
    wal_compression: 'off',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements and row values hold members' text; log only the kind of failure.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    // Test databases live for seconds, and there are hundreds: vacuuming them costs the tests' processor time.
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  const log = openSync(
    logFile,
    (statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > largestLogBytes ? 'w' : 'a',
  );
  const child = programs.spawn(
    programs.postgres,
    [
      '-D',
      folder,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // A process group of its own: Ctrl-C must not stop the database before the app has drained.
    { detached: true, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  let running = true;
  const exited = new Promise<void>((done) => {
    const end = () => {
      running = false;
      done();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  // Without the handle, a process that forgot to stop PostgreSQL can still exit.
  child.unref();

  const deadline = Date.now() + startLimitMs;
  while (running && !isReady(folder, child.pid)) {
    if (Date.now() > deadline) {
      child.kill('SIGQUIT');
      break;
    }
    await sleep(10);
  }
  if (!running || child.pid === undefined)
    throw new EmbeddedPostgresError(`PostgreSQL did not start; the reason is in ${logFile}`);
  return {
    pid: child.pid,
    exited,
    async stop() {
      child.ref();
      // Fast shutdown; a postmaster that hangs is killed and replays its log at the next start.
      for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
        if (!running) return;
        child.kill(signal);
        await Promise.race([exited, sleep(10_000, undefined, { ref: false })]);
      }
    },
  };
}

/** The eighth line of the lock file says whether the postmaster accepts connections. */
function isReady(folder: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}
