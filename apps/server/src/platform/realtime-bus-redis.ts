import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { newId } from './ids.ts';
import { errorFields, type Logger } from './logger.ts';
import type { Bus } from './realtime-bus.ts';
import { createHearing, type Entry } from './realtime-bus-hearing.ts';
import { refusal } from './settings.ts';

const stream = 'vlam:sockets';
/** Entries that are kept: what a process that was away for a moment reads afterwards. */
const keptEntries = 10_000;
const itemsAtOnce = 200;
const entriesAtOnce = 500;
const waitingAtMost = 20_000;
/** How long one reading waits for news; a line that says nothing for much longer is dead. */
const blockMs = 1_000;
const silenceMs = 3_000;
const againMs = 150;

/**
 * Joins processes over a stream of Redis or Valkey. Every process reads it from where it stopped, so a short break loses
 * nothing. What cannot be read afterwards (Redis was restarted or replaced, or this process was away for too long) is a
 * gap: `onGap` is called once it hears again, and browsers read anew. Nothing else is kept there. Throws
 * `ConfigError` when Redis cannot be reached at first.
 */
export async function openRedisBus<Item>(deps: {
  url: string;
  logger: Logger;
  receive(items: readonly Item[]): void;
  onGap(): void;
}): Promise<Bus<Item>> {
  const { logger, url } = deps;
  const own = newId();
  const hearing = createHearing<Item>({ own, receive: deps.receive, onGap: deps.onGap });
  let closed = false;
  let reader: Redis | null = null;
  let writer: Redis | null = null;

  async function connect(): Promise<Redis> {
    const made = new Redis(url, {
      lazyConnect: true,
      connectTimeout: 2_000,
      enableOfflineQueue: false,
      // Comes back by our own hand: what was missed has to be looked at each time.
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

  /** Rejects when Redis does not answer in time: a line that a network dropped would never. */
  async function within<Answer>(line: Redis, answer: Promise<Answer>): Promise<Answer> {
    const timer = setTimeout(() => line.disconnect(), silenceMs);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
    }
  }

  async function write(line: Redis, sequence: number, items: string): Promise<string> {
    const fields = ['from', own, 'n', String(sequence), 'items', items] as const;
    const id = await within(line, line.xadd(stream, 'MAXLEN', '~', keptEntries, '*', ...fields));
    if (!id) throw new Error('Redis gave no id');
    return id;
  }

  let lastId: string | null = null;
  let server = '';
  /** Finds the place to read on from; answers whether something between was lost. */
  async function join(line: Redis): Promise<boolean> {
    const [, runId = ''] = /run_id:(\w+)/.exec(await within(line, line.info('server'))) ?? [];
    const before = lastId;
    const isSame = before !== null && runId === server;
    if (isSame && (await within(line, line.xrange(stream, before, before))).length === 1) return false;
    // A word of ours marks the place: it is there for as long as nothing behind it was thrown away.
    lastId = await write(line, 0, '[]');
    server = runId;
    return before !== null;
  }

  async function readOn(line: Redis): Promise<void> {
    const answer = await within(
      line,
      line.xread('COUNT', entriesAtOnce, 'BLOCK', blockMs, 'STREAMS', stream, lastId ?? '$'),
    );
    for (const [id, fields] of answer?.[0]?.[1] ?? []) {
      lastId = id;
      hearing.hear(entryOf(fields));
    }
  }

  async function readAll(): Promise<void> {
    let isLost = false;
    while (!closed) {
      try {
        reader ??= await connect();
        if (await join(reader)) hearing.lost();
        if (isLost) logger.info('socket bus is back');
        isLost = false;
        while (!closed) await readOn(reader);
      } catch (error) {
        if (closed) return;
        if (!isLost) logger.warn('socket bus failed', errorFields(error));
        isLost = true;
        reader?.disconnect();
        reader = null;
        await sleep(againMs);
      }
    }
  }

  const waiting: Item[] = [];
  let sequence = 0;
  let dropped = false;
  let sending = false;
  /** Says each batch until Redis has it. It may then be there twice, and is heard once. */
  async function sendAll(): Promise<void> {
    while (waiting.length > 0 && !closed) {
      const items = JSON.stringify(waiting.splice(0, itemsAtOnce));
      // A number is left out where something was dropped: the others take that for a gap.
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
          await sleep(againMs);
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
      if (waiting.length < waitingAtMost) waiting.push(item);
      else dropped = true;
      if (sending) return;
      sending = true;
      setImmediate(sendAll);
    },
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
