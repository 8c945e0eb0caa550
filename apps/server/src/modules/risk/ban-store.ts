import type { BanKind } from '@vlam/contract/rules/risk';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { DB } from '../../platform/database-types.ts';

export type BanRow = Selectable<DB['risk_bans']>;

/** Undefined when the same is banned already for this account with this case. */
export const insertBan = (tx: Db, row: Insertable<DB['risk_bans']>): Promise<BanRow | undefined> =>
  tx
    .insertInto('risk_bans')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export async function isBanned(on: Db, kind: BanKind, subject: Buffer): Promise<boolean> {
  const row = await on
    .selectFrom('risk_bans')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Newest first. */
export async function listBans(
  on: Db,
  { isActive, below }: { isActive: boolean; below: string | null },
  limit: number,
): Promise<BanRow[]> {
  let query = on
    .selectFrom('risk_bans')
    .selectAll()
    .where('lifted_at', isActive ? 'is' : 'is not', null);
  if (below) query = query.where('id', '<', below);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

/** Bans in force that were placed with a case, locked. */
export const lockBansOf = (tx: Db, caseId: string): Promise<BanRow[]> =>
  tx
    .selectFrom('risk_bans')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('lifted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

export const lockBan = (tx: Db, id: string): Promise<BanRow | undefined> =>
  tx.selectFrom('risk_bans').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const updateBan = (tx: Db, id: string, change: Updateable<DB['risk_bans']>): Promise<BanRow> =>
  tx.updateTable('risk_bans').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
