import { infiniteQueryOptions, type Query, type QueryClient } from '@tanstack/react-query';
import { api, keyOf } from '../../lib/api.ts';
import { cursorsOf, type Loaded, withFirst, withPage, withPresence } from './merge-lists.ts';
import { isOver } from './time-over.ts';

/** What happens within this is one reading, and the least between two, in milliseconds. */
const gatherMs = 250;
const leastBetweenMs = 1_000;
/** After a gap, lists of many pages are read whole at most so often, in milliseconds. */
const wholeEveryMs = 60_000;
const firstLimit = '30';
/** Of a further page: what was pushed into it is read with it. */
const furtherLimit = '50';

/** All threads of the inbox, parts of it, and what strangers wrote. */
export const boxes = ['inbox', 'unread', 'subscribers', 'spenders', 'requests'] as const;
export type Box = (typeof boxes)[number];

/** The threads of a box, latest first. */
export const conversationsQuery = (box: Box) =>
  infiniteQueryOptions({
    queryKey: keyOf('listConversations', { query: { box } }),
    queryFn: ({ pageParam, signal }) =>
      api.listConversations({ query: { box, limit: firstLimit, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Loaded['pages'][number]) => last.nextCursor,
  });

type ListQuery = Query<Loaded, Error, Loaded>;

interface Due {
  /** Threads and people of which something has changed. */
  changed: Set<string>;
  /** Anything may have. */
  isAll: boolean;
}
const due = new WeakMap<ListQuery, Due>();
const wholeAt = new WeakMap<ListQuery, number>();

interface Reader {
  timer?: ReturnType<typeof setTimeout> | undefined;
  begunAt: number;
  turn: Promise<void>;
}
const readers = new WeakMap<QueryClient, Reader>();

const queryOf = (client: QueryClient, box: Box) =>
  client.getQueryCache().find<Loaded, Error, Loaded>({ queryKey: conversationsQuery(box).queryKey });

/** A page that is being read would put its list in the place of what is changed meanwhile. */
async function untilIdle(query: ListQuery): Promise<void> {
  while (query.state.fetchStatus === 'fetching' && query.promise) await query.promise.catch(() => undefined);
}

/** Threads whose last words are gone by now: of those nobody is told one by one. */
const overIn = ({ pages }: Loaded) =>
  pages.flatMap(({ items }) =>
    items.flatMap(({ id, lastMessage }) => (lastMessage && isOver(lastMessage, Date.now()) ? id : [])),
  );

/** Reads the first page of a list again, and of what has changed further down the pages on which it stands. */
async function readAgain(client: QueryClient, box: Box, { changed, isAll }: Due): Promise<void> {
  const query = queryOf(client, box);
  if (!query) return;
  await untilIdle(query);
  const whole = () => {
    wholeAt.set(query, performance.now());
    return client.refetchQueries({ queryKey: query.queryKey, exact: true });
  };
  const isLate = performance.now() - (wholeAt.get(query) ?? Number.NEGATIVE_INFINITY) > wholeEveryMs;
  if (!query.state.data || query.state.data.pages.length === 1 || (isAll && isLate)) return whole();
  if (isAll) note(query, [], true);
  const first = await api.listConversations({ query: { box, limit: firstLimit } });
  await untilIdle(query);
  const merged = query.state.data && withFirst(query.state.data, first);
  if (!merged) return whole();
  client.setQueryData(query.queryKey, merged);
  const further = new Set([...changed, ...overIn(merged)]);
  for (const { id, profile } of first.items) {
    further.delete(id);
    further.delete(profile.id);
  }
  for (const cursor of cursorsOf(merged, further)) {
    const anew = await api.listConversations({ query: { box, limit: furtherLimit, cursor } });
    await untilIdle(query);
    if (query.state.data) client.setQueryData(query.queryKey, withPage(query.state.data, { cursor, anew }, further));
  }
}

async function readDue(client: QueryClient): Promise<void> {
  for (const box of boxes) {
    const query = queryOf(client, box);
    const wish = query && due.get(query);
    // Not mounted: refetch when the list is opened.
    if (!wish || !query.isActive()) continue;
    due.delete(query);
    // Read with what comes next: the connection says so, or somebody does.
    await readAgain(client, box, wish).catch(() => note(query, wish.changed, wish.isAll));
  }
}

function note(query: ListQuery, changed: Iterable<string>, isAll: boolean): void {
  const before = due.get(query);
  due.set(query, {
    changed: new Set([...(before?.changed ?? []), ...changed]),
    isAll: isAll || before?.isAll === true,
  });
}

/** Reads what is due, once for several things in a row. */
function readDueLists(client: QueryClient): void {
  const reader = readers.get(client) ?? { begunAt: Number.NEGATIVE_INFINITY, turn: Promise.resolve() };
  readers.set(client, reader);
  if (reader.timer !== undefined) return;
  const wait = Math.max(gatherMs, reader.begunAt + leastBetweenMs - performance.now());
  reader.timer = setTimeout(() => {
    reader.timer = undefined;
    reader.begunAt = performance.now();
    reader.turn = reader.turn.then(() => readDue(client));
  }, wait);
}

/** Reads the lists again as far as they may be different: `changed` names a thread or a person with something new. */
export function readLists(client: QueryClient, changed?: string, isAll = false): void {
  for (const box of boxes) {
    const query = queryOf(client, box);
    if (query) note(query, changed === undefined ? [] : [changed], isAll);
  }
  readDueLists(client);
}

/** Applies a presence event without a refetch. */
export function putPresence(client: QueryClient, profileId: string, isOnline: boolean): void {
  for (const box of boxes) {
    const query = queryOf(client, box);
    const { data, dataUpdatedAt: updatedAt } = query?.state ?? {};
    const next = data && withPresence(data, profileId, isOnline);
    if (query && next !== data && updatedAt !== undefined) client.setQueryData(query.queryKey, next, { updatedAt });
  }
}
