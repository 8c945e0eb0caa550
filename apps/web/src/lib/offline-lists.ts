import { changeDevice, openDevice, resultOf } from './device-database.ts';
import { incognitoStore } from './incognito.ts';
import type { ListName } from './list-name.ts';
import { hasOutbox } from './outbox-name.ts';

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
  /** When the server gave these rows, in milliseconds since the epoch. */
  savedAt: number;
  /** When a screen showed the list last; absent in lists of former releases. */
  seenAt?: number;
  /** Another one after each deletion of rows: an answer from before it may not replace the list. */
  mark?: string;
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
    : all.filter((each) => each.accountId === accountId && now - (each.seenAt ?? each.savedAt) <= listLimits.ageMs);

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

/** The mark of a list as it is stored; undefined without a list. */
export const markOf = (list: OfflineList | undefined): string | undefined => list && (list.mark ?? '');

export async function readMark(name: ListName): Promise<string | undefined> {
  if (!(await hasOutbox())) return;
  return withDevice(async (db) => markOf(await resultOf(db.transaction('lists').objectStore('lists').get(name))));
}

/** Texts whose rows were deleted. */
const removed: string[] = [];
export const countRemoved = (): number => removed.length;

/** A list to store, and what was true when it was asked for. */
export interface ListToSave extends OfflineList {
  isOutdated(): boolean;
  markBefore: string | undefined;
  removedBefore: number;
}

/**
 * Stores a list for its account; nothing for one that is not signed in, since a tab can outlive its session, and
 * nothing that is outdated by then. Returns whether it was stored.
 */
export async function saveList({ isOutdated, markBefore, removedBefore, ...list }: ListToSave): Promise<boolean> {
  if (incognitoStore.get().isEnabled || (await signedIn()) !== list.accountId) return false;
  return withDevice(async (db) => {
    let isSaved = false;
    await changeDevice(db, 'lists', (store) => {
      const reading: IDBRequest<OfflineList | undefined> = store.get(list.name);
      reading.onsuccess = () => {
        const stored = reading.result;
        // Nothing may happen between these questions and the writing, in any tab: a later deletion comes after it.
        if (isOutdated() || markOf(stored) !== markBefore) return;
        const gone = removed.slice(removedBefore);
        const rows = list.rows.filter((row) => !gone.some((text) => holds(row, text))).slice(0, listLimits.rows);
        const seenAt = list.seenAt ?? stored?.seenAt ?? stored?.savedAt ?? list.savedAt;
        store.put({ ...list, rows, seenAt, mark: stored?.mark ?? crypto.randomUUID() });
        heldLists.add(list.name);
        isSaved = true;
      };
    });
    // The session may have ended while this was being written.
    await tidyLists(db, await signedIn());
    return isSaved;
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

const holds = (row: OfflineRow, text: string) => JSON.stringify(row).includes(text);

/** Deletes each row that holds this text, such as the id of a removed item or the key of a removed photo. */
export async function deleteRows(text: string): Promise<void> {
  removed.push(text);
  if (!(await hasOutbox())) return;
  await withDevice((db) =>
    changeDevice(db, 'lists', (store) => {
      const reading: IDBRequest<OfflineList[]> = store.getAll();
      reading.onsuccess = () => {
        for (const list of reading.result)
          store.put({ ...list, rows: list.rows.filter((row) => !holds(row, text)), mark: crypto.randomUUID() });
      };
    }),
  );
}
