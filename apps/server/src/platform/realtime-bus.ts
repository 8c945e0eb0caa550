import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdapter } from '@socket.io/postgres-adapter';
import pg from 'pg';
import type { Server } from 'socket.io';
import { newId } from './ids.ts';
import { errorFields, type Logger } from './logger.ts';
import { createHearing } from './realtime-bus-hearing.ts';
import { createAssembly, type Part, partsOf } from './realtime-parts.ts';

/** What processes on one database tell each other. */
export interface Bus<Item> {
  /** Goes to every other process; what is sent while the previous notification is under way goes as one. */
  send(item: Item): void;
  close(): Promise<void>;
}

/** So often processes tell each other, and themselves, that they live; much longer silence is a dead connection. */
const heartbeatInterval = 2_000;
const silenceMs = 15_000;
/** Whoever heard nothing for so long, not even itself, does not know whether it is alone. The adapter forgets others after ten seconds. */
const unsureMs = 4_000;
const againMs = 150;
const waitingAtMost = 20_000;
const itemsAtOnce = 500;

/**
 * Joins the processes that share the database behind `pool`, over LISTEN and NOTIFY on a connection of its own.
 * `onGap` is called when that connection came back, and when a batch of another process is missing: what was said
 * meanwhile is lost, and browsers must read again.
 */
export async function openBus<Item>(
  io: Server,
  deps: {
    databaseUrl: string;
    pool: pg.Pool;
    logger: Logger;
    receive(items: readonly Item[]): void;
    onGap(): void;
  },
): Promise<Bus<Item>> {
  const { logger, pool } = deps;
  const failed = (error: Error) => logger.warn('socket bus failed', errorFields(error));
  const joined = Promise.withResolvers<void>();
  let connections = 0;
  let heardAt = performance.now();
  let listener: pg.Client | null = null;
  /** Whether the database took the latest words. */
  let latestQuery: Promise<boolean> = Promise.resolve(true);
  const own = newId();
  const hearing = createHearing<Item>({ own, receive: deps.receive, onGap: deps.onGap });

  const adapterPool = {
    /** The adapter asks for its listening connection here, again after each loss. */
    async connect() {
      const client = new pg.Client({
        connectionString: deps.databaseUrl,
        keepAlive: true,
        connectionTimeoutMillis: 10_000,
        application_name: 'vlam sockets',
      });
      client.on('error', failed);
      await client.connect();
      client.on('notification', () => {
        heardAt = performance.now();
      });
      const returned = connections > 0;
      connections += 1;
      heardAt = performance.now();
      listener = client;
      // In the connection's queue this comes after the adapter's LISTEN.
      setImmediate(() => {
        client.query('select 1').then(() => {
          // Those who hear this answer, and only now are the answers heard.
          adapter().init();
          joined.resolve();
          if (returned) hearing.lost();
        }, failed);
      });
      return Object.assign(client, { release: () => void client.end().catch(failed) });
    },
    query(text: string, values?: unknown[]): Promise<unknown> {
      const query = pool.query(text, values);
      latestQuery = query.then(
        () => true,
        () => false,
      );
      return query;
    },
  };
  io.adapter(createAdapter(adapterPool as unknown as pg.Pool, { errorHandler: failed, heartbeatInterval }));
  const adapter = () => io.of('/').adapter;
  const assemble = createAssembly();
  io.on('part', (part: Part) => {
    const entry = assemble(part);
    if (entry) hearing.hear(entry);
  });

  const watchdog = setInterval(() => {
    if (performance.now() - heardAt < silenceMs) return;
    // A connection that a network dropped says nothing, and neither would it ever.
    heardAt = performance.now();
    (listener as unknown as { connection: { stream: Duplex } } | null)?.connection.stream.destroy();
  }, silenceMs / 3).unref();

  const isAlone = async () => (await adapter().serverCount()) === 1 && performance.now() - heardAt < unsureMs;

  const waiting: Item[] = [];
  let sequence = 0;
  let dropped = false;
  let sending = false;
  let closed = false;
  /** Says each batch until the database has taken it. A part may then be there twice, and is heard once. */
  async function sendAll(): Promise<void> {
    while (waiting.length > 0 && !closed) {
      const items = waiting.splice(0, itemsAtOnce);
      // A number is left out where something was dropped, or said to nobody: who hears the next takes that for a gap.
      sequence += dropped ? 2 : 1;
      dropped = false;
      if (await isAlone()) continue;
      for (const part of partsOf(items, own, sequence)) {
        for (;;) {
          if (closed) return;
          io.serverSideEmit('part', part);
          if (await latestQuery) break;
          await sleep(againMs);
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
      clearInterval(watchdog);
      await adapter().close();
      // Its last words to the other processes.
      await latestQuery;
    },
  };
}
