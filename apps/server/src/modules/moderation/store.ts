import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { ReportAttachments, ReportMessages, Reports } from '../../platform/database-types.ts';

/** Serialises a reporter's concurrent reports, so that the daily quota holds. */
export async function lockReporter(db: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reports ${accountId}`}, 0))`.execute(db);
}

/** The reporter's open report of a target. */
export async function findOpenReport(
  db: Db,
  report: { accountId: string; targetType: string; targetId: string },
): Promise<{ id: string; due_at: Date } | undefined> {
  return db
    .selectFrom('reports')
    .select(['id', 'due_at'])
    .where('reporter_account_id', '=', report.accountId)
    .where('target_type', '=', report.targetType)
    .where('target_id', '=', report.targetId)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst();
}

export async function countSince(db: Db, accountId: string, since: Date): Promise<number> {
  const row = await db
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('reporter_account_id', '=', accountId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function insertReport(db: Db, row: Insertable<Reports>): Promise<void> {
  await db.insertInto('reports').values(row).execute();
}

export async function updateReport(db: Db, id: string, change: Updateable<Reports>): Promise<void> {
  await db.updateTable('reports').set(change).where('id', '=', id).execute();
}

export type ReportRow = Selectable<Reports> & { messages: string | number | bigint };

const messagesOf = sql<bigint>`(select count(*) from report_messages where report_id = reports.id)`.as('messages');

/** Filter of the list of reports. */
export interface ReportFilter {
  state: string;
  class?: string | undefined;
  reason?: string | undefined;
  target?: string | undefined;
  /** Only those that were to be decided before. */
  dueBefore?: Date | undefined;
}

/** Ids of the reports that a filter finds: open ones with the least time left first, decided ones newest first. */
export async function listReportIds(db: Db, filter: ReportFilter, limit: number): Promise<string[]> {
  const isOpen = filter.state === 'open';
  const { class: name, reason, target, dueBefore } = filter;
  const rows = await db
    .selectFrom('reports')
    .select('id')
    .where('state', '=', filter.state)
    .$if(name !== undefined, (query) => query.where('class', '=', name ?? ''))
    .$if(reason !== undefined, (query) => query.where('reason', '=', reason ?? ''))
    .$if(target !== undefined, (query) => query.where('target_type', '=', target ?? ''))
    .$if(dueBefore !== undefined, (query) => query.where('due_at', '<', dueBefore ?? new Date(0)))
    .orderBy(isOpen ? 'due_at' : 'decided_at', isOpen ? 'asc' : 'desc')
    .orderBy('id', isOpen ? 'asc' : 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Reports in the order of `ids`; those that are gone are left out. */
export async function listReports(db: Db, ids: readonly string[]): Promise<ReportRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('reports').selectAll().select(messagesOf).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Locks a report until the transaction ends. */
export async function lockReport(db: Db, id: string): Promise<ReportRow | undefined> {
  return db.selectFrom('reports').selectAll().select(messagesOf).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Open reports and how many of them are past their time, by class. */
export async function countOpenByClass(db: Db, now: Date): Promise<{ class: string; open: number; late: number }[]> {
  const { rows } = await sql<{ class: string; open: number; late: number }>`
    select class, count(*)::integer as open, count(*) filter (where due_at < ${now})::integer as late
      from reports where state = 'open' group by class`.execute(db);
  return rows;
}

/** How soon staff reviewed the reports since then. */
export async function measureFirstReviews(
  db: Db,
  since: Date,
): Promise<{ looked: number; unseen: number; medianMinutes: number | null }> {
  const { rows } = await sql<{ looked: number; unseen: number; medianMinutes: number | null }>`
    select count(first_viewed_at)::integer as looked,
        count(*) filter (where first_viewed_at is null)::integer as unseen,
        round((percentile_cont(0.5) within group (order by extract(epoch from first_viewed_at - created_at) / 60)
          filter (where first_viewed_at is not null))::numeric)::integer as "medianMinutes"
      from reports where created_at > ${since}`.execute(db);
  return rows[0] ?? { looked: 0, unseen: 0, medianMinutes: null };
}

/** Adds messages to a report; earlier copies stay unchanged. */
export async function insertEvidence(db: Db, rows: Insertable<ReportMessages>[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('report_messages')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Adds attachments to a report. */
export async function insertAttachments(db: Db, rows: Insertable<ReportAttachments>[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('report_attachments')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The attachments among `attachmentIds` that any report holds. */
export async function listReported(db: Db, attachmentIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('report_attachments')
    .select('attachment_id')
    .where('attachment_id', 'in', attachmentIds)
    .execute();
  return new Set(rows.map(({ attachment_id }) => attachment_id));
}

export async function listEvidence(db: Db, reportId: string): Promise<{ message_id: string; sealed: Buffer }[]> {
  return db
    .selectFrom('report_messages')
    .select(['message_id', 'sealed'])
    .where('report_id', '=', reportId)
    .orderBy('sent_at')
    .orderBy('message_id')
    .execute();
}

/** Records that a staff account opened a report at `at`. */
export async function recordOpening(db: Db, reportId: string, accountId: string, at: Date): Promise<void> {
  await db
    .insertInto('report_views')
    .values({ report_id: reportId, account_id: accountId, viewed_at: at })
    .onConflict((conflict) => conflict.columns(['report_id', 'account_id']).doUpdateSet({ viewed_at: at }))
    .execute();
  await db
    .updateTable('reports')
    .set({ first_viewed_at: at })
    .where('id', '=', reportId)
    .where('first_viewed_at', 'is', null)
    .execute();
}

/** How long the files of an opened report are readable. */
const fileAccessMs = 3_600_000;

/**
 * Part of another module's SQL statement: whether an account opened a report with one of these attachments within
 * `fileAccessMs`.
 */
export const hasOpenedReportWith = (
  account: RawBuilder<unknown>,
  attachments: RawBuilder<unknown>,
  now: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from report_views view join report_attachments file on file.report_id = view.report_id
    where view.account_id = ${account} and view.viewed_at > ${now} - ${fileAccessMs} * interval '1 millisecond'
      and file.attachment_id in (${attachments}))`;
