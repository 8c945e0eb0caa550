import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { isUnsettledFile } from '../media/service.ts';
import type { NamedRow } from './linked-names.ts';
import type { Depicted } from './policy.ts';
import type { ItemRow } from './store.ts';

/** Locks the items that rely on a registration. */
export async function lockByRegistration(db: Db, registrationId: string): Promise<ItemRow[]> {
  return db
    .selectFrom('content_items')
    .selectAll()
    .where('x18_registration_id', '=', registrationId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Items whose time to publish, or whose end, has passed; without drafts whose files are on their way. */
export async function listDue(db: Db, now: Date, limit: number): Promise<{ publish: string[]; expire: string[] }> {
  const publish = await db
    .selectFrom('content_items')
    .select('id')
    .where('state', '=', 'draft')
    .where('publish_at', '<=', now)
    .where('publish_problem', 'is', null)
    // They are published when their file is there; as many as fill a sweep would keep all others from it.
    .where(({ not }) =>
      not(sql<boolean>`exists (select from content_item_files as file
        where file.content_id = content_items.id and ${isUnsettledFile(sql`file.media_id`)})`),
    )
    .orderBy('publish_at')
    .limit(limit)
    .execute();
  const expire = await db
    .selectFrom('content_items')
    .select('id')
    .where('state', 'in', ['published', 'review'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return { publish: publish.map(({ id }) => id), expire: expire.map(({ id }) => id) };
}

/** The draft whose cover is this file. */
export async function findDraftByFile(db: Db, mediaId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('content_items')
    .select('id')
    .where('media_id', '=', mediaId)
    .where('state', '=', 'draft')
    .executeTakeFirst();
  return row?.id;
}

/** The people asked for their consent to an item. */
export async function listDepicted(db: Db, contentId: string): Promise<(Depicted & NamedRow)[]> {
  return db
    .selectFrom('content_people')
    .select(['content_id', 'name', 'name_sealed', 'state', sql<boolean>`token_hash is not null`.as('isLinked')])
    .where('content_id', '=', contentId)
    .where('replaced_at', 'is', null)
    .orderBy('asked_at')
    .orderBy('id')
    .execute();
}

/** Whether a person refused one of these files in another item of this creator. */
export async function isRefusedFile(
  db: Db,
  { item, hashes }: { item: Pick<ItemRow, 'id' | 'profile_id'>; hashes: readonly Buffer[] },
): Promise<boolean> {
  if (hashes.length === 0) return false;
  const row = await db
    .selectFrom('content_people as people')
    .innerJoin('content_items as items', 'items.id', 'people.content_id')
    .select('people.id')
    .where(
      sql<boolean>`(people.media_sha256 = any (${[...hashes]}::bytea[]) or people.more_sha256 && ${[...hashes]}::bytea[])`,
    )
    .where('people.state', '=', 'no')
    .where('items.profile_id', '=', item.profile_id)
    .where('items.id', '<>', item.id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Items in a state after a position, oldest first, each with its position. */
export async function listByState(
  db: Db,
  {
    state,
    classification,
    after,
    limit,
  }: {
    state: 'review' | 'flagged';
    classification?: string | undefined;
    after: [string, string] | null;
    limit: number;
  },
): Promise<(ItemRow & { position: string })[]> {
  let query = db
    .selectFrom('content_items')
    .selectAll()
    .select(sql<string>`to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('position'))
    // The condition of the index.
    .where('state', 'in', ['review', 'flagged'])
    .where('state', '=', state);
  if (classification) query = query.where('classification', '=', classification);
  if (after) query = query.where(sql<boolean>`(created_at, id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`);
  return query.orderBy('created_at').orderBy('id').limit(limit).execute();
}

/** Number of items that wait for a moderator. */
export async function countByState(db: Db): Promise<number> {
  const row = await db
    .selectFrom('content_items')
    .select((count) => count.fn.countAll<string>().as('waiting'))
    // The condition of the index.
    .where('state', 'in', ['review', 'flagged'])
    .executeTakeFirstOrThrow();
  return Number(row.waiting);
}
