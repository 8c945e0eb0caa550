import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { newId } from './ids.ts';
import { errorFields, type Logger } from './logger.ts';
import { createHearing } from './realtime-bus-hearing.ts';
import { createAssembly, type Part, partsOf } from './realtime-parts.ts';

/** Passes items between the processes that share a database. */
export interface Bus<Item> {
  /** Goes to every other process; what is sent while the previous notification is under way goes as one. */
  send(item: Item): void;
  close(): Promise<void>;
}

/** What a notification says: a process is alive, asks who else is, or passes on a part of a batch. */
type Notice = { kind: 'alive' | 'hello'; from: string } | ({ kind: 'part' } & Part);

const channel = 'vlam_sockets';
/** How often processes tell each other, and themselves, that they live; much longer silence is a dead connection. */
const aliveEveryMs = 2_000;
const silenceMs = 15_000;
/** A process that was silent for so long has gone. */
const goneMs = 10_000;
/** A process that heard nothing for so long, not even itself, does not know whether it is alone. */
const unsureMs = 4_000;
/** After listening began: others have answered by then. */
const answersMs = 2_000;
const againMs = 150;
const waitingAtMost = 20_000;
const itemsAtOnce = 500;

/**
 * Joins the processes that share the database behind `pool`, over LISTEN and NOTIFY on a connection of its own.
 * `onGap` is called when that connection came back, and when a batch of another process is missing: events of that
 * time are lost, and browsers must read again.
 */
export async function openBus<Item>(deps: {
  databaseUrl: string;
  pool: Pick<pg.Pool, 'query'>;
  logger: Logger;
  receive(items: readonly Item[]): void;
  onGap(): void;
}): Promise<Bus<Item>> {
  const { logger, pool } = deps;
  const own = newId();
  const hearing = createHearing<Item>({ own, receive: deps.receive, onGap: deps.onGap });
  const assemble = createAssembly();
  /** Other processes, and when each was last heard. */
  const others = new Map<string, number>();
  let heardAt = performance.now();
  let listeningSince = performance.now();
  let stream: Socket | null = null;
  let closed = false;

  const notify = (notice: Notice) => pool.query('select pg_notify($1, $2)', [channel, JSON.stringify(notice)]);

  let isFailing = false;
  function failed(error: unknown): void {
    if (!isFailing && !closed) logger.warn('socket bus failed', errorFields(error));
    isFailing = true;
  }
  const sayAlive = (kind: 'alive' | 'hello') =>
    notify({ kind, from: own }).then(() => {
      isFailing = false;
    }, failed);

  function hear(text: string): void {
    heardAt = performance.now();
    const notice = JSON.parse(text) as Notice;
    if (notice.from === own) return;
    others.set(notice.from, heardAt);
    if (notice.kind === 'hello') void sayAlive('alive');
    if (notice.kind !== 'part') return;
    const entry = assemble(notice);
    if (entry) hearing.hear(entry);
  }

  /** Listens until the connection is lost. */
  async function listen(onListening: () => void): Promise<void> {
    stream = new Socket();
    const line = stream;
    const client = new pg.Client({
      connectionString: deps.databaseUrl,
      stream: () => line,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      application_name: 'vlam sockets',
    });
    const gone = new Promise<void>((done) => client.once('end', done));
    client.on('error', failed);
    client.on('notification', ({ payload }) => hear(payload ?? ''));
    try {
      await client.connect();
      heardAt = performance.now();
      await client.query('listen vlam_sockets');
      listeningSince = performance.now();
      await sayAlive('hello');
      onListening();
      await gone;
    } finally {
      line.destroy();
    }
  }

  const joined = Promise.withResolvers<void>();
  let listenings = 0;
  async function keepListening(): Promise<void> {
    while (!closed) {
      await listen(() => {
        joined.resolve();
        if (listenings > 0) hearing.lost();
        listenings += 1;
      }).catch(failed);
      if (!closed) await sleep(againMs);
    }
  }
  const listening = keepListening();

  const alive = setInterval(() => {
    void sayAlive('alive');
    const now = performance.now();
    for (const [id, at] of others) if (now - at > goneMs) others.delete(id);
    if (now - heardAt < silenceMs) return;
    // A connection that a network dropped says nothing, and never will.
    heardAt = now;
    stream?.destroy();
  }, aliveEveryMs).unref();

  const isAlone = () => {
    const now = performance.now();
    return others.size === 0 && now - heardAt < unsureMs && now - listeningSince > answersMs;
  };

  const waiting: Item[] = [];
  let sequence = 0;
  let dropped = false;
  let sending = false;
  /** Sends each batch until the database has taken it. A part may then be there twice, and is heard once. */
  async function sendAll(): Promise<void> {
    while (waiting.length > 0 && !closed) {
      const items = waiting.splice(0, itemsAtOnce);
      // A number is left out where something was dropped, or said to nobody: the next batch then shows a gap.
      sequence += dropped ? 2 : 1;
      dropped = false;
      if (isAlone()) continue;
      for (const part of partsOf(items, own, sequence)) {
        while (!closed) {
          try {
            await notify({ kind: 'part', ...part });
            break;
          } catch {
            await sleep(againMs);
          }
        }
      }
    }
    sending = false;
  }

  await joined.promise;
  return {
    send(item) {
      // Past this the database has not answered for seconds; what browsers miss they read when they come back.
      if (waiting.length < waitingAtMost) waiting.push(item);
      else dropped = true;
      if (sending) return;
      sending = true;
      setImmediate(sendAll);
    },
    async close() {
      closed = true;
      clearInterval(alive);
      stream?.destroy();
      await listening;
    },
  };
}
