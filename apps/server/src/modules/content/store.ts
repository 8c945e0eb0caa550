import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, Db } from '../../platform/database.ts';
import type { ContentItems } from '../../platform/database-types.ts';
import { contains } from '../../platform/like-pattern.ts';
import { prepare, uuidArray } from '../../platform/prepared.ts';
import { holdsTextOrSimilar } from '../../platform/trigram.ts';
import { visibleTo } from '../profiles/service.ts';

export type ItemRow = Selectable<ContentItems>;
/** A row, and whether its creator is visible to the viewer. */
export type VisibilityRow = ItemRow & { creator_visible: boolean };
/** The id of an item and the viewing profile. */
export interface ItemLookup {
  viewerId: string | null;
  id: string;
}

type LookupRow = VisibilityRow & { viewer_id: string | null };

export interface ItemReader {
  /** One row per lookup that finds its item; removed items are never found. */
  listForViewers(lookups: readonly ItemLookup[]): Promise<LookupRow[]>;
  listByIds(ids: readonly string[]): Promise<ItemRow[]>;
}

/** The hot point reads, planned once per connection. */
export function createItemReader(database: Database): ItemReader {
  const forViewers = prepare<'viewers' | 'ids', LookupRow>(
    database,
    'items for viewers',
    ['viewers', 'ids'],
    ({ viewers, ids }) => sql`
      select items.*, lookup.viewer_id, ${visibleTo(sql`lookup.viewer_id`, sql`items.profile_id`)} as creator_visible
        from unnest(${viewers}::uuid[], ${ids}::uuid[]) as lookup (viewer_id, id)
        join content_items as items on items.id = lookup.id
        where items.state <> 'removed'`,
  );
  const byIds = prepare<'ids', ItemRow>(
    database,
    'items by id',
    ['ids'],
    ({ ids }) => sql`select * from content_items where id = any(${ids}::uuid[])`,
  );
  return {
    listForViewers: (lookups) =>
      forViewers({
        viewers: uuidArray(lookups.map((lookup) => lookup.viewerId)),
        ids: uuidArray(lookups.map((lookup) => lookup.id)),
      }),
    listByIds: (ids) => byIds({ ids: uuidArray(ids) }),
  };
}

