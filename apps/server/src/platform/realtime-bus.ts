import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { newId } from './ids.ts';
import { errorFields, type Logger } from './logger.ts';
import { createBatchReceiver } from './realtime-bus-receiver.ts';
import { createAssembly, type Part, partsOf } from './realtime-parts.ts';

/** Passes items between the processes that share a database. */
export interface Bus<Item> {
  /** Sends to every other process; items queued while a notification is in flight leave together. */
  send(item: Item): void;
  /** Whether the last attempt to reach the others worked, and how many items wait to be sent. */
  state(): { works: boolean; waiting: number };
  close(): Promise<void>;
}

/** What a process gives a bus: the receiver of others' items, and the handler for lost items. */
export interface BusOptions<Item> {
  logger: Logger;
  receive(items: readonly Item[]): void;
  onGap(): void;
}

/** One notification: a process is alive, asks which others are, or carries a part of a batch. */
type Notice = { kind: 'alive' | 'hello'; from: string } | ({ kind: 'part' } & Part);

const channel = 'vlam_sockets';
/** Interval of each process's heartbeat, which it receives too; much longer silence means a dead connection. */
const heartbeatIntervalMs = 2_000;
const silenceMs = 15_000;
/** A process silent for this long has stopped. */
const processTimeoutMs = 10_000;
/** After this long without any notification, not even its own, a process cannot know whether it is alone. */
const uncertainAfterMs = 4_000;
/** How long other processes have to respond after listening began. */
const responseWindowMs = 2_000;
const retryDelayMs = 150;
const maxQueuedItems = 20_000;
const batchSize = 500;

/**
 * Connects the processes that share the database behind `pool`, over LISTEN and NOTIFY on a dedicated connection. Calls
 * `onGap` after that connection was re-established, and when a batch of another process is missing: events were lost,
 * and browsers must refetch.
 */
export async function openBus<Item>(
  deps: BusOptions<Item> & { databaseUrl: string; pool: Pick<pg.Pool, 'query'> },
): Promise<Bus<Item>> {
  const { logger, pool } = deps;
  const own = newId();
  const receiver = createBatchReceiver<Item>({ own, receive: deps.receive, onGap: deps.onGap });
  const assemble = createAssembly();
  /** Other processes, with the time of the last notification from each. */
  const others = new Map<string, number>();
  let lastReceivedAt = performance.now();
  let listeningSince = performance.now();
  let stream: Socket | null = null;
  let closed = false;

  const notify = (notice: Notice) => pool.query('select pg_notify($1, $2)', [channel, JSON.stringify(notice)]);

  let isFailing = false;
  function failed(error: unknown): void {
    if (!isFailing && !closed) logger.warn('socket bus failed', errorFields(error));
    isFailing = true;
  }
  const sendHeartbeat = (kind: 'alive' | 'hello') =>
    notify({ kind, from: own }).then(() => {
      isFailing = false;
    }, failed);

  function receiveNotification(text: string): void {
    lastReceivedAt = performance.now();
    const notice = readNotice(text);
    if (!notice || notice.from === own) return;
    others.set(notice.from, lastReceivedAt);
    if (notice.kind === 'hello') void sendHeartbeat('alive');
    if (notice.kind !== 'part') return;
    const entry = assemble(notice);
    if (entry) receiver.accept(entry);
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
    const ended = new Promise<void>((done) => client.once('end', done));
    client.on('error', failed);
    client.on('notification', ({ payload }) => receiveNotification(payload ?? ''));
    try {
      await client.connect();
      lastReceivedAt = performance.now();
      await client.query('listen vlam_sockets');
      listeningSince = performance.now();
      await sendHeartbeat('hello');
      onListening();
      await ended;
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
        if (listenings > 0) receiver.reset();
        listenings += 1;
      }).catch(failed);
      if (!closed) await sleep(retryDelayMs);
    }
  }
  const listening = keepListening();

  const alive = setInterval(() => {
    void sendHeartbeat('alive');
    const now = performance.now();
    for (const [id, at] of others) if (now - at > processTimeoutMs) others.delete(id);
    if (now - lastReceivedAt < silenceMs) return;
    // A connection dropped by the network never reports it.
    lastReceivedAt = now;
    stream?.destroy();
  }, heartbeatIntervalMs).unref();

  const isAlone = () => {
    const now = performance.now();
    return others.size === 0 && now - lastReceivedAt < uncertainAfterMs && now - listeningSince > responseWindowMs;
  };

  const waiting: Item[] = [];
  let sequence = 0;
  let dropped = false;
  let sending = false;
  /**
   * Sends each batch until the database has accepted it. A retry may deliver a part twice; receivers ignore the
   * duplicate.
   */
  async function sendAll(): Promise<void> {
    while (waiting.length > 0 && !closed) {
      const items = waiting.splice(0, batchSize);
      // Skips a number after items were dropped or not sent, so that the next batch shows a gap.
      sequence += dropped ? 2 : 1;
      dropped = false;
      if (isAlone()) continue;
      for (const part of partsOf(items, own, sequence)) {
        while (!closed) {
          try {
            await notify({ kind: 'part', ...part });
            break;
          } catch {
            await sleep(retryDelayMs);
          }
        }
      }
    }
    sending = false;
  }

  await joined.promise;
  return {
    send(item) {
      // The database has not responded for seconds; browsers refetch what they miss when they reconnect.
      if (waiting.length < maxQueuedItems) waiting.push(item);
      else dropped = true;
      if (sending) return;
      sending = true;
      setImmediate(sendAll);
    },
    state: () => ({ works: !isFailing, waiting: waiting.length }),
    async close() {
      closed = true;
      clearInterval(alive);
      stream?.destroy();
      await listening;
    },
  };
}

/** Null for what another version writes in a form that this one cannot read. */
function readNotice(text: string): Notice | null {
  try {
    const notice: unknown = JSON.parse(text);
    const isRead = typeof notice === 'object' && notice !== null && 'from' in notice && typeof notice.from === 'string';
    return isRead ? (notice as Notice) : null;
  } catch {
    return null;
  }
}
