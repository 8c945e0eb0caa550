import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageView } from '@vlam/contract/messaging';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRunningClock } from '../clock.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { aProfile, aSubscription } from '../factories.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';
import { openThreadPage, type Talker, type ThreadPage } from './thread-page.ts';

// Two servers tell each other through the PostgreSQL they share, without Redis. In each thread one side looks through
// the one server and the other side through the other, so that whatever is live has crossed between them.

interface Side {
  own: Talker;
  other: Talker;
  page: ThreadPage;
}
interface Thread {
  sides: readonly [Side, Side];
  /** Acknowledged messages: id by place. */
  taken: Map<number, string>;
}

const threadCount = 4;
/** Below the limit of twenty messages in ten seconds. */
const everyMs = 650;

let database: TestDatabase;
let servers: ServerProcess[] = [];
const threads: Thread[] = [];
/** Process ids in PostgreSQL of the connections that the servers listen on, in their order. */
const listening: number[] = [];
const strangers: string[] = [];
const doors = { socket: 0, call: 0 };
let stopping = false;
let writing: Promise<unknown> = Promise.resolve();

const urlOf = (place: number) => servers[place]?.url ?? '';
const pages = () => threads.flatMap(({ sides }) => sides.map(({ page }) => page));
const pagesAt = (place: number) => pages().filter((page) => page.at() === urlOf(place));
const acknowledged = () => threads.reduce((sum, { taken }) => sum + taken.size, 0);

