import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { PeriodReports } from '../../../platform/database-types.ts';

export type ReportRow = Selectable<PeriodReports>;

export const listClosed = (db: Db): Promise<ReportRow[]> =>
  db.selectFrom('period_reports').selectAll().orderBy('starts_at', 'desc').execute();

export const findClosed = (db: Db, kind: string, period: string): Promise<ReportRow | undefined> =>
  db.selectFrom('period_reports').selectAll().where('kind', '=', kind).where('period', '=', period).executeTakeFirst();

/** Returns false when the period was closed already. */
export async function insertClosed(db: Db, row: Insertable<PeriodReports>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('period_reports')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'period']).doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

export async function listRecipients(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('report_recipients').select('address').orderBy('address').execute();
  return rows.map(({ address }) => address);
}

export async function setRecipients(
  db: Db,
  addresses: readonly string[],
  { at, by }: { at: Date; by: string },
): Promise<void> {
  await db.deleteFrom('report_recipients').execute();
  if (addresses.length === 0) return;
  await db
    .insertInto('report_recipients')
    .values(addresses.map((address) => ({ address, added_at: at, added_by: by })))
    .execute();
}
