import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import type { PersonCard } from '@vlam/contract/discovery-people';
import type { ConversationItem } from '@vlam/contract/messaging';
import { type Answer, ApiError, api, keyOf } from '../lib/api.ts';
import { saveData } from '../lib/device.ts';
import { incognitoStore } from '../lib/incognito.ts';
import { dropKeptLists, generationOf } from '../lib/kept-lists.ts';
import type { ListName } from '../lib/list-name.ts';
import {
  countRemoved,
  deleteRows,
  heldLists,
  type ListToSave,
  listLimits,
  listsOfScreen,
  markOf,
  type OfflineList,
  type OfflineRow,
  readLists,
  readMark,
  saveList,
} from '../lib/offline-lists.ts';
import { connectionStore, cutOffStore } from '../lib/online.ts';
import { hasOutbox } from '../lib/outbox-name.ts';
import { onEvent, onSocketOpen } from '../lib/realtime.ts';
import { currentUserQuery } from '../lib/session.ts';

/** Radius with which nearby opens; a constant here, because its file would be one more request. */
const firstRadius = '10';
const firstBox = 'inbox';
/** Delay after a list has changed, in milliseconds: by then its portraits are drawn. */
const debounceMs = 2_000;
/** How long the socket may take to open after the network returned, in milliseconds; it renews the lists. */
const socketReturnMs = 2_000;
/** Age at which a list is deleted while data is saved, in milliseconds: nothing is downloaded to renew it. */
const staleMs = 86_400_000;
/** Answers that refuse a list for good, or do not know its query; a busy server and a limit do not. */
const refusals = [400, 401, 403, 404, 410];

/** A row before its portrait is read; the first address that this device has is taken. */
type Draft = Omit<OfflineRow, 'portrait' | 'portraitUrl'> & { pictures: readonly string[] };

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

/** Without its last message: that may expire or be taken back while no tab is open. */
const threadRow = ({ profile, lastMessage }: ConversationItem): Draft => ({
  id: profile.id,
  title: profile.displayName,
  text: lastMessage?.timestamp ?? '',
  pictures: [profile.portraitUrl, profile.avatarUrl],
});

const rowOf = {
  available: personRow,
  contentFeed: itemRow,
  nearby: personRow,
  listOwned: itemRow,
  listSaved: itemRow,
  listLibrary: fileRow,
  listAlbums: albumRow,
  listSharedAlbums: albumRow,
  listConversations: threadRow,
} satisfies Record<ListName, (item: never) => Draft>;

type Page = { items: unknown[] };
/** Rows of a whole list, of a page, or of the first of several. */
function rowsOf(name: ListName, data: unknown): Draft[] {
  const [first] = (data as { pages?: Page[] }).pages ?? [data as unknown[] | Page];
  const items = Array.isArray(first) ? first : (first?.items ?? []);
  return items.slice(0, listLimits.rows).map(rowOf[name] as (item: unknown) => Draft);
}
const listNames = Object.keys(rowOf) as ListName[];
const isListName = (name: unknown): name is ListName => typeof name === 'string' && Object.hasOwn(rowOf, name);

const queryOfKey = ([, input]: QueryKey) => (input as { query?: Record<string, string> } | undefined)?.query ?? {};

/** Whether a key asks for the list as it opens first: what a search or a filter leaves is not the list. */
function isUnfiltered(key: QueryKey): boolean {
  const { limit: _, radius = firstRadius, box = firstBox, ...chosen } = queryOfKey(key);
  return radius === firstRadius && box === firstBox && Object.keys(chosen).length === 0;
}

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

/** `known` are portraits by address that this device keeps already: the browser may have dropped its own copy. */
async function finish({ pictures, ...row }: Draft, known: ReadonlyMap<string, string>): Promise<OfflineRow> {
  for (const address of pictures) {
    const portrait = known.get(address) ?? (await readPicture(address));
    if (portrait) return { ...row, portrait, portraitUrl: address };
  }
  return { ...row, portrait: null, portraitUrl: null };
}

/** Shows a kept list in place of a screen that this tab has nothing of, while the device is offline. */
function watchCutOff(client: QueryClient): void {
  const isHere = (name: ListName) => client.getQueriesData({ queryKey: [name] }).some(([, data]) => data !== undefined);
  const check = () => {
    const names = listsOfScreen[location.pathname] ?? [];
    cutOffStore.set(
      connectionStore.get() === 'offline' && names.some((name) => heldLists.has(name)) && !names.some(isHere),
    );
  };
  connectionStore.subscribe(check);
  for (const event of ['popstate', 'pushState', 'replaceState']) addEventListener(event, check);
}

interface Fetched extends Omit<ListToSave, 'savedAt' | 'rows' | 'mark'> {
  data: unknown;
}

/** Whether a list was dropped since this was called. */
function watchDrops(name: ListName): () => boolean {
  const generation = generationOf(name);
  return () => generationOf(name) !== generation;
}

/** Returns whether the list was stored. */
async function keep({ data, ...list }: Fetched, before: readonly OfflineRow[] = []): Promise<boolean> {
  if (list.isOutdated() || incognitoStore.get().isEnabled) return false;
  const savedAt = Date.now();
  const known = new Map(before.map(({ portrait, portraitUrl }) => [portraitUrl ?? '', portrait ?? '']));
  const rows = await Promise.all(rowsOf(list.name, data).map((row) => finish(row, known)));
  const isSaved = await saveList({ ...list, savedAt, rows });
  // The screen that shows them has to be on the device as well.
  await import('./offline.tsx');
  return isSaved;
}

