import { incognitoStore } from '../../lib/incognito.ts';
import { changeDevice, openDevice, resultOf } from './device-database.ts';

export type ListName =
  | 'available'
  | 'contentFeed'
  | 'nearby'
  | 'listOwned'
  | 'listSaved'
  | 'listLibrary'
  | 'listAlbums'
  | 'listSharedAlbums';

/** One line of a kept list: texts, and a portrait where one was drawn. Never a picture or film that is sold. */
export interface OfflineRow {
  id: string;
  title: string;
  text: string;
  /** A small picture as a data address. */
  portrait: string | null;
}

/** The first page of a list as it was seen last on this device. */
export interface OfflineList {
  name: ListName;
  accountId: string;
  /** Milliseconds since the epoch. */
  savedAt: number;
  rows: OfflineRow[];
}

/** The lists of each screen that can be shown from them. */
export const listsOfScreen: Readonly<Record<string, readonly ListName[]>> = {
  '/': ['available', 'contentFeed'],
  '/nearby': ['nearby'],
  '/library': ['listOwned', 'listSaved', 'listLibrary', 'listAlbums', 'listSharedAlbums'],
};

export const listLimits = {
  rows: 24,
  /** Characters of a portrait as a data address. */
  portrait: 40_000,
  /** Lists not seen for this long are deleted, in milliseconds. */
  ageMs: 3 * 86_400_000,
} as const;

/** Account id that the worker last stored as signed in (see sw.ts); '' when signed out. */
export const signedIn = async () => (await caches.match('/signed-in', { cacheName: 'flags' }))?.text() ?? '';

/** The lists that an account may keep, and see, on this device now. */
export const keepableLists = (all: readonly OfflineList[], accountId: string, now: number): OfflineList[] =>
  incognitoStore.get().isEnabled
    ? []
    : all.filter((each) => each.accountId === accountId && now - each.savedAt <= listLimits.ageMs);

/** Leaves only what `accountId` may keep, and what remains is returned; expired lists are deleted from disk too. */
export async function tidyLists(db: IDBDatabase, accountId: string): Promise<OfflineList[]> {
  const all = await resultOf<OfflineList[]>(db.transaction('lists').objectStore('lists').getAll());
  const left = keepableLists(all, accountId, Date.now());
  if (left.length < all.length)
    await changeDevice(db, 'lists', (store) => {
      for (const each of all) if (!left.includes(each)) store.delete(each.name);
    });
  return left;
}

async function withDevice<Value>(act: (db: IDBDatabase) => Promise<Value>): Promise<Value> {
  const db = await openDevice();
  try {
    return await act(db);
  } finally {
    db.close();
  }
}

/** Stores a list for its account; nothing for one that is not signed in, since a tab can outlive its session. */
export async function saveList(list: OfflineList): Promise<void> {
  if (incognitoStore.get().isEnabled || (await signedIn()) !== list.accountId) return;
  await withDevice(async (db) => {
    await changeDevice(db, 'lists', (store) => store.put({ ...list, rows: list.rows.slice(0, listLimits.rows) }));
    // The session may have ended while this was being written.
    await tidyLists(db, await signedIn());
  });
}

/** What the signed-in member saw last of these lists; empty when signed out, and for incognito. */
export const readLists = (names: readonly ListName[]): Promise<OfflineList[]> =>
  withDevice(async (db) => {
    const all = await tidyLists(db, await signedIn());
    return names.flatMap((name) => all.find((each) => each.name === name) ?? []);
  });

/** Deletes one list, or all of them. */
export const deleteLists = (name?: ListName): Promise<void> =>
  withDevice((db) => changeDevice(db, 'lists', (store) => (name ? store.delete(name) : store.clear())));
