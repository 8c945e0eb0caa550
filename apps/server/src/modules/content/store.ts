import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, Db } from '../../platform/database.ts';
import type { ContentItems } from '../../platform/database-types.ts';
import { prepare, uuidArray } from '../../platform/prepared.ts';
import { holdsText } from '../../platform/trigram.ts';
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
  /** As `listForViewers`; the lookup's id is that of the file. */
  listByMediaForViewers(lookups: readonly ItemLookup[]): Promise<LookupRow[]>;
  listByIds(ids: readonly string[]): Promise<ItemRow[]>;
}

/** The hot point reads, planned once per connection. */
export function createItemReader(database: Database): ItemReader {
  const seenBy = (column: 'id' | 'media_id') =>
    prepare<'viewers' | 'ids', LookupRow>(
      database,
      `items for viewers by ${column}`,
      ['viewers', 'ids'],
      ({ viewers, ids }) => sql`
        select items.*, lookup.viewer_id, ${visibleTo(sql`lookup.viewer_id`, sql`items.profile_id`)} as creator_visible
          from unnest(${viewers}::uuid[], ${ids}::uuid[]) as lookup (viewer_id, id)
          join content_items as items on ${sql.ref(`items.${column}`)} = lookup.id
          where items.state <> 'removed'`,
    );
  const byIds = prepare<'ids', ItemRow>(
    database,
    'items by id',
    ['ids'],
    ({ ids }) => sql`select * from content_items where id = any(${ids}::uuid[])`,
  );
  const runLookups = (statement: ReturnType<typeof seenBy>) => (lookups: readonly ItemLookup[]) =>
    statement({
      viewers: uuidArray(lookups.map((lookup) => lookup.viewerId)),
      ids: uuidArray(lookups.map((lookup) => lookup.id)),
    });
  return {
    listForViewers: runLookups(seenBy('id')),
    listByMediaForViewers: runLookups(seenBy('media_id')),
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

/** Whether a file is, or was, published. */
export async function isPublishedFile(db: Db, mediaId: string): Promise<boolean> {
  const row = await db.selectFrom('content_items').select('id').where('media_id', '=', mediaId).executeTakeFirst();
  return row !== undefined;
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

export async function updateItem(db: Db, id: string, change: Updateable<ContentItems>): Promise<ItemRow> {
  return db.updateTable('content_items').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** A creator's items, newest first; `all` includes those only the owner may see. */
export async function listByCreator(
  db: Db,
  wanted: { profileId: string; all: boolean; mediaType: string | undefined; limit: number },
): Promise<ItemRow[]> {
  let query = db.selectFrom('content_items').selectAll().where('profile_id', '=', wanted.profileId);
  query = wanted.all
    ? query.where('state', '<>', 'removed').orderBy('created_at', 'desc')
    : query.where('state', '=', 'published').orderBy('published_at', 'desc');
  if (wanted.mediaType) query = query.where('media_type', '=', wanted.mediaType);
  return query.orderBy('id', 'desc').limit(wanted.limit).execute();
}

/** Limits the cost of a text that most titles contain. */
const maxCompared = 1_000;

export async function searchByTitle(
  db: Db,
  wanted: { viewerId: string | null; text: string; fuzzy: boolean; limit: number },
): Promise<ItemRow[]> {
  const { text } = wanted;
  const candidates = db
    .selectFrom('content_items')
    .selectAll()
    .where('state', '=', 'published')
    .where(holdsText(sql`title`, text, wanted.fuzzy))
    .where(visibleTo(wanted.viewerId, sql`content_items.profile_id`))
    .limit(maxCompared);
  return db
    .selectFrom(candidates.as('candidates'))
    .selectAll()
    .orderBy(sql`word_similarity(${text}, title)`, 'desc')
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(wanted.limit)
    .execute();
}

export async function addViews(db: Db, counts: ReadonlyMap<string, number>): Promise<void> {
  await sql`
    update content_items set view_count = view_count + seen.views
      from unnest(${[...counts.keys()]}::uuid[], ${[...counts.values()]}::int[]) as seen (id, views)
      where content_items.id = seen.id`.execute(db);
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