/**
 * Reads each list again that this device kept before now: only the server knows who was blocked or hidden, and what was
 * removed, while no tab was open. A list that it refuses is deleted; without an answer it stays.
 */
async function renewLists(): Promise<void> {
  const now = Date.now();
  if (!(await hasOutbox())) return;
  for (const list of await readLists(listNames)) {
    // What a screen has just fetched is about to be kept.
    if (list.savedAt >= now || waiting.has(list.name)) continue;
    if (!saveData()) await renewList(list, true);
    else if (now - list.savedAt > staleMs) await dropKeptLists([list.name]);
  }
}

/** Does so once more if rows were deleted before the answer: it may still hold them. */
async function renewList(list: OfflineList, mayRetry: boolean): Promise<void> {
  const { name, query, accountId, rows } = list;
  const asked = { isOutdated: watchDrops(name), markBefore: markOf(list), removedBefore: countRemoved() };
  try {
    const data = query && (await (api[name] as (input: object) => Promise<unknown>)({ query }));
    if (!data) return await dropKeptLists([name]);
    if ((await keep({ name, query, accountId, data, ...asked }, rows)) || !mayRetry) return;
    const [left] = await readLists([name]);
    if (left) await renewList(left, false);
  } catch (error) {
    if (error instanceof ApiError && refusals.includes(error.status)) await dropKeptLists([name]);
  }
}

const waiting = new Map<ListName, ReturnType<typeof setTimeout>>();
let isKeeping = false;

/** Keeps the first page of each list that is seen on this device, for a start without a network. Call it once a tab. */
export function keepLists(client: QueryClient): void {
  if (isKeeping) return;
  isKeeping = true;
  const noteHeld = () => readLists([]).catch(() => undefined);
  void hasOutbox().then((has) => (has ? noteHeld() : undefined));
  watchCutOff(client);
  const keepLater: KeepLater = (queryKey, data, isSeen, removedBefore = countRemoved()) => {
    const name = queryKey[0] as ListName;
    clearTimeout(waiting.get(name));
    waiting.delete(name);
    // Of now: in two seconds another account may be signed in.
    const accountId = client.getQueryData(currentUserQuery.queryKey)?.id;
    if (!accountId) return;
    const seen = isSeen ? { seenAt: Date.now() } : {};
    const asked = { isOutdated: watchDrops(name), removedBefore, ...seen };
    const reading = readMark(name).catch(() => undefined);
    const keepNow = async () => {
      waiting.delete(name);
      await keep({ name, query: queryOfKey(queryKey), accountId, data, markBefore: await reading, ...asked });
    };
    waiting.set(
      name,
      setTimeout(() => void keepNow().catch(() => undefined), debounceMs),
    );
  };
  watchCache(client, keepLater);
  watchRemovals(client);
  const renew = () => void renewLists().catch(() => undefined);
  renew();
  let late: ReturnType<typeof setTimeout> | undefined;
  // No event tells what happened while the socket was away.
  onSocketOpen(() => {
    clearTimeout(late);
    renew();
  });
  connectionStore.subscribe(() => {
    clearTimeout(late);
    if (connectionStore.get() === 'back') late = setTimeout(renew, socketReturnMs);
  });
  incognitoStore.subscribe(() => {
    if (incognitoStore.get().isEnabled) void dropKeptLists();
  });
}

/** `removedBefore`: how many removals were known when it was asked for, if that was earlier. */
type KeepLater = (queryKey: QueryKey, data: unknown, isSeen: boolean, removedBefore?: number) => void;

/** Keeps what this tab fetches, and deletes what it marks as outdated. */
function watchCache(client: QueryClient, keepLater: KeepLater): void {
  const cache = client.getQueryCache();
  const removedBefore = new Map<string, number>();
  const outdated = new Set<string>();
  for (const { queryKey, queryHash, state } of cache.getAll()) {
    const [name] = queryKey;
    if (!isListName(name)) continue;
    if (state.isInvalidated) outdated.add(queryHash);
    else if (state.data !== undefined && isUnfiltered(queryKey)) keepLater(queryKey, state.data, true);
  }
  cache.subscribe((event) => {
    const { queryKey, queryHash } = event.query;
    const [name] = queryKey;
    if (event.type !== 'updated' || !isListName(name)) return;
    const { action } = event;
    if (action.type === 'fetch') removedBefore.set(queryHash, countRemoved());
    if (action.type === 'invalidate') {
      outdated.add(queryHash);
      void dropKeptLists([name]);
    }
    if (action.type !== 'success') return;
    // One item changed in place does not renew the others.
    if (action.manual && outdated.has(queryHash)) return;
    outdated.delete(queryHash);
    const before = action.manual ? undefined : removedBefore.get(queryHash);
    // What an event changes while no screen shows it was not seen.
    if (isUnfiltered(queryKey)) keepLater(queryKey, action.data, event.query.isActive(), before);
  });
}

/** What is removed or taken back goes also from lists that this tab has not opened. */
function watchRemovals(client: QueryClient): void {
  onEvent('photo.removed', ({ key }) => void deleteRows(key).catch(() => undefined));
  onEvent('content.removed', ({ id, mediaIds }) => {
    if (!mediaIds) void deleteRows(id).catch(() => undefined);
  });
  onEvent('conversation.cleared', ({ profileId }) => void deleteRows(profileId).catch(() => undefined));
  onEvent('album.changed', () => {
    // Shown albums refetch themselves.
    for (const name of ['listAlbums', 'listSharedAlbums'] as const)
      void client.invalidateQueries({ queryKey: keyOf(name), refetchType: 'none' });
    void dropKeptLists(['listAlbums', 'listSharedAlbums']);
  });
}
