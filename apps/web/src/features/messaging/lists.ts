import { infiniteQueryOptions, type Query, type QueryClient } from '@tanstack/react-query';
import { api, keyOf } from '../../lib/api.ts';
import { cursorsOf, type LoadedLists, withFirst, withPage, withPresence } from './merge-lists.ts';
import { isExpired } from './row-parts/expiry.ts';

/** Changes within `gatherMs` cause one refetch; `leastBetweenMs` is the minimum between two. In milliseconds. */
const batchMs = 250;
const minIntervalMs = 1_000;
/** Minimum between two complete refetches of long lists after a gap, in milliseconds. */
const fullRefetchIntervalMs = 60_000;
const firstLimit = '30';
/** Page size of further pages; larger, to include threads pushed down from the page before. */
const furtherLimit = '50';

/** Boxes of threads: the inbox, its filters, and message requests. */
export const boxes = ['inbox', 'unread', 'subscribers', 'followers', 'spenders', 'requests'] as const;
/** `list:` and the id of a creator's own list: threads with its members. */
export type Box = (typeof boxes)[number] | `list:${string}`;

const askedFor = (box: Box) =>
  box.startsWith('list:')
    ? { box: 'list' as const, listId: box.slice('list:'.length) }
    : { box: box as (typeof boxes)[number] };

/** The threads of a box, newest first. */
export const conversationsQuery = (box: Box) =>
  infiniteQueryOptions({
    queryKey: keyOf('listConversations', { query: askedFor(box) }),
    queryFn: ({ pageParam, signal }) =>
      api.listConversations({
        query: { ...askedFor(box), limit: firstLimit, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last: LoadedLists['pages'][number]) => last.nextCursor,
  });

type ListQuery = Query<LoadedLists, Error, LoadedLists>;

interface Due {
  /** Ids of threads and profiles that changed. */
  changed: Set<string>;
  /** True after a gap: anything may have changed. */
  isAll: boolean;
}
const due = new WeakMap<ListQuery, Due>();
const fullRefetchAt = new WeakMap<ListQuery, number>();

interface RefetchState {
  timer?: ReturnType<typeof setTimeout> | undefined;
  startedAt: number;
  running: Promise<void>;
}
const refetchStates = new WeakMap<QueryClient, RefetchState>();

type Asked = ReturnType<typeof askedFor>;

/** Every list of threads in the cache. */
const loadedLists = (client: QueryClient) =>
  client.getQueryCache().findAll({ queryKey: keyOf('listConversations') }) as unknown as ListQuery[];

/** Waits for a running fetch, whose result would overwrite ours. */
async function untilIdle(query: ListQuery): Promise<void> {
  while (query.state.fetchStatus === 'fetching' && query.promise) await query.promise.catch(() => undefined);
}

/** Ids of threads whose last message has expired; no event reports that. */
const expiredIn = ({ pages }: LoadedLists) =>
  pages.flatMap(({ items }) =>
    items.flatMap(({ id, lastMessage }) => (lastMessage && isExpired(lastMessage, Date.now()) ? id : [])),
  );

/** Refetches the first page of a list, and the further pages that contain a changed thread. */
async function refetchList(client: QueryClient, query: ListQuery, { changed, isAll }: Due): Promise<void> {
  const { query: asked } = query.queryKey[1] as { query: Asked };
  await untilIdle(query);
  const refetchAll = () => {
    fullRefetchAt.set(query, performance.now());
    return client.refetchQueries({ queryKey: query.queryKey, exact: true });
  };
  const isFullRefetchDue =
    performance.now() - (fullRefetchAt.get(query) ?? Number.NEGATIVE_INFINITY) > fullRefetchIntervalMs;
  if (!query.state.data || query.state.data.pages.length === 1 || (isAll && isFullRefetchDue)) return refetchAll();
  if (isAll) markDue(query, [], true);
  const first = await api.listConversations({ query: { ...asked, limit: firstLimit } });
  await untilIdle(query);
  const merged = query.state.data && withFirst(query.state.data, first);
  if (!merged) return refetchAll();
  client.setQueryData(query.queryKey, merged);
  const further = new Set([...changed, ...expiredIn(merged)]);
  for (const { id, profile } of first.items) {
    further.delete(id);
    further.delete(profile.id);
  }
  for (const cursor of cursorsOf(merged, further)) {
    const refetched = await api.listConversations({ query: { ...asked, limit: furtherLimit, cursor } });
    await untilIdle(query);
    if (query.state.data)
      client.setQueryData(query.queryKey, withPage(query.state.data, { cursor, refetched: refetched }, further));
  }
}

async function refetchDue(client: QueryClient): Promise<void> {
  for (const query of loadedLists(client)) {
    const pending = due.get(query);
    // Not mounted: refetch when the list is opened.
    if (!pending || !query.isActive()) continue;
    due.delete(query);
    // Retried with the next event or reconnect.
    await refetchList(client, query, pending).catch(() => markDue(query, pending.changed, pending.isAll));
  }
}

function markDue(query: ListQuery, changed: Iterable<string>, isAll: boolean): void {
  const before = due.get(query);
  due.set(query, {
    changed: new Set([...(before?.changed ?? []), ...changed]),
    isAll: isAll || before?.isAll === true,
  });
}

/** Schedules one refetch for a batch of changes. */
function scheduleRefetch(client: QueryClient): void {
  const state = refetchStates.get(client) ?? { startedAt: Number.NEGATIVE_INFINITY, running: Promise.resolve() };
  refetchStates.set(client, state);
  if (state.timer !== undefined) return;
  const wait = Math.max(batchMs, state.startedAt + minIntervalMs - performance.now());
  state.timer = setTimeout(() => {
    state.timer = undefined;
    state.startedAt = performance.now();
    state.running = state.running.then(() => refetchDue(client));
  }, wait);
}

/** Marks the lists as changed and schedules a refetch; `changed` is a thread or profile id, `isAll` is for gaps. */
export function refetchLists(client: QueryClient, changed?: string, isAll = false): void {
  for (const query of loadedLists(client)) markDue(query, changed === undefined ? [] : [changed], isAll);
  scheduleRefetch(client);
}

/** Applies a presence event without a refetch. */
export function putPresence(client: QueryClient, profileId: string, isOnline: boolean): void {
  for (const query of loadedLists(client)) {
    const { data, dataUpdatedAt: updatedAt } = query.state;
    const next = data && withPresence(data, profileId, isOnline);
    if (next !== data) client.setQueryData(query.queryKey, next, { updatedAt });
  }
}
