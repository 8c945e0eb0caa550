import { answerOf, changeDevice, openDevice } from './device-database.ts';
import { fromKept, type KeptThread, stays, toKept } from './kept-rules.ts';
import type { Thread } from './thread.ts';
import type { Conversation, Writer } from './types.ts';

// The worker's word for "somebody is signed in here", which goes with the session (see sw.ts).
const signedIn = () => caches.match('/signed-in', { cacheName: 'flags' });

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

/** Keeps what may be kept of a thread; what is another account's goes. Rejects where the browser keeps nothing. */
export async function keep(writer: Writer, conversation: Conversation, thread: Thread): Promise<void> {
  const kept = toKept(writer, conversation, thread, Date.now());
  if (kept) await withThreads((db) => settle(db, kept.accountId, kept));
}

/** Takes what belongs to anybody else off the device, and what is too old. */
export const keepOnly = (accountId: string): Promise<void> => withThreads((db) => settle(db, accountId));

/** Takes one thread off the device. */
export const dropKept = (profileId: string): Promise<void> =>
  withThreads((db) => changeDevice(db, 'threads', (store) => store.delete(profileId)));

/** A thread as this device has it; null without one, or when nobody is signed in here any more. */
export async function readKept(profileId: string): Promise<KeptThread | null> {
  if (!(await signedIn())) {
    await withThreads((db) => changeDevice(db, 'threads', (store) => store.clear()));
    return null;
  }
  return withThreads(async (db) => {
    const found = await answerOf<KeptThread | undefined>(
      db.transaction('threads').objectStore('threads').get(profileId),
    );
    return found ? fromKept(found, Date.now()) : null;
  });
}