async function until(what: string, holds: () => Promise<boolean> | boolean, withinMs = 20_000): Promise<void> {
  const limit = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > limit)
      throw new Error(`it did not come about: ${what}; ${strangers.slice(0, 3).join('; ')}`);
    await sleep(20);
  }
}
async function listeners(): Promise<number[]> {
  const { rows } = await database.database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'vlam sockets'`,
  );
  return rows.map(({ pid }) => pid);
}
async function startServer(place: number): Promise<void> {
  await servers[place]?.start();
  const pid = (await listeners()).find((each) => !listening.includes(each));
  if (!pid) throw new Error('the server does not listen on PostgreSQL');
  listening[place] = pid;
}

/** So many more messages were acknowledged, on top of those that are now. */
async function beyond(more: number): Promise<void> {
  const wanted = acknowledged() + more;
  await until('messages have stopped', () => acknowledged() >= wanted);
}
/** Every page holds every acknowledged message by itself: nothing is asked of it. */
const missed = () =>
  threads.flatMap(({ sides, taken }) =>
    [...taken].filter(([seq, id]) => sides.some(({ page }) => page.known.get(seq) !== id)),
  );
const nobodyMisses = () => until('somebody misses an acknowledged message', () => missed().length === 0);

/** By a call to the server where its page is open, or to any other while it is nowhere. */
async function call({ own, other, page }: Side, attempt: number, body: object): Promise<MessageView | null> {
  const response = await fetch(`${page.at() || urlOf(attempt % 2)}/api/conversations/${other.profileId}/messages`, {
    method: 'POST',
    headers: { cookie: own.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5_000),
  }).catch(() => null);
  const text = (await response?.text().catch(() => null)) ?? null;
  if (!response || text === null) return null;
  if (response.ok) return JSON.parse(text) as MessageView;
  if (response.status < 500 && ![409, 429].includes(response.status)) strangers.push(`${response.status} ${text}`);
  return null;
}

/** Writes one message after the other, by both doors in turn; each until a server has taken it. */
async function write(side: Side, taken: Thread['taken']): Promise<void> {
  for (let n = 0; !stopping; n += 1) {
    const message = { clientId: randomUUID(), content: `Word ${n}` };
    for (let attempt = n; ; attempt += 1) {
      const bySocket = attempt % 2 === 0;
      const said = bySocket ? await side.page.say(message) : null;
      if (said && !said.ok && said.code !== 'UNAVAILABLE' && said.code !== 'TOO_MANY_REQUESTS')
        strangers.push(`socket ${said.code}`);
      const sent = bySocket ? said?.ok && said.sent : await call(side, attempt, message);
      if (sent) {
        if ((taken.get(sent.seq) ?? sent.id) !== sent.id) strangers.push(`two acknowledged at ${sent.seq}`);
        taken.set(sent.seq, sent.id);
        doors[bySocket ? 'socket' : 'call'] += 1;
        break;
      }
      await sleep(100);
    }
    await sleep(everyMs);
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  servers = await Promise.all([0, 1].map(() => createServerProcess({ databaseUrl: database.url })));
  for (const place of servers.keys()) await startServer(place);
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
    const open = (own: Talker, other: Talker, from: readonly string[]): Side => ({
      own,
      other,
      page: openThreadPage({ urls: from, own, otherId: other.profileId }),
    });
    threads.push({ sides: [open(one, two, urls), open(two, one, urls.toReversed())], taken: new Map() });
  }
  await until('the pages are open', () => pages().every((page) => page.at() !== ''));
  expect(servers.map((_, place) => pagesAt(place).length)).toEqual([threadCount, threadCount]);
  writing = Promise.all(threads.flatMap(({ sides, taken }) => sides.map((side) => write(side, taken))));
}, 60_000);
afterAll(async () => {
  stopping = true;
  for (const page of pages()) page.close();
  await Promise.all(servers.map((server) => server.destroy()));
  await database?.drop();
});

describe('T68 F1 F3: two servers that share PostgreSQL and no Redis', () => {
  it('tell each other what either takes by either door, and no page has to come back for it', async () => {
    await beyond(60);
    await nobodyMisses();
    expect(Math.min(doors.socket, doors.call)).toBeGreaterThan(20);
    expect(pages().map((page) => page.opened())).toEqual(pages().map(() => 1));
  });

  it.each([0, 1])(
    'F3: the connection that server %i listens on is killed: its pages come back and read, the others stay',
    async (place) => {
      const here = pagesAt(place);
      const there = pagesAt(1 - place);
      const before = new Map(pages().map((page) => [page, page.opened()]));
      await beyond(5);
      const killed = listening[place] ?? 0;
      await database.database.pool.query('select pg_terminate_backend($1)', [killed]);
      await beyond(10);
      await until('it listens again', async () => {
        const pid = (await listeners()).find((each) => !listening.includes(each));
        if (pid) listening[place] = pid;
        return pid !== undefined;
      });
      await until('its pages came back', () => here.every((page) => page.opened() > (before.get(page) ?? 0)));
      await beyond(20);
      await nobodyMisses();
      expect(there.map((page) => page.opened())).toEqual(there.map((page) => before.get(page)));
    },
  );

  it('F1: one of them is killed, its people go to the other one, and back when it is started again', async () => {
    const moved = pagesAt(1);
    expect(moved).toHaveLength(threadCount);
    await servers[1]?.kill();
    await until('everybody is at the first', () => pagesAt(0).length === pages().length);
    await beyond(30);
    await nobodyMisses();
    await startServer(1);
    for (const page of moved) page.moveTo(urlOf(1));
    await until('half are back', () => pagesAt(1).length === threadCount);
    const opened = pages().map((page) => page.opened());
    await beyond(40);
    await nobodyMisses();
    // Live again, in both directions.
    expect(pages().map((page) => page.opened())).toEqual(opened);
  });

  it('afterwards each acknowledged message is there once, on every page and in the database, in one order', async () => {
    stopping = true;
    await writing;
    await nobodyMisses();
    expect(strangers).toEqual([]);
    expect(pages().flatMap((page) => page.oddities)).toEqual([]);
    const { rows } = await database.database.pool.query<{ id: string }>(
      'select id from messages order by conversation_id, seq',
    );
    console.info(`${rows.length} messages, ${doors.socket} over sockets and ${doors.call} by calls`);
    expect(rows.map(({ id }) => id).sort()).toEqual(threads.flatMap(({ taken }) => [...taken.values()]).sort());
    for (const { sides, taken } of threads)
      for (const { page } of sides) {
        expect([...page.known.keys()].sort((a, b) => a - b)).toEqual(Array.from(taken, (_, index) => index + 1));
        expect(new Map(page.known)).toEqual(new Map([...page.known.keys()].map((seq) => [seq, taken.get(seq)])));
      }
  });
});
