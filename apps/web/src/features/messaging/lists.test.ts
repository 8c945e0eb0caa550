import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { conversationsQuery, putPresence, refetchLists } from './lists.ts';

interface Thread {
  id: string;
  at: number;
  last: string;
  unread: number;
  isOnline: boolean;
  /** When its last message expires. */
  expiresAt: string | null;
}

/** A server with this many threads, newest first; `requests` are the requests for its list. */
function mockServer(count: number) {
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
  const requests: string[] = [];
  const order = () => threads.sort((one, other) => other.at - one.at);
  vi.stubGlobal('fetch', async (input: unknown) => {
    const { searchParams: query } = new URL(String(input), 'http://vlam.test');
    requests.push(query.get('cursor') ?? 'first');
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
    requests,
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

/** The inbox on screen with this many pages. */
async function createInbox(pages: number) {
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

it('refetches only the first page for new messages, once per batch', async () => {
  const server = mockServer(200);
  const { client, leave } = await createInbox(5);
  server.requests.length = 0;
  for (const id of ['t140', 't35', 't29', 'unknown', 't140']) {
    server.write(id);
    refetchLists(client);
  }
  await pass(1_000);
  expect(server.requests).toEqual(['first']);
  expect(shown(client)).toEqual(server.order().slice(0, 151));
  leave();
});

it('refetches the further page that contains a changed or deleted thread', async () => {
  const server = mockServer(200);
  const { client, leave } = await createInbox(5);
  for (const change of [server.read, server.clear]) {
    server.requests.length = 0;
    change('t100');
    refetchLists(client, 'p-t100');
    await pass(1_500);
    expect(server.requests).toHaveLength(2);
    expect(shown(client)).toEqual(server.order().slice(0, shown(client).length));
  }
  expect(shown(client)).toHaveLength(149);
  leave();
});

it('keeps all changes on several further pages, and drops deleted threads', async () => {
  const server = mockServer(200);
  const { client, leave } = await createInbox(5);
  for (const id of ['t40', 't100', 't140']) {
    server.read(id);
    refetchLists(client, id);
  }
  await pass(1_500);
  expect(shown(client)).toEqual(server.order().slice(0, 150));
  // Including the last loaded thread, and one of each page.
  for (const id of ['t149', 't45', 't95']) {
    server.clear(id);
    refetchLists(client, id);
  }
  await pass(1_500);
  expect(shown(client)).toEqual(server.order().slice(0, 147));
  leave();
});

it("equals the server's list after any sequence of changes", async () => {
  const server = mockServer(130);
  const { client, observer, leave } = await createInbox(4);
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
    refetchLists(client, kind < 2 ? id : undefined);
    if (random(3) > 0) await pass(1_000);
    if (random(20) === 0) await observer.fetchNextPage();
  }
  await pass(2_000);
  const rows = shown(client);
  expect(rows).toEqual(server.order().slice(0, rows.length));
  expect(rows.length).toBeGreaterThan(90);
  leave();
});

it('refetches everything when no thread of the first page is in its old place', async () => {
  const server = mockServer(200);
  const { client, leave } = await createInbox(4);
  server.requests.length = 0;
  for (let index = 150; index < 190; index += 1) server.write(`t${index}`);
  refetchLists(client);
  await pass(1_000);
  expect(server.requests).toHaveLength(1 + 4);
  expect(shown(client)).toEqual(server.order().slice(0, 120));
  leave();
});

it('keeps a page that is requested during the refetch', async () => {
  const server = mockServer(200);
  const { client, observer, leave } = await createInbox(3);
  server.write('t80');
  refetchLists(client);
  await pass(249);
  const more = observer.fetchNextPage();
  await pass(1_000);
  await more;
  expect(shown(client)).toEqual(server.order().slice(0, 120));
  leave();
});

it('refetches everything once after a gap, at most once a minute', async () => {
  const server = mockServer(200);
  const { client, leave } = await createInbox(4);
  server.requests.length = 0;
  for (let round = 0; round < 3; round += 1) {
    refetchLists(client, undefined, true);
    await pass(5_000);
  }
  expect(server.requests).toHaveLength(4 + 1 + 1);
  leave();
});

it('waits while not mounted, and refetches the changes on the next mount', async () => {
  const server = mockServer(200);
  const { client, observer, leave } = await createInbox(4);
  leave();
  server.requests.length = 0;
  server.read('t100');
  refetchLists(client, 't100');
  await pass(2_000);
  expect(server.requests).toEqual([]);
  const leaveSecond = observer.subscribe(() => undefined);
  refetchLists(client);
  await pass(2_000);
  expect(server.requests).toHaveLength(2);
  expect(shown(client)).toEqual(server.order().slice(0, 120));
  leaveSecond();
});

it('applies presence without a request', async () => {
  const server = mockServer(90);
  const { client, leave } = await createInbox(3);
  server.requests.length = 0;
  putPresence(client, 'p-t70', true);
  expect(rowsOf(client).filter(({ profile }) => profile.isOnline)).toMatchObject([{ id: 't70' }]);
  await pass(2_000);
  expect(server.requests).toEqual([]);
  leave();
});

it('drops expired last messages with the next refetch', async () => {
  const server = mockServer(200);
  server.setLast('t100', 'gone soon', new Date(Date.now() + 5_000).toISOString());
  const { client, leave } = await createInbox(5);
  await pass(10_000);
  server.setLast('t100', 'before it', null);
  server.requests.length = 0;
  refetchLists(client);
  await pass(2_000);
  expect(server.requests).toHaveLength(2);
  expect(shown(client)).toEqual(server.order().slice(0, 150));
  leave();
});
