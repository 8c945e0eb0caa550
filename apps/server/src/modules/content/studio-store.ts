import type { StudioList, StudioSort } from '@vlam/contract/rules/studio';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { ItemRow } from './store.ts';

const archived = sql<boolean>`(state = 'draft' and archived_at is not null)`;
const isDraft = sql<boolean>`(state in ('draft', 'processing') and archived_at is null)`;
const lists: Record<StudioList, RawBuilder<boolean>> = {
  all: sql`(state <> 'removed' and not ${archived})`,
  published: sql`state = 'published'`,
  scheduled: sql`(${isDraft} and publish_at is not null)`,
  drafts: sql`(${isDraft} and publish_at is null)`,
  review: sql`state in ('review', 'flagged')`,
  archived,
  removed: sql`state = 'removed'`,
};

/** What a page is sorted by, as text for a cursor, and how the cursor is read. */
const sorts: Record<StudioSort, { value: RawBuilder<unknown>; text: RawBuilder<string>; isDescending: boolean }> = {
  newest: sortByTime(true),
  oldest: sortByTime(false),
  views: sortByCount(sql`view_count`),
  likes: sortByCount(sql`like_count`),
};

function sortByTime(isDescending: boolean) {
  const value = sql`created_at`;
  // With microseconds, which a date of JavaScript has not.
  return {
    value,
    text: sql<string>`to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    isDescending,
  };
}

function sortByCount(value: RawBuilder<unknown>) {
  return { value, text: sql<string>`${value}::text`, isDescending: true };
}

/** Of items that are not pinned, and where pins stand among the others. */
const unpinned = 99;

/** Where a page ended: the place among the pins, the sorted value as text, the id. */
export type StudioPosition = readonly [pin: number, value: string, id: string];
export type StudioRow = ItemRow & { pin: number; value: string };

/** A creator's items of a list, after a position. */
export async function listPosts(
  db: Db,
  wanted: { profileId: string; list: StudioList; sort: StudioSort; after: StudioPosition | null; limit: number },
): Promise<StudioRow[]> {
  const { value, text, isDescending } = sorts[wanted.sort];
  const pinsFirst = wanted.sort === 'newest' && (wanted.list === 'all' || wanted.list === 'published');
  const pin = pinsFirst
    ? sql<number>`(case when state = 'published' then coalesce(pin_position, ${unpinned}::int) else ${unpinned}::int end)`
    : sql<number>`${unpinned}::int`;
  const isTime = wanted.sort === 'newest' || wanted.sort === 'oldest';
  const after = wanted.after;
  const begin = after && (isTime ? sql`${after[1]}::timestamptz` : sql`${after[1]}::int`);
  const later = isDescending
    ? sql`(${value}, id) < (${begin}, ${after?.[2]}::uuid)`
    : sql`(${value}, id) > (${begin}, ${after?.[2]}::uuid)`;
  const order = isDescending ? sql`${value} desc, id desc` : sql`${value}, id`;
  const { rows } = await sql<StudioRow>`
    select content_items.*, ${pin} as pin, ${text} as value from content_items
      where profile_id = ${wanted.profileId} and ${lists[wanted.list]}
        ${after ? sql`and (${pin} > ${after[0]} or (${pin} = ${after[0]} and ${later}))` : sql``}
      order by ${pin}, ${order} limit ${wanted.limit}`.execute(db);
  return rows;
}

/** How many items of a creator each list has. */
export async function countPosts(db: Db, profileId: string): Promise<Record<StudioList, number>> {
  const count = (list: StudioList) => sql`count(*) filter (where ${lists[list]})::int`;
  const { rows } = await sql<Record<StudioList, number>>`
    select ${count('all')} as "all", ${count('published')} as published, ${count('scheduled')} as scheduled,
        ${count('drafts')} as drafts, ${count('review')} as review, ${count('archived')} as archived,
        ${count('removed')} as removed
      from content_items where profile_id = ${profileId}`.execute(db);
  return rows[0] ?? { all: 0, published: 0, scheduled: 0, drafts: 0, review: 0, archived: 0, removed: 0 };
}

/** Locks a creator's pins against other changes of them, then the pinned items and one more of theirs that is not removed. */
export async function lockPins(
  tx: Db,
  profileId: string,
  contentId: string | null,
): Promise<Pick<ItemRow, 'id' | 'state' | 'pin_position'>[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pins ${profileId}`}, 0))`.execute(tx);
  const { rows } = await sql<Pick<ItemRow, 'id' | 'state' | 'pin_position'>>`
    select id, state, pin_position from content_items
      where profile_id = ${profileId} and state <> 'removed' and (pin_position is not null or id = ${contentId}::uuid)
      order by id for update`.execute(tx);
  return rows;
}

/** Pins these items in order and no others of the creator. */
export async function setPins(tx: Db, profileId: string, ids: readonly string[]): Promise<void> {
  // All at once would meet the unique index while two places are swapped.
  await sql`update content_items set pin_position = null where profile_id = ${profileId} and pin_position is not null`.execute(
    tx,
  );
  await sql`update content_items set pin_position = place.n
      from unnest(${[...ids]}::uuid[]) with ordinality as place (id, n)
      where content_items.id = place.id and profile_id = ${profileId}`.execute(tx);
}
