import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { conversationsQuery, putPresence, readLists } from './lists.ts';

interface Thread {
  id: string;
  at: number;
  last: string;
  unread: number;
  isOnline: boolean;
  /** When its last words go by themselves. */
  expiresAt: string | null;
}

/** A server with so many threads, latest first; `asked` are the readings of its list. */
function aServer(count: number) {
  let clock = 10_000;
  const threads = Array.from({ length: count }, (_, index): Thread => {
    return {
      id: `t${index}`,
      at: clock - index,
      last: `m${index}`,
      unread: index % 3,
      isOnline: false,
      expiresAt: null,
    };
  });
  const asked: string[] = [];
  const order = () => threads.sort((one, other) => other.at - one.at);
  vi.stubGlobal('fetch', async (input: unknown) => {
    const { searchParams: query } = new URL(String(input), 'http://vlam.test');
    asked.push(query.get('cursor') ?? 'first');
    await Promise.resolve();
    const rest = order().filter(({ at }) => at < Number(query.get('cursor') ?? Infinity));
    const page = rest.slice(0, Number(query.get('limit')));
    const items = page.map(({ id, last, unread, isOnline, expiresAt }) => ({
      ...{ id, unread, lastMessage: { id: last, expiresAt } },
      profile: { id: `p-${id}`, isOnline },
    }));
    const nextCursor = rest.length > page.length ? String(page.at(-1)?.at) : null;
    return new Response(JSON.stringify({ items, nextCursor, unread: 0, unreadThreads: 0, requests: 0 }), {
      status: 200,
    });
  });
  return {
    asked,
    order: () => order().map(({ id, last, unread }) => `${id} ${last} ${unread}`),
    write(id: string) {
      clock += 1;
      const thread = threads.find((each) => each.id === id);
      if (thread) Object.assign(thread, { at: clock, last: `new${clock}`, unread: thread.unread + 1 });
      else threads.push({ id, at: clock, last: `new${clock}`, unread: 1, isOnline: false, expiresAt: null });
    },
    read: (id: string) => Object.assign(threads.find((each) => each.id === id) ?? {}, { unread: 0 }),
    setLast: (id: string, last: string, expiresAt: string | null) =>
      Object.assign(threads.find((each) => each.id === id) ?? {}, { last, expiresAt }),
    clear: (id: string) =>
      threads.splice(
        threads.findIndex((each) => each.id === id),
        1,
      ),
  };
}
const rowsOf = (client: QueryClient) =>
  (client.getQueryData(conversationsQuery('inbox').queryKey)?.pages ?? []).flatMap(({ items }) => items);
const shown = (client: QueryClient) =>
  rowsOf(client).map(({ id, lastMessage, unread }) => `${id} ${lastMessage?.id} ${unread}`);

/** The inbox on the screen with so many pages. */
async function anInbox(pages: number) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const observer = new InfiniteQueryObserver(client, conversationsQuery('inbox'));
  const leave = observer.subscribe(() => undefined);
  await observer.refetch();
  for (let page = 1; page < pages; page += 1) await observer.fetchNextPage();
  return { client, observer, leave };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a list of many pages reads its first page alone when messages come, however many come together', async () => {
  const server = aServer(200);
  const { client, leave } = await anInbox(5);
  server.asked.length = 0;
  for (const id of ['t140', 't35', 't29', 'unknown', 't140']) {
    server.write(id);
    readLists(client);
  }
  await pass(1_000);
  expect(server.asked).toEqual(['first']);
  expect(shown(client)).toEqual(server.order().slice(0, 151));
  leave();
});

it('reads the one further page on which something has changed or gone', async () => {
  const server = aServer(200);
  const { client, leave } = await anInbox(5);
  for (const change of [server.read, server.clear]) {
    server.asked.length = 0;
    change('t100');
    readLists(client, 'p-t100');
    await pass(1_500);
    expect(server.asked).toHaveLength(2);
    expect(shown(client)).toEqual(server.order().slice(0, shown(client).length));
  }
  expect(shown(client)).toHaveLength(149);
  leave();
});

