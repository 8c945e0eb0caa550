import { changeDevice, openDevice, resultOf } from './device-database.ts';
import { incognitoStore } from './incognito.ts';
import type { ListName } from './list-name.ts';

/** One line of a kept list: texts, and a portrait where one was drawn. Never a picture or film that is sold. */
export interface OfflineRow {
  id: string;
  title: string;
  text: string;
  /** A small picture as a data address. */
  portrait: string | null;
  /** The address the portrait was read from, which holds the key of the photo. */
  portraitUrl: string | null;
}

/** The first page of a list as it was seen last on this device. */
export interface OfflineList {
  name: ListName;
  /** With which the list was asked for; absent in lists of former releases. */
  query?: Record<string, string>;
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
  '/messages': ['listConversations'],
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

/** Lists that the device holds, as far as this tab knows. */
export const heldLists = new Set<ListName>();

/**
 * Stores a list for its account; nothing for one that is not signed in, since a tab can outlive its session, and
 * nothing that `isOutdated` by then.
 */
export async function saveList(list: OfflineList, isOutdated: () => boolean): Promise<void> {
  if (incognitoStore.get().isEnabled || (await signedIn()) !== list.accountId) return;
  await withDevice(async (db) => {
    // Nothing may happen between this question and the writing: a later deletion comes after it.
    if (isOutdated()) return;
    heldLists.add(list.name);
    await changeDevice(db, 'lists', (store) => store.put({ ...list, rows: list.rows.slice(0, listLimits.rows) }));
    // The session may have ended while this was being written.
    await tidyLists(db, await signedIn());
  });
}

/** What the signed-in member saw last of these lists; empty when signed out, and for incognito. */
export const readLists = (names: readonly ListName[]): Promise<OfflineList[]> =>
  withDevice(async (db) => {
    const all = await tidyLists(db, await signedIn());
    heldLists.clear();
    for (const { name } of all) heldLists.add(name);
    return names.flatMap((name) => all.find((each) => each.name === name) ?? []);
  });

/** Deletes these lists, or all of them. Call it through `dropKeptLists`. */
export async function deleteLists(names?: readonly ListName[]): Promise<void> {
  if (names) for (const name of names) heldLists.delete(name);
  else heldLists.clear();
  await withDevice((db) =>
    changeDevice(db, 'lists', (store) => {
      if (names) for (const name of names) store.delete(name);
      else store.clear();
    }),
  );
}

/** Deletes each row that holds this text, such as the id of a removed item or the key of a removed photo. */
export const deleteRows = (text: string): Promise<void> =>
  withDevice((db) =>
    changeDevice(db, 'lists', (store) => {
      const reading: IDBRequest<OfflineList[]> = store.getAll();
      reading.onsuccess = () => {
        for (const list of reading.result) {
          const rows = list.rows.filter((row) => !JSON.stringify(row).includes(text));
          if (rows.length < list.rows.length) store.put({ ...list, rows });
        }
      };
    }),
  );
