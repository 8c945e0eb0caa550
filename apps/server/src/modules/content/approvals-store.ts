import type { Db } from '../../platform/database.ts';

export interface Approval {
  content_id: string;
  account_id: string;
  approved_at: Date;
}

/** Returns false when this account has approved it already. */
export async function insertApproval(db: Db, approval: Approval): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('content_approvals')
    .values(approval)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** The class of each of these items that waits for a moderator. */
export async function listWaitingClasses(
  db: Db,
  contentIds: readonly string[],
): Promise<{ id: string; classification: string }[]> {
  if (contentIds.length === 0) return [];
  return db
    .selectFrom('content_items')
    .select(['id', 'classification'])
    .where('id', 'in', [...contentIds])
    .where('state', 'in', ['review', 'flagged'])
    .execute();
}

/** Approvals of items that wait, oldest first. */
export async function listApprovals(db: Db, contentIds: readonly string[]): Promise<Approval[]> {
  if (contentIds.length === 0) return [];
  return db
    .selectFrom('content_approvals')
    .selectAll()
    .where('content_id', 'in', [...contentIds])
    .orderBy('approved_at')
    .orderBy('account_id')
    .execute();
}

export async function deleteApprovals(db: Db, contentId: string): Promise<void> {
  await db.deleteFrom('content_approvals').where('content_id', '=', contentId).execute();
}
