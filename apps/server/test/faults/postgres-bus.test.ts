import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageView } from '@vlam/contract/messaging';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRunningClock } from '../clock.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { aProfile, aSubscription } from '../factories.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';
import { type ChatMember, openThreadClient, type ThreadClient } from './thread-client.ts';

// Two servers exchange events through their shared PostgreSQL, without Redis. In each thread the two sides are connected
// to different servers, so that every live event crosses between them.

interface Side {
  own: ChatMember;
  other: ChatMember;
  client: ThreadClient;
}
interface Thread {
  sides: readonly [Side, Side];
  /** Ids of acknowledged messages by sequence number. */
  acknowledgedIds: Map<number, string>;
}

const threadCount = 4;
/** Below the limit of twenty messages in ten seconds. */
const sendIntervalMs = 650;

let database: TestDatabase;
let servers: ServerProcess[] = [];
const threads: Thread[] = [];
/** PostgreSQL process ids of the servers' LISTEN connections, by server index. */
const listenerPids: number[] = [];
const unexpected: string[] = [];
const sentVia = { socket: 0, call: 0 };
let stopping = false;
let writing: Promise<unknown> = Promise.resolve();

const urlOf = (serverIndex: number) => servers[serverIndex]?.url ?? '';
const clients = () => threads.flatMap(({ sides }) => sides.map(({ client }) => client));
const clientsAt = (serverIndex: number) => clients().filter((client) => client.url() === urlOf(serverIndex));
const countAcknowledged = () => threads.reduce((sum, { acknowledgedIds }) => sum + acknowledgedIds.size, 0);

