import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { RetentionRules, RetentionRuns } from '../../../platform/database-types.ts';

export type RuleRow = Selectable<RetentionRules>;
export type RunRow = Selectable<RetentionRuns>;

export const listRules = (db: Db): Promise<RuleRow[]> =>
  db.selectFrom('retention_rules').selectAll().orderBy('position').execute();

export async function insertRun(db: Db, row: Insertable<RetentionRuns>): Promise<void> {
  await db.insertInto('retention_runs').values(row).execute();
}

export async function addRemoved(db: Db, runId: string, removed: number): Promise<void> {
  await db
    .updateTable('retention_runs')
    .set({ removed: sql`removed + ${removed}` })
    .where('id', '=', runId)
    .execute();
}

export const endRun = (db: Db, runId: string, at: Date): Promise<RunRow> =>
  db
    .updateTable('retention_runs')
    .set({ ended_at: at })
    .where('id', '=', runId)
    .returningAll()
    .executeTakeFirstOrThrow();

/** The newest run of each rule, with what all runs removed. */
export async function listLatestRuns(db: Db): Promise<ReadonlyMap<string, RunRow & { total: number }>> {
  const { rows } = await sql<RunRow & { total: number }>`
    select distinct on (rule_id) *, sum(removed) over (partition by rule_id)::int as total
      from retention_runs order by rule_id, started_at desc, id desc`.execute(db);
  return new Map(rows.map((row) => [row.rule_id, row]));
}

/** Keeps the newest run of each rule and those that removed something. */
export async function deleteEmptyRuns(db: Db, before: Date): Promise<void> {
  await sql`delete from retention_runs as old where removed = 0 and started_at < ${before}
    and exists (select from retention_runs as newer where newer.rule_id = old.rule_id
      and (newer.started_at, newer.id) > (old.started_at, old.id))`.execute(db);
}

/** Marks holds whose time is over, or that no one confirmed, so that nothing is copied for them any more. */
export async function closeHolds(db: Db, now: Date): Promise<void> {
  await sql`update legal_holds set over_at = ${now} where ended_at is null and over_at is null
    and (until <= ${now} or (confirmed_at is null and confirm_by <= ${now}))`.execute(db);
}
