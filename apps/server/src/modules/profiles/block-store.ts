import type { Db } from '../../platform/database.ts';

export async function insertBlock(db: Db, blockerId: string, blockedId: string, at: Date): Promise<void> {
  await db
    .insertInto('blocks')
    .values({ blocker_id: blockerId, blocked_id: blockedId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether there was one. */
export async function deleteBlock(db: Db, blockerId: string, blockedId: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('blocks')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
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
