import { answerOf, changeDevice, openDevice } from './device-database.ts';
import { isOrphan, type KeptThread, stays, toKept, type WholeInbox, withoutMessage } from './kept-rules.ts';
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
        if (reading.result) store.put(withoutMessage(reading.result, messageId));
      };
    }),
  );

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
