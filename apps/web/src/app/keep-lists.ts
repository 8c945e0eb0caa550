import type { QueryClient } from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import type { PersonCard } from '@vlam/contract/discovery-people';
import {
  deleteLists,
  type ListName,
  listLimits,
  listsOfScreen,
  type OfflineRow,
  readLists,
  saveList,
} from '../features/messaging/offline-lists.ts';
import { hasOutbox } from '../features/messaging/outbox-name.ts';
import type { Answer } from '../lib/api.ts';
import { incognitoStore } from '../lib/incognito.ts';
import { connectionStore, cutOffStore } from '../lib/online.ts';
import { currentUserQuery } from '../lib/session.ts';

/** Delay after a list has changed, in milliseconds: by then its portraits are drawn. */
const debounceMs = 2_000;

/** A row before its portrait is read; the first address that this device has is taken. */
type Draft = Omit<OfflineRow, 'portrait'> & { pictures: readonly string[] };

const personRow = ({ id, displayName, age, location, portraitUrl, avatarUrl }: PersonCard): Draft => ({
  id,
  title: age === null ? displayName : `${displayName}, ${age}`,
  text: location,
  pictures: [portraitUrl, avatarUrl],
});
const itemRow = ({ id, title, profile }: ContentView): Draft => ({
  id,
  title,
  text: profile.displayName,
  pictures: [profile.avatar],
});
const fileRow = ({ id, kind, createdAt }: Answer<'listLibrary'>['items'][number]): Draft => ({
  id,
  title: kind,
  text: createdAt,
  pictures: [],
});
const albumRow = ({ id, title, owner }: Answer<'listAlbums'>[number]): Draft => ({
  id,
  title,
  text: owner.displayName,
  pictures: [owner.avatar],
});

const whole =
  <Item>(row: (item: Item) => Draft) =>
  (data: unknown) =>
    (data as Item[]).map(row);
const firstPage =
  <Item>(row: (item: Item) => Draft) =>
  (data: unknown) =>
    (data as { pages: { items: Item[] }[] }).pages[0]?.items.map(row) ?? [];

const rowsOf: Record<ListName, (data: unknown) => Draft[]> = {
  available: whole(personRow),
  contentFeed: firstPage(itemRow),
  nearby: firstPage(personRow),
  listOwned: firstPage(itemRow),
  listSaved: firstPage(itemRow),
  listLibrary: firstPage(fileRow),
  listAlbums: whole(albumRow),
  listSharedAlbums: whole(albumRow),
};
const isListName = (name: unknown): name is ListName => typeof name === 'string' && Object.hasOwn(rowsOf, name);

/** A picture that this device has already; nothing is downloaded for it, and no address that grants access is followed. */
async function readPicture(address: string): Promise<string | null> {
  if (!address.startsWith('/') || address.includes('?')) return null;
  const answer = await fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null);
  if (!answer?.ok) return null;
  const reader = new FileReader();
  reader.readAsDataURL(await answer.blob());
  await new Promise((done) => {
    reader.onloadend = done;
  });
  const read = reader.result;
  return typeof read === 'string' && read.length <= listLimits.portrait ? read : null;
}

async function finish({ pictures, ...row }: Draft): Promise<OfflineRow> {
  for (const address of pictures) {
    const portrait = await readPicture(address);
    if (portrait) return { ...row, portrait };
  }
  return { ...row, portrait: null };
}

/** Shows a kept list in place of a screen that this tab has nothing of, while the device is offline. */
function watchCutOff(client: QueryClient, kept: ReadonlySet<ListName>): void {
  const isHere = (name: ListName) => client.getQueriesData({ queryKey: [name] }).some(([, data]) => data !== undefined);
  const check = () => {
    const names = listsOfScreen[location.pathname] ?? [];
    cutOffStore.set(connectionStore.get() === 'offline' && names.some((name) => kept.has(name)) && !names.some(isHere));
  };
  connectionStore.subscribe(check);
  for (const event of ['popstate', 'pushState', 'replaceState']) addEventListener(event, check);
}

const waiting = new Map<ListName, ReturnType<typeof setTimeout>>();
let isKeeping = false;

/** Keeps the first page of each list that is seen on this device, for a start without a network. Call it once a tab. */
export function keepLists(client: QueryClient): void {
  if (isKeeping) return;
  isKeeping = true;
  const kept = new Set<ListName>();
  const noteKept = () =>
    readLists(Object.values(listsOfScreen).flat())
      .then((lists) => {
        for (const { name } of lists) kept.add(name);
      })
      .catch(() => undefined);
  void hasOutbox().then((has) => (has ? noteKept() : undefined));
  watchCutOff(client, kept);
  const keep = async (name: ListName, data: unknown) => {
    const accountId = client.getQueryData(currentUserQuery.queryKey)?.id;
    if (!accountId || incognitoStore.get().isEnabled) return;
    const savedAt = Date.now();
    const rows = await Promise.all(rowsOf[name](data).slice(0, listLimits.rows).map(finish));
    await saveList({ name, accountId, savedAt, rows });
    kept.add(name);
    // The screen that shows them has to be on the device as well.
    await import('./offline.tsx');
  };
  const keepLater = (name: ListName, data: unknown) => {
    clearTimeout(waiting.get(name));
    waiting.set(
      name,
      setTimeout(() => void keep(name, data).catch(() => undefined), debounceMs),
    );
  };
  const cache = client.getQueryCache();
  cache.subscribe((event) => {
    const [name] = event.query.queryKey;
    if (event.type !== 'updated' || !isListName(name)) return;
    const { action } = event;
    if (action.type === 'success') keepLater(name, action.data);
    // Somebody was blocked, or something of it was removed: what is outdated in the app is not kept beside it.
    if (action.type !== 'invalidate') return;
    clearTimeout(waiting.get(name));
    kept.delete(name);
    void deleteLists(name).catch(() => undefined);
  });
  for (const { queryKey, state } of cache.getAll())
    if (isListName(queryKey[0]) && state.data !== undefined) keepLater(queryKey[0], state.data);
  incognitoStore.subscribe(() => {
    if (!incognitoStore.get().isEnabled) return;
    kept.clear();
    void deleteLists().catch(() => undefined);
  });
}
