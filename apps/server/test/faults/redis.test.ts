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

// Two servers exchange events through a failing Redis; a client of the second one reads messages posted to the first.

const skipNote = redisServer ? '' : ' (skipped: there is no redis-server or valkey-server here)';

/** A client that reads when its socket opens, and adds live events. */
interface Reader {
  messageIds: Set<string>;
  /** Number of connections so far. */
  openCount(): number;
  close(): void;
}

describe.skipIf(!redisServer)(`F8: Redis between two servers${skipNote}`, () => {
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

  /** Writes through the first server, which must succeed whatever Redis does. Returns the id. */
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

  async function startReader(): Promise<Reader> {
    const messageIds = new Set<string>();
    let openCount = 0;
    let closed = false;
    let socket: SocketClient | null = null;
    const read = async () => {
      const path = `/api/conversations/${writer.profileId}/messages?limit=50`;
      const response = await fetch(`${urlOf(1)}${path}`, { headers: headersOf(watcher) });
      const { items } = (await response.json()) as { items: { id: string }[] };
      for (const { id } of items) messageIds.add(id);
    };
    const open = () => {
      if (closed) return;
      socket = connectSocket(urlOf(1), watcher.cookie);
      socket.on('failed', () => {});
      socket.on('open', () => {
        openCount += 1;
        void read();
      });
      socket.on('message.created', ({ id }: { id: string }) => messageIds.add(id));
      socket.on('close', () => void setTimeout(open, 200));
    };
    open();
    while (openCount === 0) await sleep(20);
    return {
      messageIds,
      openCount: () => openCount,
      close() {
        closed = true;
        socket?.close();
      },
    };
  }

  const waitForAll = async (reader: Reader, ids: readonly string[], withinMs: number) => {
    const limit = performance.now() + withinMs;
    while (ids.some((id) => !reader.messageIds.has(id)) && performance.now() < limit) await sleep(20);
    return ids.filter((id) => !reader.messageIds.has(id)).length;
  };

  it('delivers messages of one server to clients of the other, also through a pause of half a second', async () => {
    const reader = await startReader();
    const ids = [await write()];
    expect(await waitForAll(reader, ids, 5_000)).toBe(0);
    const paused = redis.pause(500);
    for (let n = 0; n < 10; n += 1) ids.push(await write());
    await paused;
    expect(await waitForAll(reader, ids, 5_000)).toBe(0);
    expect(reader.openCount()).toBe(1);
    reader.close();
  });

  it('loses no message when Redis is killed and restarted empty; clients catch up within five seconds', async () => {
    const reader = await startReader();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await write());
    await redis.kill();
    for (let n = 0; n < 5; n += 1) ids.push(await write());
    await sleep(500);
    await redis.start();
    const back = performance.now();
    ids.push(await write());
    expect(await waitForAll(reader, ids, 5_000)).toBe(0);
    console.info(`F8: caught up ${Math.round(performance.now() - back)} ms after Redis was back`);
    expect(reader.openCount()).toBe(2);
    reader.close();
  });

  it('stops no server and no call when Redis is down for good', async () => {
    await redis.kill();
    for (let n = 0; n < 3; n += 1) await write();
    for (const server of servers) expect(server.isRunning()).toBe(true);
  });
});
