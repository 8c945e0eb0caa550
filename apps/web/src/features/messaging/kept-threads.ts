import { ApiError, api, codeOf } from '../../lib/api.ts';
import { answerOf, changeDevice, openDevice } from './device-database.ts';
import {
  type ChangedThreads,
  isOrphan,
  type KeptThread,
  renewed,
  stays,
  toKept,
  type WholeInbox,
  withoutMessages,
} from './kept-rules.ts';
import type { Thread } from './thread.ts';
import type { Conversation, Writer } from './types.ts';

/** Who the worker last heard is signed in here, which goes with the session (see sw.ts); empty for nobody. */
const signedIn = async () => (await caches.match('/signed-in', { cacheName: 'flags' }))?.text() ?? '';

async function withThreads<Value>(act: (db: IDBDatabase) => Promise<Value>): Promise<Value> {
  const db = await openDevice();
  try {
    return await act(db);
  } finally {
    db.close();
  }
}
const allOf = (db: IDBDatabase) => answerOf<KeptThread[]>(db.transaction('threads').objectStore('threads').getAll());

/** Puts `next` among what is kept for its account, and takes off the device what may not stay. */
async function settle(db: IDBDatabase, accountId: string, next?: KeptThread): Promise<void> {
  const before = await allOf(db);
  const all = next ? [next, ...before.filter((each) => each.profileId !== next.profileId)] : before;
  const kept = stays(all, accountId, Date.now());
  await changeDevice(db, 'threads', (store) => {
    store.clear();
    for (const each of kept) store.put(each);
  });
}

/**
 * Keeps what may be kept of a thread; what is another account's goes. False when this account is not known to be signed
 * in here: a page may outlive its session. Rejects where the browser keeps nothing.
 */
export async function keep(writer: Writer, conversation: Conversation, thread: Thread): Promise<boolean> {
  if ((await signedIn()) !== writer.id) return false;
  const kept = toKept(writer, conversation, thread, Date.now());
  if (!kept) return true;
  return withThreads(async (db) => {
    await settle(db, kept.accountId, kept);
    const now = await signedIn();
    // The session ended while this was being written.
    if (now !== writer.id) await settle(db, now);
    return now === writer.id;
  });
}

/** On a first visit the worker hears late of who is signed in. */
const tries = { atMost: 5, everyMs: 1_000 };

/** `keep`, again for some seconds while nobody is known to be signed in, unless it `isOutdated` by then. */
export async function keepOnceKnown(
  ...[writer, conversation, thread, isOutdated]: [...Parameters<typeof keep>, () => boolean]
) {
  for (let left = tries.atMost; left > 0 && !isOutdated(); left -= 1) {
    if (await keep(writer, conversation, thread)) return;
    await new Promise((passed) => setTimeout(passed, tries.everyMs));
  }
}

/** Takes what belongs to anybody else off the device, and what is too old; everything for a visitor. */
export const keepOnly = (accountId: string | null): Promise<void> => withThreads((db) => settle(db, accountId ?? ''));

/** Takes one thread off the device. */
export const dropKept = (profileId: string): Promise<void> =>
  withThreads((db) => changeDevice(db, 'threads', (store) => store.delete(profileId)));

/** Takes one message off the device that was changed while its thread was closed; it is read again with the thread. */
export const dropKeptMessage = (profileId: string, messageId: string): Promise<void> =>
  withThreads((db) =>
    changeDevice(db, 'threads', (store) => {
      const reading: IDBRequest<KeptThread | undefined> = store.get(profileId);
      reading.onsuccess = () => {
        if (reading.result) store.put(withoutMessages(reading.result, [messageId]));
      };
    }),
  );

/** Asks what has become of these threads; those the server refuses are dropped from the device. */
async function askAfter(all: readonly KeptThread[]): Promise<ChangedThreads> {
  const threads = all.map(({ profileId, thread }) => `${profileId}:${thread.revision}`).join();
  try {
    return (await api.conversationChanges({ query: { threads } })).items;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && codeOf(error) !== 'TOO_MANY_REQUESTS') return [];
    throw error;
  }
}

/**
 * Takes off the device what was taken back or changed, and threads that were closed or cleared, while nobody here could
 * hear of it: one question for all. The rest stays as it was, and is brought up to date when it is opened. Rejects
 * without an answer.
 */
export async function renewKept(): Promise<void> {
  const accountId = await signedIn();
  const asked = (await withThreads(allOf)).filter((each) => each.accountId === accountId);
  if (asked.length === 0) return;
  const answer = await askAfter(asked);
  await withThreads((db) =>
    changeDevice(db, 'threads', (store) => {
      for (const { profileId, thread } of asked) {
        const reading: IDBRequest<KeptThread | undefined> = store.get(profileId);
        reading.onsuccess = () => {
          const now = reading.result;
          // Kept anew meanwhile by a page that has read on.
          if (now?.accountId !== accountId || now.thread.revision !== thread.revision) return;
          const next = renewed(now, answer);
          if (next) store.put(next);
          else store.delete(profileId);
        };
      }
    }),
  );
}

/** Takes off the device what is in the inbox no more. */
export const keepInbox = (inbox: WholeInbox): Promise<void> =>
  withThreads(async (db) => {
    const gone = (await allOf(db)).filter((each) => isOrphan(each, inbox));
    if (gone.length > 0)
      await changeDevice(db, 'threads', (store) => {
        for (const each of gone) store.delete(each.profileId);
      });
  });

/** A thread as this device has it; null without one, or when nobody is signed in here any more. */
export async function readKept(profileId: string): Promise<KeptThread | null> {
  const accountId = await signedIn();
  return withThreads(async (db) => {
    // What may not be seen any more goes from the disk, not only from the screen.
    await settle(db, accountId);
    const found = await answerOf<KeptThread | undefined>(
      db.transaction('threads').objectStore('threads').get(profileId),
    );
    return found ?? null;
  });
}