/** Undefined when the file is published already. */
export async function insertItem(db: Db, row: Insertable<ContentItems>): Promise<ItemRow | undefined> {
  return db
    .insertInto('content_items')
    .values(row)
    .onConflict((conflict) => conflict.column('media_id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Locks the item; undefined when it does not exist or is removed. */
export async function lockItem(db: Db, id: string): Promise<ItemRow | undefined> {
  return db
    .selectFrom('content_items')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'removed')
    .forUpdate()
    .executeTakeFirst();
}

/** Locks an item and those with any of these files, in the order of their ids; removed ones are left out. */
export async function lockByFiles(db: Db, id: string, mediaIds: readonly string[]): Promise<ItemRow[]> {
  return db
    .selectFrom('content_items')
    .selectAll()
    .where('state', '<>', 'removed')
    .where(
      sql<boolean>`(id = ${id} or id in (
        select content_id from content_item_files where media_id = any (${[...mediaIds]}::uuid[])))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Items with one of these files, in one order, that are not removed. */
export async function listByFiles(db: Db, mediaIds: readonly string[]): Promise<ItemRow[]> {
  if (mediaIds.length === 0) return [];
  return db
    .selectFrom('content_items')
    .selectAll()
    .where('state', '<>', 'removed')
    .where(
      sql<boolean>`id in (select content_id from content_item_files where media_id = any (${[...mediaIds]}::uuid[]))`,
    )
    .orderBy('id')
    .execute();
}

export async function findItem(db: Db, id: string): Promise<ItemRow | undefined> {
  return db.selectFrom('content_items').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Items by id, removed ones too. */
export async function listItems(db: Db, ids: readonly string[]): Promise<Map<string, ItemRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('content_items')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function updateItem(db: Db, id: string, change: Updateable<ContentItems>): Promise<ItemRow> {
  return db.updateTable('content_items').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** A creator's items, pinned ones first, then the newest; `all` includes those only the owner may see, but for the archive. */
export async function listByCreator(
  db: Db,
  wanted: {
    profileId: string;
    all: boolean;
    mediaType: 'image' | 'video' | 'audio' | undefined;
    state?: 'draft' | undefined;
    limit: number;
  },
): Promise<ItemRow[]> {
  let query = db.selectFrom('content_items').selectAll().where('profile_id', '=', wanted.profileId);
  if (wanted.state) query = query.where('state', '=', wanted.state);
  // A set belongs to each kind it holds.
  const more = { image: 'more_pictures', video: 'more_videos' } as const;
  const { mediaType } = wanted;
  if (mediaType)
    query = query.where(({ eb, or }) =>
      or([eb('media_type', '=', mediaType), ...(mediaType === 'audio' ? [] : [eb(more[mediaType], '>', 0)])]),
    );
  const isPinned = sql<boolean>`(state = 'published' and pin_position is not null)`;
  const others = wanted.all
    ? query
        .where(sql<boolean>`state <> 'removed' and (state <> 'draft' or archived_at is null)`)
        .orderBy('created_at', 'desc')
    : query.where('state', '=', 'published').orderBy('published_at', 'desc');
  // Two statements, so that each has its index.
  const [pinned, newest] = await Promise.all([
    query.where(isPinned).orderBy('pin_position').execute(),
    others.where(sql<boolean>`not ${isPinned}`).orderBy('id', 'desc').limit(wanted.limit).execute(),
  ]);
  return [...pinned, ...newest].slice(0, wanted.limit);
}

/** Limits the cost of a text that most titles contain. Whether the viewer may see a row is asked in the order of the answer. */
const maxCompared = 1_000;

export interface TitleSearch {
  viewerId: string | null;
  text: string;
  limit: number;
}

const closestTitles = (
  condition: RawBuilder<unknown>,
  { viewer, text, limit }: Record<'viewer' | 'text' | 'limit', RawBuilder<unknown>>,
) => sql<ItemRow>`
  select * from (
    select *, word_similarity(${text}, title) as likeness from (
      select * from content_items where state = 'published' and ${condition} limit ${sql.lit(maxCompared)}
    ) as found
    order by likeness desc, published_at desc, id
  ) as candidates
  where ${visibleTo(viewer, sql`candidates.profile_id`)}
  order by likeness desc, published_at desc, id limit ${limit}`;

/** Prepares the query for items with a tag, or whose title holds a text of three letters or more, closest first. */
export function createSearchByTitle(database: Database): (wanted: TitleSearch) => Promise<ItemRow[]> {
  const statement = prepare<'viewer' | 'pattern' | 'tag' | 'text' | 'limit', ItemRow>(
    database,
    'titles that hold a text',
    ['viewer', 'pattern', 'tag', 'text', 'limit'],
    ({ viewer, pattern, tag, text, limit }) =>
      closestTitles(sql`(title ilike ${pattern}::text or tags @> array[${tag}::text])`, {
        viewer: sql`${viewer}::uuid`,
        text: sql`${text}::text`,
        limit: sql`${limit}::int`,
      }),
    database.planned,
  );
  return ({ viewerId, text, limit }) => {
    const tag = text.replace(/^#/, '').toLowerCase();
    return statement({ viewer: viewerId, pattern: contains(text), tag, text, limit });
  };
}

/** As `createSearchByTitle`, also for words like the text. Call it within `withFuzzyMatch`. */
export async function listSimilarTitles(db: Db, { viewerId, text, limit }: TitleSearch): Promise<ItemRow[]> {
  const slots = { viewer: sql`${viewerId}::uuid`, text: sql`${text}`, limit: sql`${limit}` };
  return (await closestTitles(holdsTextOrSimilar(sql`title`, text), slots).execute(db)).rows;
}

/**
 * Part of another module's statement: adds `changes (content_id, likes)` to the items' counts and returns `id,
 * profile_id, like_count, likes` of each.
 */
export const addLikesTo = (changes: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update content_items set like_count = like_count + sums.likes
    from (select content_id, sum(likes)::int as likes from ${changes} as c group by content_id) as sums
    where content_items.id = sums.content_id
    returning content_items.id, content_items.profile_id, content_items.like_count, sums.likes`;

/** As `addLikesTo`, for one comment more on one item. */
export async function addComments(db: Db, contentId: string, comments: number): Promise<void> {
  await db
    .updateTable('content_items')
    .set({ comment_count: sql`comment_count + ${comments}` })
    .where('id', '=', contentId)
    .execute();
}

/** As `addComments`, for rand cents tipped; negative when a tip is reversed. */
export async function addTips(db: Db, contentId: string, cents: number): Promise<void> {
  await db
    .updateTable('content_items')
    .set({ tips_cents: sql`tips_cents + ${cents}` })
    .where('id', '=', contentId)
    .execute();
}
