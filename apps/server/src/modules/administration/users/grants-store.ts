import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { AdminGrants } from '../../../platform/database-types.ts';

export type GrantRow = Selectable<AdminGrants>;

/** Ends waiting proposals that are too old, so that the person can be proposed again. */
export async function lapseGrants(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('admin_grants')
    .set({ state: 'lapsed', settled_at: now })
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .execute();
}

/** False when the person is proposed already. */
export async function insertGrant(
  db: Db,
  grant: { id: string; accountId: string; proposedBy: string; now: Date; expiresAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('admin_grants')
    .values({
      id: grant.id,
      account_id: grant.accountId,
      proposed_by: grant.proposedBy,
      proposed_at: grant.now,
      expires_at: grant.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function listWaiting(db: Db, now: Date): Promise<GrantRow[]> {
  return db
    .selectFrom('admin_grants')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .orderBy('proposed_at')
    .execute();
}

export async function findWaiting(db: Db, id: string, now: Date): Promise<GrantRow | undefined> {
  return db
    .selectFrom('admin_grants')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Whether this caller settled it: it is settled once. */
export async function settleGrant(
  db: Db,
  id: string,
  settled: { state: 'confirmed' | 'withdrawn'; by: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin_grants')
    .set({ state: settled.state, settled_by: settled.by, settled_at: settled.now })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', settled.now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
