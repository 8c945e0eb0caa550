import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRunningClock } from '../clock.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { aProfile, aSubscription, type TestProfile } from '../factories.ts';
import { redisServer } from '../machine.ts';
import { startRedis, type TestRedis } from '../redis.ts';
import { connectSocket, type SocketClient } from '../socket-client.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';

// Two servers tell each other through Redis, which fails; a browser of the second one watches what the first one takes.

const missing = redisServer ? '' : ' (skipped: there is no redis-server or valkey-server here)';

/** What a page does: it reads when its socket opens, and adds what it hears. */
interface Reader {
  known: Set<string>;
  /** Times it opened its socket. */
  opened(): number;
  close(): void;
}

describe.skipIf(!redisServer)(`F8: Redis between two servers${missing}`, () => {
  let database: TestDatabase;
  let redis: TestRedis;
  let servers: ServerProcess[] = [];
  let writer: TestProfile;
  let watcher: TestProfile;

  beforeAll(async () => {
    [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
    const shared = { databaseUrl: database.url, redisUrl: redis.url };
    servers = await Promise.all([0, 1].map(() => createServerProcess(shared)));
    const [first] = servers;
    if (!first) throw new Error('no server');
    await Promise.all(servers.map((server) => server.start()));
    const world = { db: database.database.db, clock: createRunningClock(), config: first.config };
    [writer, watcher] = [await aProfile(world), await aProfile(world)];
    await aSubscription(world, { subscriber: writer, creator: watcher });
    await database.database.pool.query(
      `insert into vip_memberships (account_id, tier, started_at, paid_until)
         values ($1, 'diamond', now(), now() + interval '1 day')`,
      [writer.accountId],
    );
  }, 60_000);
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.destroy()));
    await redis?.stop();
    await database?.drop();
  });

  const urlOf = (place: number) => servers[place]?.url ?? '';
  const headersOf = ({ cookie }: TestProfile) => ({ cookie, 'sec-fetch-site': 'same-origin' });

  /** Writes through the first server, which must answer whatever Redis does. Answers the id. */
  async function write(): Promise<string> {
    const response = await fetch(`${urlOf(0)}/api/conversations/${watcher.profileId}/messages`, {
      method: 'POST',
      headers: { ...headersOf(writer), 'content-type': 'application/json' },
      body: JSON.stringify({ clientId: randomUUID(), content: 'A word' }),
    });
    const text = await response.text();
    expect(response.status, text).toBeLessThan(300);
    return (JSON.parse(text) as { id: string }).id;
  }

  async function watch(): Promise<Reader> {
    const known = new Set<string>();
    let opened = 0;
    let closed = false;
    let socket: SocketClient | null = null;
    const read = async () => {
      const path = `/api/conversations/${writer.profileId}/messages?limit=50`;
      const response = await fetch(`${urlOf(1)}${path}`, { headers: headersOf(watcher) });
      const { items } = (await response.json()) as { items: { id: string }[] };
      for (const { id } of items) known.add(id);
    };
    const open = () => {
      if (closed) return;
      socket = connectSocket(urlOf(1), watcher.cookie);
      socket.on('failed', () => {});
      socket.on('open', () => {
        opened += 1;
        void read();
      });
      socket.on('message.created', ({ id }: { id: string }) => known.add(id));
      socket.on('close', () => void setTimeout(open, 200));
    };
    open();
    while (opened === 0) await sleep(20);
    return {
      known,
      opened: () => opened,
      close() {
        closed = true;
        socket?.close();
      },
    };
  }

  const caughtUp = async (reader: Reader, ids: readonly string[], withinMs: number) => {
    const limit = performance.now() + withinMs;
    while (ids.some((id) => !reader.known.has(id)) && performance.now() < limit) await sleep(20);
    return ids.filter((id) => !reader.known.has(id)).length;
  };

  it('what one takes, a browser of the other hears, and a pause of half a second costs nothing', async () => {
    const reader = await watch();
    const ids = [await write()];
    expect(await caughtUp(reader, ids, 5_000)).toBe(0);
    const paused = redis.pause(500);
    for (let n = 0; n < 10; n += 1) ids.push(await write());
    await paused;
    expect(await caughtUp(reader, ids, 5_000)).toBe(0);
    expect(reader.opened()).toBe(1);
    reader.close();
  });

  it('killed and started again empty, it makes nobody miss anything; all is there within five seconds', async () => {
    const reader = await watch();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await write());
    await redis.kill();
    for (let n = 0; n < 5; n += 1) ids.push(await write());
    await sleep(500);
    await redis.start();
    const back = performance.now();
    ids.push(await write());
    expect(await caughtUp(reader, ids, 5_000)).toBe(0);
    console.info(`F8: caught up ${Math.round(performance.now() - back)} ms after Redis was back`);
    expect(reader.opened()).toBe(2);
    reader.close();
  });

  it('away for good, it stops no server and no call', async () => {
    await redis.kill();
    for (let n = 0; n < 3; n += 1) await write();
    for (const server of servers) expect(server.isRunning()).toBe(true);
  });
});