it('loses nothing when things have changed on several further pages at once, and keeps nothing that is gone', async () => {
  const server = aServer(200);
  const { client, leave } = await anInbox(5);
  for (const id of ['t40', 't100', 't140']) {
    server.read(id);
    readLists(client, id);
  }
  await pass(1_500);
  expect(shown(client)).toEqual(server.order().slice(0, 150));
  // Also the last that is loaded, and one of each page.
  for (const id of ['t149', 't45', 't95']) {
    server.clear(id);
    readLists(client, id);
  }
  await pass(1_500);
  expect(shown(client)).toEqual(server.order().slice(0, 147));
  leave();
});

it('stays what the server has, whatever comes in whatever order', async () => {
  const server = aServer(130);
  const { client, observer, leave } = await anInbox(4);
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let step = 0; step < 150; step += 1) {
    const [id = ''] = (server.order()[random(110)] ?? '').split(' ');
    const kind = random(8);
    if (kind === 0) server.clear(id);
    else if (kind === 1) server.read(id);
    else if (kind === 2) server.write(`new${step}`);
    else server.write(id);
    readLists(client, kind < 2 ? id : undefined);
    if (random(3) > 0) await pass(1_000);
    if (random(20) === 0) await observer.fetchNextPage();
  }
  await pass(2_000);
  const rows = shown(client);
  expect(rows).toEqual(server.order().slice(0, rows.length));
  expect(rows.length).toBeGreaterThan(90);
  leave();
});

it('is read whole when nothing of its first page stands where it stood', async () => {
  const server = aServer(200);
  const { client, leave } = await anInbox(4);
  server.asked.length = 0;
  for (let index = 150; index < 190; index += 1) server.write(`t${index}`);
  readLists(client);
  await pass(1_000);
  expect(server.asked).toHaveLength(1 + 4);
  expect(shown(client)).toEqual(server.order().slice(0, 120));
  leave();
});

it('a page that is asked for meanwhile is not lost, and loses nothing', async () => {
  const server = aServer(200);
  const { client, observer, leave } = await anInbox(3);
  server.write('t80');
  readLists(client);
  await pass(249);
  const more = observer.fetchNextPage();
  await pass(1_000);
  await more;
  expect(shown(client)).toEqual(server.order().slice(0, 120));
  leave();
});

it('after a gap it is read whole once, and no more than once a minute', async () => {
  const server = aServer(200);
  const { client, leave } = await anInbox(4);
  server.asked.length = 0;
  for (let round = 0; round < 3; round += 1) {
    readLists(client, undefined, true);
    await pass(5_000);
  }
  expect(server.asked).toHaveLength(4 + 1 + 1);
  leave();
});

it('waits while nobody looks at it, and is read as far as it has changed when somebody does', async () => {
  const server = aServer(200);
  const { client, observer, leave } = await anInbox(4);
  leave();
  server.asked.length = 0;
  server.read('t100');
  readLists(client, 't100');
  await pass(2_000);
  expect(server.asked).toEqual([]);
  const leaveAgain = observer.subscribe(() => undefined);
  readLists(client);
  await pass(2_000);
  expect(server.asked).toHaveLength(2);
  expect(shown(client)).toEqual(server.order().slice(0, 120));
  leaveAgain();
});

it('somebody coming or going is shown without asking', async () => {
  const server = aServer(90);
  const { client, leave } = await anInbox(3);
  server.asked.length = 0;
  putPresence(client, 'p-t70', true);
  expect(rowsOf(client).filter(({ profile }) => profile.isOnline)).toMatchObject([{ id: 't70' }]);
  await pass(2_000);
  expect(server.asked).toEqual([]);
  leave();
});

it('words that have gone by themselves leave the list with the next reading', async () => {
  const server = aServer(200);
  server.setLast('t100', 'gone soon', new Date(Date.now() + 5_000).toISOString());
  const { client, leave } = await anInbox(5);
  await pass(10_000);
  server.setLast('t100', 'before it', null);
  server.asked.length = 0;
  readLists(client);
  await pass(2_000);
  expect(server.asked).toHaveLength(2);
  expect(shown(client)).toEqual(server.order().slice(0, 150));
  leave();
});
