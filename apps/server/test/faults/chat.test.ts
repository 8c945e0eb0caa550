import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRunningClock } from '../clock.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { aProfile, aSubscription } from '../factories.ts';
import { type ChatLoad, type Pair, startChatLoad } from './chat-load.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';

// Two servers on one database; members write through both, and one of them is killed.

let database: TestDatabase;
let servers: ServerProcess[];
let load: ChatLoad;

beforeAll(async () => {
  database = await createTestDatabase();
  servers = await Promise.all([0, 1].map(() => createServerProcess({ databaseUrl: database.url })));
  const [first] = servers;
  if (!first) throw new Error('no server');
  await Promise.all(servers.map((server) => server.start()));
  const world = { db: database.database.db, clock: createRunningClock(), config: first.config };
  const pairs: Pair[] = [];
  for (let n = 0; n < 8; n += 1) {
    const [one, other] = [await aProfile(world), await aProfile(world)];
    await aSubscription(world, { subscriber: one, creator: other });
    for (const { accountId } of [one, other])
      await sql`insert into vip_memberships (account_id, tier, started_at, paid_until)
        values (${accountId}, 'diamond', now(), now() + interval '1 day')`.execute(world.db);
    pairs.push([one, other]);
  }
  load = startChatLoad({ urls: servers.map(({ url }) => url), pairs });
  await load.waitForMore(200);
}, 60_000);
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.destroy()));
  await database?.drop();
});

describe('T68 F1: messages while one of two servers is killed', () => {
  it('are delivered by the other one, and by both when it is back', async () => {
    for (const server of servers) {
      await server.kill();
      await load.waitForMore(150);
      await server.start();
      await load.waitForMore(150);
    }
  });

  it('afterwards exactly the acknowledged ones are stored, each once with its sequence number', async () => {
    await load.stop();
    expect(load.unexpected).toEqual([]);
    expect(load.disagreements).toEqual([]);
    const { rows } = await sql<{ client_id: string; id: string; seq: string; conversation_id: string }>`
      select client_id, id, seq::text, conversation_id from messages m order by conversation_id, m.seq`.execute(
      database.database.db,
    );
    const bySocket = load.receipts.filter(({ via }) => via === 'socket').length;
    console.info(`${load.receipts.length} messages acknowledged, ${bySocket} over sockets`);
    expect(bySocket).toBeGreaterThan(50);
    const key = (one: { client_id: string; id: string; seq: string }) => `${one.client_id} ${one.id} ${one.seq}`;
    expect(rows.map(key).sort()).toEqual(
      load.receipts.map(({ clientId, id, seq }) => key({ client_id: clientId, id, seq: String(seq) })).sort(),
    );
    // Sequence numbers have no gaps: both sides see the same order.
    for (const [, thread] of Map.groupBy(rows, (row) => row.conversation_id))
      expect(thread.map(({ seq }) => Number(seq))).toEqual(thread.map((_, index) => index + 1));
  });

  it('are read once each, in order, by readers that continue from their last revision', () => {
    for (const [index, received] of load.read.entries()) {
      const sent = load.receipts.filter(({ pair }) => pair === index);
      expect(received.map(({ seq }) => seq)).toEqual(received.map((_, place) => place + 1));
      expect(received.map(({ id }) => id).sort()).toEqual(sent.map(({ id }) => id).sort());
    }
  });
});
