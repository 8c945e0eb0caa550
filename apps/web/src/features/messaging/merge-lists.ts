import type { InfiniteData } from '@tanstack/react-query';
import type { Answer } from '../../lib/api.ts';

type ThreadPage = Answer<'listConversations'>;
type Row = ThreadPage['items'][number];

/** What is loaded of a list of threads: page by page, each with the cursor it was asked for with. */
export type Loaded = InfiniteData<ThreadPage, string>;

/** Whether one of these ids is the row's: of its thread, or of the person. */
const isOf = (ids: ReadonlySet<string>, { id, profile }: Row): boolean => ids.has(id) || ids.has(profile.id);

const rowsIn = ({ pages }: Loaded): Row[] => pages.flatMap((page) => page.items);

/**
 * The list with its first page read anew. A thread that came to the top leaves its former place, and what was pushed
 * off the first page begins the second. Null when nothing of the page stands where it stood: then nobody can say what of
 * the rest is still there.
 */
export function withFirst(before: Loaded, first: ThreadPage): Loaded | null {
  const [, ...further] = before.pages;
  if (further.length === 0 || first.nextCursor === null) return { pages: [first], pageParams: [''] };
  const rows = rowsIn(before);
  const placeOf = new Map(rows.map((row, place) => [row.id, place]));
  // What has moved stands above what has not, so the lowest that has not is where the page now ends.
  const lowest = first.items.findLast((row) => {
    const known = rows[placeOf.get(row.id) ?? -1];
    return known && known.lastMessage?.id === row.lastMessage?.id;
  });
  if (!lowest) return null;
  const end = placeOf.get(lowest.id) ?? 0;
  const above = new Set(first.items.map(({ id }) => id));
  const stays = (row: Row) => !above.has(row.id) && (placeOf.get(row.id) ?? 0) > end;
  const pushed = before.pages[0]?.items.filter(stays) ?? [];
  const rest = further.map((page, index) => {
    const items = page.items.filter(stays);
    return { ...page, items: index === 0 ? [...pushed, ...items] : items };
  });
  const [, , ...params] = before.pageParams;
  return { pages: [first, ...rest], pageParams: ['', first.nextCursor, ...params] };
}

/**
 * The list with a further page, the one of this cursor, read anew: its rows where they stand. Of `changed` those go that
 * stood on this page, as far as it was read, and were not in it any more.
 */
export function withPage(
  before: Loaded,
  { cursor, anew }: { cursor: string; anew: ThreadPage },
  changed: ReadonlySet<string>,
): Loaded {
  const rowOf = new Map(anew.items.map((row) => [row.id, row]));
  const rows = before.pages[before.pageParams.indexOf(cursor, 1)]?.items ?? [];
  const end = anew.items.at(-1)?.id;
  const last = rows.findIndex(({ id }) => id === end);
  // What was read ends on this page, or beyond it.
  const read = anew.nextCursor === null || last < 0 ? rows : rows.slice(0, last);
  const gone = new Set(read.flatMap((row) => (isOf(changed, row) && !rowOf.has(row.id) ? row.id : [])));
  const pages = before.pages.map((page) => ({
    ...page,
    items: page.items.flatMap((row) => rowOf.get(row.id) ?? (gone.has(row.id) ? [] : row)),
  }));
  return { ...before, pages };
}

/** The cursors of the further pages on which one of `changed` stands. */
export function cursorsOf({ pages, pageParams }: Loaded, changed: ReadonlySet<string>): string[] {
  const [, ...further] = pages;
  return further.flatMap((page, index) =>
    page.items.some((row) => isOf(changed, row)) ? (pageParams[index + 1] ?? []) : [],
  );
}

/** The list with a person's presence changed; the same list when they are not in it, or nothing changes. */
export function withPresence(before: Loaded, profileId: string, isOnline: boolean): Loaded {
  const isOther = ({ profile }: Row) => profile.id === profileId && profile.isOnline !== isOnline;
  if (!rowsIn(before).some(isOther)) return before;
  const turn = (row: Row) => (isOther(row) ? { ...row, profile: { ...row.profile, isOnline } } : row);
  return { ...before, pages: before.pages.map((page) => ({ ...page, items: page.items.map(turn) })) };
}
