import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

export interface SavedItem {
  contentId: string;
  /** To the microsecond, for the next page. */
  savedAt: string;
}

export async function insertSave(db: Db, save: { profileId: string; contentId: string; at: Date }): Promise<void> {
  await db
    .insertInto('content_saves')
    .values({ profile_id: save.profileId, content_id: save.contentId, saved_at: save.at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns false when it was not saved. */
export async function deleteSave(db: Db, profileId: string, contentId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('content_saves')
    .where('profile_id', '=', profileId)
    .where('content_id', '=', contentId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function isSaved(db: Db, profileId: string, contentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('content_saves')
    .select('content_id')
    .where('profile_id', '=', profileId)
    .where('content_id', '=', contentId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Last saved first. */
export async function listSaves(
  db: Db,
  { profileId, after, limit }: { profileId: string; after: [string, string] | null; limit: number },
): Promise<SavedItem[]> {
  const from = after ? sql`and (saved_at, content_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``;
  const { rows } = await sql<SavedItem>`
    select content_id as "contentId", to_char(saved_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "savedAt"
      from content_saves where profile_id = ${profileId} ${from}
      order by saved_at desc, content_id desc limit ${limit}`.execute(db);
  return rows;
}

export async function countSaves(db: Db, profileId: string): Promise<number> {
  const { n } = await db
    .selectFrom('content_saves')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('profile_id', '=', profileId)
    .executeTakeFirstOrThrow();
  return Number(n);
}
