import type { Db } from '../../platform/database.ts';

export interface BlockedRow {
  id: string;
  display_name: string;
  relationship_status: string | null;
  blocked_at: Date;
}

/** Newest first. Includes profiles that are invisible to the blocker, so that any block can be lifted. */
export async function listBlocked(db: Db, blockerId: string): Promise<BlockedRow[]> {
  return db
    .selectFrom('blocks')
    .innerJoin('profiles', 'profiles.id', 'blocks.blocked_id')
    .select(['profiles.id', 'display_name', 'relationship_status', 'blocks.created_at as blocked_at'])
    .where('blocker_id', '=', blockerId)
    .orderBy('blocks.created_at', 'desc')
    .orderBy('profiles.id')
    .limit(500)
    .execute();
}

export async function insertBlock(db: Db, blockerId: string, blockedId: string, at: Date): Promise<void> {
  await db
    .insertInto('blocks')
    .values({ blocker_id: blockerId, blocked_id: blockedId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns whether a block existed. */
export async function deleteBlock(db: Db, blockerId: string, blockedId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('blocks')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function hasBlocked(db: Db, blockerId: string, blockedId: string): Promise<boolean> {
  const row = await db
    .selectFrom('blocks')
    .select('blocked_id')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst();
  return row !== undefined;
}
