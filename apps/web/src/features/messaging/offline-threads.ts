import { ApiError, api, codeOf } from '../../lib/api.ts';
import { changeDevice, openDevice, resultOf } from '../../lib/device-database.ts';
import { signedIn, tidyLists } from '../../lib/offline-lists.ts';
import {
  type ChangedThreads,
  isOrphan,
  type OfflineThread,
  storableThreads,
  toOfflineThread,
  type WholeInbox,
  withChanges,
  withoutMessages,
} from './offline-rules.ts';
import type { Thread } from './threads/thread.ts';
import type { Conversation, Writer } from './types.ts';

async function withThreads<Value>(act: (db: IDBDatabase) => Promise<Value>): Promise<Value> {
  const db = await openDevice();
  try {
    return await act(db);
  } finally {
    db.close();
  }
}
const listThreads = (db: IDBDatabase) =>
  resultOf<OfflineThread[]>(db.transaction('threads').objectStore('threads').getAll());

/** Stores `next` and deletes everything the account may not keep. */
async function replaceThreads(db: IDBDatabase, accountId: string, next?: OfflineThread): Promise<void> {
  const before = await listThreads(db);
  const all = next ? [next, ...before.filter((each) => each.profileId !== next.profileId)] : before;
  const stored = storableThreads(all, accountId, Date.now());
  await changeDevice(db, 'threads', (store) => {
    store.clear();
    for (const each of stored) store.put(each);
  });
}

/**
 * Stores what may be stored of a thread and deletes other accounts' threads. Returns false when this account is not
 * signed in: a tab can outlive its session. Rejects when the browser stores nothing.
 */
export async function saveThread(writer: Writer, conversation: Conversation, thread: Thread): Promise<boolean> {
  if ((await signedIn()) !== writer.id) return false;
  const stored = toOfflineThread(writer, conversation, thread, Date.now());
  if (!stored) return true;
  return withThreads(async (db) => {
    await replaceThreads(db, stored.accountId, stored);
    const now = await signedIn();
    // The session ended while this was being written.
    if (now !== writer.id) await replaceThreads(db, now);
    return now === writer.id;
  });
}

/** On a first visit the worker learns late who is signed in. */
const retries = { maxCount: 5, everyMs: 1_000 };

/** Calls `keep` and retries for some seconds while no account is known to be signed in; stops when `isOutdated`. */
export async function saveThreadWithRetry(
  ...[writer, conversation, thread, isOutdated]: [...Parameters<typeof saveThread>, () => boolean]
) {
  for (let left = retries.maxCount; left > 0 && !isOutdated(); left -= 1) {
    if (await saveThread(writer, conversation, thread)) return;
    await new Promise((passed) => setTimeout(passed, retries.everyMs));
  }
}

/** Deletes other accounts' threads and lists, and expired ones; everything for a visitor. */
export const deleteOtherAccounts = (accountId: string | null): Promise<void> =>
  withThreads(async (db) => {
    await replaceThreads(db, accountId ?? '');
    await tidyLists(db, accountId ?? '');
  });

/** Deletes one thread from the device. */
export const deleteOfflineThread = (profileId: string): Promise<void> =>
  withThreads((db) => changeDevice(db, 'threads', (store) => store.delete(profileId)));

/** Deletes one message that changed while its thread was closed; opening the thread fetches it. */
export const deleteOfflineMessage = (profileId: string, messageId: string): Promise<void> =>
  withThreads((db) =>
    changeDevice(db, 'threads', (store) => {
      const reading: IDBRequest<OfflineThread | undefined> = store.get(profileId);
      reading.onsuccess = () => {
        if (reading.result) store.put(withoutMessages(reading.result, [messageId]));
      };
    }),
  );

/** Fetches the changes of these threads; threads the server refuses are deleted from the device. */
async function fetchChanges(all: readonly OfflineThread[]): Promise<ChangedThreads> {
  const threads = all.map(({ profileId, thread }) => `${profileId}:${thread.revision}`).join();
  try {
    return (await api.conversationChanges({ query: { threads } })).items;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && codeOf(error) !== 'TOO_MANY_REQUESTS') return [];
    throw error;
  }
}

/**
 * Deletes messages and threads that were changed or cleared while this device was offline, with one request for all.
 * The rest is updated when opened. Rejects when the request fails.
 */
export async function syncOfflineThreads(): Promise<void> {
  const accountId = await signedIn();
  const asked = (await withThreads(listThreads)).filter((each) => each.accountId === accountId);
  if (asked.length === 0) return;
  const answer = await fetchChanges(asked);
  await withThreads((db) =>
    changeDevice(db, 'threads', (store) => {
      for (const { profileId, thread } of asked) {
        const reading: IDBRequest<OfflineThread | undefined> = store.get(profileId);
        reading.onsuccess = () => {
          const now = reading.result;
          // Saved by a tab in the meantime, with a newer revision.
          if (now?.accountId !== accountId || now.thread.revision !== thread.revision) return;
          const next = withChanges(now, answer);
          if (next) store.put(next);
          else store.delete(profileId);
        };
      }
    }),
  );
}

/** Deletes threads that are no longer in the inbox. */
export const deleteOrphans = (inbox: WholeInbox): Promise<void> =>
  withThreads(async (db) => {
    const orphans = (await listThreads(db)).filter((each) => isOrphan(each, inbox));
    if (orphans.length > 0)
      await changeDevice(db, 'threads', (store) => {
        for (const each of orphans) store.delete(each.profileId);
      });
  });

/** The stored copy of a thread; null if none or when signed out. */
export async function readOfflineThread(profileId: string): Promise<OfflineThread | null> {
  const accountId = await signedIn();
  return withThreads(async (db) => {
    // Expired data is deleted from disk too, not only hidden.
    await replaceThreads(db, accountId);
    const found = await resultOf<OfflineThread | undefined>(
      db.transaction('threads').objectStore('threads').get(profileId),
    );
    return found ?? null;
  });
}
