import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Moods } from '../../platform/database-types.ts';
import { visibleTo } from '../profiles/service.ts';
import type { Position } from './post-store.ts';

export type MoodRow = Selectable<Moods>;

const author = sql`moods.profile_id`;

/** Replaces the member's earlier mood and deletes its likes. */
export async function replaceMood(db: Db, row: Insertable<Moods>): Promise<MoodRow> {
  await db.deleteFrom('moods').where('profile_id', '=', row.profile_id).execute();
  return db.insertInto('moods').values(row).returningAll().executeTakeFirstOrThrow();
}

/** A current mood whose author the viewer may see. */
export async function findMood(
  db: Db,
  wanted: { id: string; viewerId: string | null; now: Date },
): Promise<MoodRow | undefined> {
  return db
    .selectFrom('moods')
    .selectAll()
    .where('id', '=', wanted.id)
    .where('expires_at', '>', wanted.now)
    .where(visibleTo(wanted.viewerId, author))
    .executeTakeFirst();
}

/** Newest first. */
export async function listMoods(
  db: Db,
  wanted: { viewerId: string | null; after: Position | null; now: Date; limit: number },
): Promise<MoodRow[]> {
  const { after } = wanted;
  let query = db
    .selectFrom('moods')
    .selectAll()
    .where('expires_at', '>', wanted.now)
    .where(visibleTo(wanted.viewerId, author))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(wanted.limit);
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.at}, ${after.id}::uuid)`);
  return query.execute();
}

export async function listMoodsOf(db: Db, profileIds: readonly string[], now: Date): Promise<MoodRow[]> {
  return db
    .selectFrom('moods')
    .selectAll()
    .where('profile_id', '=', sql<string>`any(${profileIds}::uuid[])`)
    .where('expires_at', '>', now)
    .execute();
}

/** Returns whether this member had such a mood. */
export async function deleteMood(db: Db, id: string, profileId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('moods')
    .where('id', '=', id)
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
