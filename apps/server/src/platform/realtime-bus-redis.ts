import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { newId } from './ids.ts';
import { errorFields } from './logger.ts';
import type { Bus, BusOptions } from './realtime-bus.ts';
import { createBatchReceiver, type Entry } from './realtime-bus-receiver.ts';
import { refusal } from './settings.ts';

const stream = 'vlam:sockets';
/** Entries kept in the stream, for a process that was disconnected for a moment. */
const maxStreamEntries = 10_000;
const batchSize = 200;
const readBatchSize = 500;
const maxQueuedItems = 20_000;
/** How long one read waits for entries; a connection silent for much longer is dead. */
const blockMs = 1_000;
const silenceMs = 3_000;
const retryDelayMs = 150;

/**
 * Connects processes through one stream of Redis or Valkey. Every process reads on from its last position, so a short
 * break loses nothing. When that position is gone (Redis was restarted or replaced, or this process was away for too
 * long) `onGap` is called after reconnecting, and browsers refetch. Nothing else is stored there. Throws `ConfigError`
 * when Redis cannot be reached at startup.
 */
export async function openRedisBus<Item>(deps: BusOptions<Item> & { url: string }): Promise<Bus<Item>> {
  const { logger, url } = deps;
  const own = newId();
  const receiver = createBatchReceiver<Item>({ own, receive: deps.receive, onGap: deps.onGap });
  let closed = false;
  let reader: Redis | null = null;
  let writer: Redis | null = null;

  async function connect(): Promise<Redis> {
    const made = new Redis(url, {
      lazyConnect: true,
      connectTimeout: 2_000,
      enableOfflineQueue: false,
      // We reconnect ourselves: each reconnect must check for missed entries.
      retryStrategy: () => null,
      maxRetriesPerRequest: 0,
    });
    let cause: unknown = null;
    made.on('error', (error) => {
      cause = error;
    });
    try {
      await made.connect();
    } catch (error) {
      made.disconnect();
      throw cause ?? error;
    }
    return made;
  }

  /** Rejects when Redis does not reply in time: a connection dropped by the network never would. */
  async function within<Result>(line: Redis, answer: Promise<Result>): Promise<Result> {
    const timer = setTimeout(() => line.disconnect(), silenceMs);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
    }
  }

  async function write(line: Redis, sequence: number, items: string): Promise<string> {
    const fields = ['from', own, 'n', String(sequence), 'items', items] as const;
    const id = await within(line, line.xadd(stream, 'MAXLEN', '~', maxStreamEntries, '*', ...fields));
    if (!id) throw new Error('Redis gave no id');
    return id;
  }

  let lastId: string | null = null;
  let server = '';
  /** Finds the position to read on from; returns true when entries were lost in between. */
  async function join(line: Redis): Promise<boolean> {
    const [, runId = ''] = /run_id:(\w+)/.exec(await within(line, line.info('server'))) ?? [];
    const before = lastId;
    const isSame = before !== null && runId === server;
    if (isSame && (await within(line, line.xrange(stream, before, before))).length === 1) return false;
    // Our own empty entry marks the position: it exists as long as nothing after it was trimmed.
    lastId = await write(line, 0, '[]');
    server = runId;
    return before !== null;
  }

  async function readOn(line: Redis): Promise<void> {
    const answer = await within(
      line,
      line.xread('COUNT', readBatchSize, 'BLOCK', blockMs, 'STREAMS', stream, lastId ?? '$'),
    );
    for (const [id, fields] of answer?.[0]?.[1] ?? []) {
      lastId = id;
      receiver.accept(entryOf(fields));
    }
  }

  let isLost = false;
  async function readAll(): Promise<void> {
    while (!closed) {
      try {
        reader ??= await connect();
        if (await join(reader)) receiver.reset();
        if (isLost) logger.info('socket bus is back');
        isLost = false;
        while (!closed) await readOn(reader);
      } catch (error) {
        if (closed) return;
        if (!isLost) logger.warn('socket bus failed', errorFields(error));
        isLost = true;
        reader?.disconnect();
        reader = null;
        await sleep(retryDelayMs);
      }
    }
  }

  const waiting: Item[] = [];
  let sequence = 0;
  let dropped = false;
  let sending = false;
  /** Sends each batch until Redis has stored it. A retry may store it twice; receivers ignore the duplicate. */
  async function sendAll(): Promise<void> {
    while (waiting.length > 0 && !closed) {
      const items = JSON.stringify(waiting.splice(0, batchSize));
      // Skips a number after items were dropped, so that receivers detect a gap.
      sequence += dropped ? 2 : 1;
      dropped = false;
      for (;;) {
        try {
          writer ??= await connect();
          await write(writer, sequence, items);
          break;
        } catch {
          if (closed) return;
          writer?.disconnect();
          writer = null;
          await sleep(retryDelayMs);
        }
      }
    }
    sending = false;
  }

  try {
    reader = await connect();
    await join(reader);
  } catch (error) {
    reader?.disconnect();
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw refusal('REDIS_URL', url, `cannot be used (${reason})`);
  }
  const reading = readAll();
  return {
    send(item) {
      if (waiting.length < maxQueuedItems) waiting.push(item);
      else dropped = true;
      if (sending) return;
      sending = true;
      setImmediate(sendAll);
    },
    state: () => ({ works: !isLost, waiting: waiting.length }),
    async close() {
      closed = true;
      reader?.disconnect();
      writer?.disconnect();
      await reading;
    },
  };
}

function entryOf(fields: readonly string[]): Entry {
  const entry: Entry = { from: '', n: 0, items: '[]' };
  for (let at = 0; at < fields.length; at += 2) {
    const [name, value = ''] = [fields[at], fields[at + 1]];
    if (name === 'from') entry.from = value;
    if (name === 'n') entry.n = Number(value);
    if (name === 'items') entry.items = value;
  }
  return entry;
}
