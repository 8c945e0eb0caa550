import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, keyOf, queryOf } from '../../../lib/api.ts';
import { hasOutbox } from '../../../lib/outbox-name.ts';
import type { Conversation, MessagesPage, MessageView } from '../types.ts';
import { addChanges, addMarks, addOlder, addOne, mergeRefetched, openThread, type Thread } from './thread.ts';

const pageSize = '40';
const changesLimit = '50';

/** The conversation's header: the other member, quota and settings. */
export const conversationQuery = (profileId: string) => queryOf('getConversation', { params: { profileId } });

/** The loaded part of a thread. */
export const threadQuery = (profileId: string) =>
  queryOptions<Thread>({
    queryKey: keyOf('listMessages', { params: { profileId } }),
    queryFn: async ({ client, queryKey, signal }) => {
      const page = await api.listMessages({ params: { profileId }, query: { limit: pageSize }, signal });
      // Events that arrived during the first fetch may be newer than the page.
      if (changedDuringFetch.delete(profileId)) setTimeout(() => void catchUp(client, profileId));
      return mergeRefetched(openThread(page), client.getQueryData<Thread>(queryKey));
    },
  });
/** The thread from the page that came with the document, if it did. */
export function initialThread(client: QueryClient, profileId: string): Thread | undefined {
  const key = keyOf('listMessages', { params: { profileId }, query: { limit: pageSize } });
  const page = client.getQueryData<MessagesPage>(key);
  return page && openThread(page);
}
/** Profile ids of threads that received an event during their first fetch. */
const changedDuringFetch = new Set<string>();

const readThread = (client: QueryClient, profileId: string) =>
  client.getQueryData(threadQuery(profileId).queryKey) as Thread | undefined;
function changeThread(client: QueryClient, profileId: string, change: (thread: Thread) => Thread): void {
  client.setQueryData<Thread>(threadQuery(profileId).queryKey, (thread) => thread && change(thread));
}
const isFetchingThread = (client: QueryClient, profileId: string) =>
  client.isFetching({ queryKey: threadQuery(profileId).queryKey }) > 0;

const runningCatchUps = new Map<string, Promise<void>>();

/** Fetches everything that changed in a thread since its `revision`. One run at a time per thread. */
export function catchUp(client: QueryClient, profileId: string): Promise<void> {
  const read = async () => {
    for (;;) {
      const thread = readThread(client, profileId);
      if (!thread) {
        if (isFetchingThread(client, profileId)) changedDuringFetch.add(profileId);
        return;
      }
      const query = { since: String(thread.revision), limit: changesLimit };
      const page = await api.listMessages({ params: { profileId }, query });
      changeThread(client, profileId, (now) => addChanges(now, page));
      if (!page.hasMore || page.items.length === 0) return;
    }
  };
  // Changes that arrive during one run are fetched by the next.
  const running = (runningCatchUps.get(profileId) ?? Promise.resolve()).then(read).catch(() => undefined);
  runningCatchUps.set(profileId, running);
  return running;
}

const olderRequests = new Map<string, Promise<void>>();

/** Loads the page before the oldest message; returns false when there is none. Rejects when the fetch fails. */
export async function loadOlder(client: QueryClient, profileId: string, limit = pageSize): Promise<boolean> {
  const thread = readThread(client, profileId);
  const oldest = thread?.messages[0];
  if (!thread?.hasOlder || !oldest) return false;
  const before = String(oldest.seq);
  const read =
    olderRequests.get(profileId) ??
    api
      .listMessages({ params: { profileId }, query: { before, limit } })
      .then((page) => changeThread(client, profileId, (now) => addOlder(now, page)))
      .finally(() => olderRequests.delete(profileId));
  olderRequests.set(profileId, read);
  await read;
  return true;
}

/** Adds one message to its loaded thread, and fetches the changes in between when there is a gap. */
export function putMessage(client: QueryClient, profileId: string, message: MessageView): void {
  let isGap = !readThread(client, profileId);
  changeThread(client, profileId, (thread) => {
    const next = addOne(thread, message);
    isGap = next.isGap;
    return next.thread;
  });
  if (isGap) void catchUp(client, profileId);
}

/** Updates the delivered and read marks of a thread. */
export function putMarks(client: QueryClient, profileId: string, marks: Parameters<typeof addMarks>[1]): void {
  changeThread(client, profileId, (thread) => addMarks(thread, marks));
}

/** Updates the cached header of a conversation. */
export function changeConversation(client: QueryClient, profileId: string, change: Partial<Conversation>): void {
  client.setQueryData<Conversation>(conversationQuery(profileId).queryKey, (was) => was && { ...was, ...change });
}

/** Schedules a refetch of the thread lists; `changed` is the other's profile id of the thread that changed. */
export function refetchLists(client: QueryClient, changed?: string): void {
  import('../lists.ts').then(
    (module) => module.refetchLists(client, changed),
    () => undefined,
  );
}

/** Removes a cleared, declined or blocked thread from the cache and the device. */
export function removeThread(client: QueryClient, profileId: string): void {
  client.removeQueries({ queryKey: threadQuery(profileId).queryKey });
  client.removeQueries({ queryKey: conversationQuery(profileId).queryKey });
  changeOfflineThreads((module) => module.deleteOfflineThread(profileId));
  refetchLists(client, profileId);
}

/** Runs a change of the offline threads if there are any; never rejects. */
export function changeOfflineThreads(
  change: (module: typeof import('../offline-threads.ts')) => Promise<unknown>,
): void {
  const act = async () => {
    if (await hasOutbox()) await change(await import('../offline-threads.ts'));
  };
  act().catch(() => undefined);
}