async function until(what: string, condition: () => Promise<boolean> | boolean, withinMs = 20_000): Promise<void> {
  const limit = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > limit) throw new Error(`timed out: ${what}; ${unexpected.slice(0, 3).join('; ')}`);
    await sleep(20);
  }
}
async function listListenerPids(): Promise<number[]> {
  const { rows } = await database.database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'vlam sockets'`,
  );
  return rows.map(({ pid }) => pid);
}
async function startServer(serverIndex: number): Promise<void> {
  await servers[serverIndex]?.start();
  const pid = (await listListenerPids()).find((each) => !listenerPids.includes(each));
  if (!pid) throw new Error('the server does not listen on PostgreSQL');
  listenerPids[serverIndex] = pid;
}

/** Waits until that many more messages are acknowledged. */
async function waitForMore(more: number): Promise<void> {
  const wanted = countAcknowledged() + more;
  await until('messages continue', () => countAcknowledged() >= wanted);
}
/** Acknowledged messages that some client has not received. */
const missed = () =>
  threads.flatMap(({ sides, acknowledgedIds }) =>
    [...acknowledgedIds].filter(([seq, id]) => sides.some(({ client }) => client.messages.get(seq) !== id)),
  );
const expectNoneMissing = () => until('every client has every acknowledged message', () => missed().length === 0);

/** Sends over HTTP to the server that the client is connected to, or to any other while it is disconnected. */
async function sendOverHttp({ own, other, client }: Side, attempt: number, body: object): Promise<MessageView | null> {
  const response = await fetch(`${client.url() || urlOf(attempt % 2)}/api/conversations/${other.profileId}/messages`, {
    method: 'POST',
    headers: { cookie: own.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5_000),
  }).catch(() => null);
  const text = (await response?.text().catch(() => null)) ?? null;
  if (!response || text === null) return null;
  if (response.ok) return JSON.parse(text) as MessageView;
  if (response.status < 500 && ![409, 429].includes(response.status)) unexpected.push(`${response.status} ${text}`);
  return null;
}

/** Sends one message after the other, alternating between socket and HTTP; each until a server acknowledges it. */
async function write(side: Side, acknowledgedIds: Thread['acknowledgedIds']): Promise<void> {
  for (let n = 0; !stopping; n += 1) {
    const message = { clientId: randomUUID(), content: `Word ${n}` };
    for (let attempt = n; ; attempt += 1) {
      const bySocket = attempt % 2 === 0;
      const reply = bySocket ? await side.client.send(message) : null;
      if (reply && !reply.ok && reply.code !== 'UNAVAILABLE' && reply.code !== 'TOO_MANY_REQUESTS')
        unexpected.push(`socket ${reply.code}`);
      const sent = bySocket ? reply?.ok && reply.sent : await sendOverHttp(side, attempt, message);
      if (sent) {
        if ((acknowledgedIds.get(sent.seq) ?? sent.id) !== sent.id) unexpected.push(`two acknowledged at ${sent.seq}`);
        acknowledgedIds.set(sent.seq, sent.id);
        sentVia[bySocket ? 'socket' : 'call'] += 1;
        break;
      }
      await sleep(100);
    }
    await sleep(sendIntervalMs);
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  servers = await Promise.all([0, 1].map(() => createServerProcess({ databaseUrl: database.url })));
  for (const serverIndex of servers.keys()) await startServer(serverIndex);
  const [first] = servers;
  if (!first) throw new Error('no server');
  const world = { db: database.database.db, clock: createRunningClock(), config: first.config };
  const urls = servers.map(({ url }) => url);
  for (let n = 0; n < threadCount; n += 1) {
    const [one, two] = [await aProfile(world), await aProfile(world)];
    await aSubscription(world, { subscriber: one, creator: two });
    for (const { accountId } of [one, two])
      await sql`insert into vip_memberships (account_id, tier, started_at, paid_until)
        values (${accountId}, 'diamond', now(), now() + interval '1 day')`.execute(world.db);
    const open = (own: ChatMember, other: ChatMember, from: readonly string[]): Side => ({
      own,
      other,
      client: openThreadClient({ urls: from, own, otherId: other.profileId }),
    });
    threads.push({ sides: [open(one, two, urls), open(two, one, urls.toReversed())], acknowledgedIds: new Map() });
  }
  await until('the pages are open', () => clients().every((client) => client.url() !== ''));
  expect(servers.map((_, serverIndex) => clientsAt(serverIndex).length)).toEqual([threadCount, threadCount]);
  writing = Promise.all(
    threads.flatMap(({ sides, acknowledgedIds }) => sides.map((side) => write(side, acknowledgedIds))),
  );
}, 60_000);
afterAll(async () => {
  stopping = true;
  for (const client of clients()) client.close();
  await Promise.all(servers.map((server) => server.destroy()));
  await database?.drop();
});

describe('T68 F1 F3: two servers that share PostgreSQL and no Redis', () => {
  it('deliver messages of either transport to clients of both, without reconnects', async () => {
    await waitForMore(60);
    await expectNoneMissing();
    expect(Math.min(sentVia.socket, sentVia.call)).toBeGreaterThan(20);
    expect(clients().map((client) => client.opened())).toEqual(clients().map(() => 1));
  });

  it.each([0, 1])(
    'F3: after the LISTEN connection of server %i is killed, its clients reconnect and catch up, the others stay',
    async (serverIndex) => {
      const here = clientsAt(serverIndex);
      const there = clientsAt(1 - serverIndex);
      const before = new Map(clients().map((client) => [client, client.opened()]));
      await waitForMore(5);
      const killed = listenerPids[serverIndex] ?? 0;
      await database.database.pool.query('select pg_terminate_backend($1)', [killed]);
      await waitForMore(10);
      await until('it listens again', async () => {
        const pid = (await listListenerPids()).find((each) => !listenerPids.includes(each));
        if (pid) listenerPids[serverIndex] = pid;
        return pid !== undefined;
      });
      await until('its pages came back', () => here.every((client) => client.opened() > (before.get(client) ?? 0)));
      await waitForMore(20);
      await expectNoneMissing();
      expect(there.map((client) => client.opened())).toEqual(there.map((client) => before.get(client)));
    },
  );

  it('F1: when one is killed, its clients move to the other one, and back after its restart', async () => {
    const moved = clientsAt(1);
    expect(moved).toHaveLength(threadCount);
    await servers[1]?.kill();
    await until('everybody is at the first', () => clientsAt(0).length === clients().length);
    await waitForMore(30);
    await expectNoneMissing();
    await startServer(1);
    for (const client of moved) client.moveTo(urlOf(1));
    await until('half are back', () => clientsAt(1).length === threadCount);
    const opened = clients().map((client) => client.opened());
    await waitForMore(40);
    await expectNoneMissing();
    // Live in both directions.
    expect(clients().map((client) => client.opened())).toEqual(opened);
  });

  it('afterwards each acknowledged message exists once, in every client and in the database, in the same order', async () => {
    stopping = true;
    await writing;
    await expectNoneMissing();
    expect(unexpected).toEqual([]);
    expect(clients().flatMap((client) => client.violations)).toEqual([]);
    const { rows } = await database.database.pool.query<{ id: string }>(
      'select id from messages order by conversation_id, seq',
    );
    console.info(`${rows.length} messages, ${sentVia.socket} over sockets and ${sentVia.call} by calls`);
    expect(rows.map(({ id }) => id).sort()).toEqual(
      threads.flatMap(({ acknowledgedIds }) => [...acknowledgedIds.values()]).sort(),
    );
    for (const { sides, acknowledgedIds } of threads)
      for (const { client } of sides) {
        expect([...client.messages.keys()].sort((a, b) => a - b)).toEqual(
          Array.from(acknowledgedIds, (_, index) => index + 1),
        );
        expect(new Map(client.messages)).toEqual(
          new Map([...client.messages.keys()].map((seq) => [seq, acknowledgedIds.get(seq)])),
        );
      }
  });
});
