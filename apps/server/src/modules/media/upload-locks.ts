import { setTimeout as sleep } from 'node:timers/promises';
import type { Lock, Locker } from '@tus/server';
import pg from 'pg';
import { AppError } from '../../platform/errors.ts';

/** How long a request waits for the one before it, whose connection may be broken without having been closed. */
const requestWaitMs = 10_000;
/** Longer than a request that only reads the offset. */
const jobWaitMs = 3_000;
const retryMs = 100;
/** The connection is closed after this long without an upload. */
const idleMs = 10_000;

type CancelRequest = () => unknown;

interface Holder {
  /** Another one wants the lock. */
  cancel: CancelRequest;
  /** Another one may have the lock. */
  lose: CancelRequest;
}

export interface UploadLocks extends Locker {
  /**
   * Runs `work` unless a request or job of any process holds the lock; returns whether it ran. The signal is aborted when
   * the lock is lost: another process may have it from then on.
   */
  alone(id: string, work: (signal: AbortSignal) => Promise<void>): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * One lock per upload across all processes: one request at a time writes to it, and one job processes it. All locks of
 * a process are advisory locks of one database connection, so they end with the process. When the connection is lost,
 * the requests that held them are cancelled, and their clients resume.
 */
export function createUploadLocks(databaseUrl: string): UploadLocks {
  const holders = new Map<string, Holder>();
  const trying = new Set<string>();
  let connection: Promise<pg.Client> | null = null;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  /** Queues a query: a client of `pg` takes one at a time. */
  function query(client: pg.Client, sql: string, values: string[]): Promise<pg.QueryResult> {
    const result = turn.then(() => client.query(sql, values));
    turn = result.catch(() => undefined);
    return result;
  }

  function connect(): Promise<pg.Client> {
    if (connection) return connection;
    const opened = open(() => {
      if (connection === opened) connection = null;
    });
    connection = opened;
    return opened;
  }

  async function open(onEnd: () => void): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
      application_name: 'vlam uploads',
    });
    client.on('error', () => {});
    client.on('notification', ({ payload }) => holders.get(payload ?? '')?.cancel());
    client.on('end', () => {
      onEnd();
      for (const holder of holders.values()) holder.lose();
    });
    try {
      await client.connect();
      await client.query('listen vlam_uploads');
      return client;
    } catch (error) {
      onEnd();
      throw error;
    }
  }

  async function close(): Promise<void> {
    clearTimeout(idle);
    const open = connection;
    connection = null;
    await open?.then((client) => client.end()).catch(() => {});
  }

  /** Returns whether the lock was free. Otherwise asks its holder, in any process, to release it. */
  async function tryLock(id: string, holder: Holder): Promise<boolean> {
    holders.get(id)?.cancel();
    // The database would grant it to the same connection again.
    if (holders.has(id) || trying.has(id)) return false;
    trying.add(id);
    clearTimeout(idle);
    try {
      const client = await connect();
      const { rows } = await query(client, 'select pg_try_advisory_lock($1) as locked', [keyOf(id)]);
      if (rows[0]?.locked) holders.set(id, holder);
      else await query(client, 'select pg_notify($1, $2)', ['vlam_uploads', id]);
      return holders.has(id);
    } catch (error) {
      throw new AppError('UNAVAILABLE', { cause: error });
    } finally {
      trying.delete(id);
    }
  }

  async function unlock(id: string): Promise<void> {
    const client = await connection?.catch(() => null);
    if (client) await query(client, 'select pg_advisory_unlock($1)', [keyOf(id)]).catch(() => client.end());
    holders.delete(id);
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (holders.size + trying.size === 0) void close();
    }, idleMs).unref();
  }

  /** Returns whether it got the lock within `ms`. */
  async function acquire(id: string, holder: Holder, ms: number, signal?: AbortSignal): Promise<boolean> {
    const until = performance.now() + ms;
    while (!(await tryLock(id, holder))) {
      if (signal?.aborted || performance.now() > until) return false;
      await sleep(retryMs);
    }
    return true;
  }

  return {
    close,
    async alone(id, work) {
      const run = new AbortController();
      const holder = { cancel: () => {}, lose: () => run.abort(new Error('the lock was lost')) };
      if (!(await acquire(id, holder, jobWaitMs))) return false;
      try {
        await work(run.signal);
      } finally {
        await unlock(id);
      }
      return true;
    },
    newLock: (id): Lock => ({
      async lock(signal, cancel) {
        if (!(await acquire(id, { cancel, lose: cancel }, requestWaitMs, signal)))
          throw { status_code: 423, body: 'Another request writes' };
      },
      unlock: () => unlock(id),
    }),
  };
}

/** The last 64 bits of the upload's id, of which 62 are random. */
const keyOf = (id: string): string => String(BigInt.asIntN(64, BigInt(`0x${id.replaceAll('-', '').slice(-16)}`)));
