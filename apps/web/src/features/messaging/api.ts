import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, keyOf, queryOf } from '../../lib/api.ts';
import { hasOutbox } from './outbox-name.ts';
import { addChanges, addMarks, addOlder, addOne, openThread, readAnew, type Thread } from './thread.ts';
import type { Conversation, MessageView } from './types.ts';

const pageSize = '40';
const changesAtOnce = '50';

/** What stands above a thread. */
export const conversationQuery = (profileId: string) => queryOf('getConversation', { params: { profileId } });

/** What of a thread is on this device. */
export const threadQuery = (profileId: string) =>
  queryOptions<Thread>({
    queryKey: keyOf('listMessages', { params: { profileId } }),
    queryFn: async ({ client, queryKey, signal }) => {
      const page = await api.listMessages({ params: { profileId }, query: { limit: pageSize }, signal });
      // What was told meanwhile, to nobody yet, may be newer than the page.
      if (untold.delete(profileId)) setTimeout(() => void catchUp(client, profileId));
      return readAnew(openThread(page), client.getQueryData<Thread>(queryKey));
    },
  });
/** Threads of which something was told while they were being read for the first time. */
const untold = new Set<string>();

const readThread = (client: QueryClient, profileId: string) =>
  client.getQueryData(threadQuery(profileId).queryKey) as Thread | undefined;
function changeThread(client: QueryClient, profileId: string, change: (thread: Thread) => Thread): void {
  client.setQueryData<Thread>(threadQuery(profileId).queryKey, (thread) => thread && change(thread));
}
const isBeingRead = (client: QueryClient, profileId: string) =>
  client.isFetching({ queryKey: threadQuery(profileId).queryKey }) > 0;

const catching = new Map<string, Promise<void>>();

/** Reads everything that has changed in a thread since it was last in step. Once at a time for each thread. */
export function catchUp(client: QueryClient, profileId: string): Promise<void> {
  const read = async () => {
    for (;;) {
      const thread = readThread(client, profileId);
      if (!thread) {
        if (isBeingRead(client, profileId)) untold.add(profileId);
        return;
      }
      const query = { since: String(thread.revision), limit: changesAtOnce };
      const page = await api.listMessages({ params: { profileId }, query });
      changeThread(client, profileId, (now) => addChanges(now, page));
      if (!page.hasMore || page.items.length === 0) return;
    }
  };
  // What happened while one round was reading is read by another after it.
  const running = (catching.get(profileId) ?? Promise.resolve()).then(read).catch(() => undefined);
  catching.set(profileId, running);
  return running;
}

const older = new Map<string, Promise<void>>();

/** Puts the page before the oldest message in front; false when there is none. Rejects when it did not come. */
export async function readOlder(client: QueryClient, profileId: string, limit = pageSize): Promise<boolean> {
  const thread = readThread(client, profileId);
  const oldest = thread?.messages[0];
  if (!thread?.hasOlder || !oldest) return false;
  const before = String(oldest.seq);
  const read =
    older.get(profileId) ??
    api
      .listMessages({ params: { profileId }, query: { before, limit } })
      .then((page) => changeThread(client, profileId, (now) => addOlder(now, page)))
      .finally(() => older.delete(profileId));
  older.set(profileId, read);
  await read;
  return true;
}

/** Takes over one message wherever its thread is shown, and reads what lies between if something does. */
export function putMessage(client: QueryClient, profileId: string, message: MessageView): void {
  let isGap = !readThread(client, profileId);
  changeThread(client, profileId, (thread) => {
    const next = addOne(thread, message);
    isGap = next.isGap;
    return next.thread;
  });
  if (isGap) void catchUp(client, profileId);
}

/** Ticks of a thread, as they come. */
export function putMarks(client: QueryClient, profileId: string, news: Parameters<typeof addMarks>[1]): void {
  changeThread(client, profileId, (thread) => addMarks(thread, news));
}

/** Changes what stands above a thread. */
export function changeConversation(client: QueryClient, profileId: string, change: Partial<Conversation>): void {
  client.setQueryData<Conversation>(conversationQuery(profileId).queryKey, (was) => was && { ...was, ...change });
}

/** Reads the lists again: their order, last words and numbers have changed, most of all for `changed`, a thread's other. */
export function readLists(client: QueryClient, changed?: string): void {
  import('./lists.ts').then(
    (module) => module.readLists(client, changed),
    () => undefined,
  );
}

/** Forgets a thread that was cleared, declined or blocked. */
export function dropThread(client: QueryClient, profileId: string): void {
  client.removeQueries({ queryKey: threadQuery(profileId).queryKey });
  client.removeQueries({ queryKey: conversationQuery(profileId).queryKey });
  changeKept((module) => module.dropKept(profileId));
  readLists(client, profileId);
}

/** Changes what this device keeps of threads, if it keeps any; never fails. */
export function changeKept(change: (module: typeof import('./kept-threads.ts')) => Promise<unknown>): void {
  const act = async () => {
    if (await hasOutbox()) await change(await import('./kept-threads.ts'));
  };
  act().catch(() => undefined);
}
