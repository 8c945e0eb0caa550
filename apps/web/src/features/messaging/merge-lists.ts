import type { InfiniteData } from '@tanstack/react-query';
import type { Answer } from '../../lib/api.ts';

type ThreadPage = Answer<'listConversations'>;
type Row = ThreadPage['items'][number];

/** The loaded pages of a thread list, each with the cursor it was requested with. */
export type LoadedLists = InfiniteData<ThreadPage, string>;

/** True when the row's thread or profile is among the ids. */
const matches = (ids: ReadonlySet<string>, { id, profile }: Row): boolean => ids.has(id) || ids.has(profile.id);

const rowsIn = ({ pages }: LoadedLists): Row[] => pages.flatMap((page) => page.items);

/**
 * Merges a new first page into a list. Threads that moved to the top leave their old place; threads pushed off the
 * first page move to the second. Returns null when no thread kept its place: then the rest must be refetched.
 */
export function withFirst(before: LoadedLists, first: ThreadPage): LoadedLists | null {
  const [, ...further] = before.pages;
  if (further.length === 0 || first.nextCursor === null) return { pages: [first], pageParams: [''] };
  const rows = rowsIn(before);
  const indexById = new Map(rows.map((row, place) => [row.id, place]));
  // Moved threads are above unmoved ones, so the lowest unmoved thread marks the end of the page.
  const lowestUnmoved = first.items.findLast((row) => {
    const known = rows[indexById.get(row.id) ?? -1];
    return known && known.lastMessage?.id === row.lastMessage?.id;
  });
  if (!lowestUnmoved) return null;
  const end = indexById.get(lowestUnmoved.id) ?? 0;
  const movedIds = new Set(first.items.map(({ id }) => id));
  const stays = (row: Row) => !movedIds.has(row.id) && (indexById.get(row.id) ?? 0) > end;
  const pushed = before.pages[0]?.items.filter(stays) ?? [];
  const rest = further.map((page, index) => {
    const items = page.items.filter(stays);
    return { ...page, items: index === 0 ? [...pushed, ...items] : items };
  });
  const [, , ...params] = before.pageParams;
  return { pages: [first, ...rest], pageParams: ['', first.nextCursor, ...params] };
}

/**
 * Merges a refetched further page, found by its cursor. Threads of `changed` that were on this page and are no longer
 * in the response are removed.
 */
export function withPage(
  before: LoadedLists,
  { cursor, refetched }: { cursor: string; refetched: ThreadPage },
  changed: ReadonlySet<string>,
): LoadedLists {
  const rowOf = new Map(refetched.items.map((row) => [row.id, row]));
  const rows = before.pages[before.pageParams.indexOf(cursor, 1)]?.items ?? [];
  const end = refetched.items.at(-1)?.id;
  const last = rows.findIndex(({ id }) => id === end);
  // The response ends on this page or beyond it.
  const read = refetched.nextCursor === null || last < 0 ? rows : rows.slice(0, last);
  const removedIds = new Set(read.flatMap((row) => (matches(changed, row) && !rowOf.has(row.id) ? row.id : [])));
  const pages = before.pages.map((page) => ({
    ...page,
    items: page.items.flatMap((row) => rowOf.get(row.id) ?? (removedIds.has(row.id) ? [] : row)),
  }));
  return { ...before, pages };
}

/** Cursors of the further pages that contain one of `changed`. */
export function cursorsOf({ pages, pageParams }: LoadedLists, changed: ReadonlySet<string>): string[] {
  const [, ...further] = pages;
  return further.flatMap((page, index) =>
    page.items.some((row) => matches(changed, row)) ? (pageParams[index + 1] ?? []) : [],
  );
}

/** Applies a member's presence; returns the same list when nothing changes. */
export function withPresence(before: LoadedLists, profileId: string, isOnline: boolean): LoadedLists {
  const isOther = ({ profile }: Row) => profile.id === profileId && profile.isOnline !== isOnline;
  if (!rowsIn(before).some(isOther)) return before;
  const update = (row: Row) => (isOther(row) ? { ...row, profile: { ...row.profile, isOnline } } : row);
  return { ...before, pages: before.pages.map((page) => ({ ...page, items: page.items.map(update) })) };
}
