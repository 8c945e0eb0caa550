import type { ResponseOf } from '@vlam/contract/operation';
import type { PeriodReport, ReportFigures, reportsOperations } from '@vlam/contract/records-reports';
import { kindOfPeriod, type PeriodReportKind, periodReportKinds } from '@vlam/contract/rules/period-reports';
import { transact } from '../../../platform/after-commit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import type { Mailer } from '../../../platform/mailer.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { verbatim } from '../../../platform/words.ts';
import type { ComplianceService } from '../../compliance/service.ts';
import { type CountedFigures, hashFigures, mask, toFigures, writeFigures } from './figures.ts';
import { type ReportFile, renderPdf, writeCsv, writeMail } from './files.ts';
import { titles } from './names.ts';
import { type Period, periodAt, periodBefore, periodOf, periodsBetween } from './periods.ts';
import * as store from './store.ts';

type Operations = typeof reportsOperations;

export interface ReportsDependencies {
  database: Database;
  clock: Clock;
  mailer: Pick<Mailer, 'queue'>;
  compliance: Pick<ComplianceService, 'recordAction'>;
  /** Counts over cases, reports, decisions and files. */
  periodFigures: {
    read(from: Date, to: Date): Promise<CountedFigures>;
    /** When the first account was created, or null. */
    findStart(): Promise<Date | null>;
  };
  /** Name of the operator, as the legal pages say it. */
  operatorName(): Promise<string | null>;
}

export interface Reports {
  listPublished(): Promise<ResponseOf<Operations['transparencyReports']>>;
  /** A closed transparency report, masked. Throws `NOT_FOUND`. */
  publishedFile(period: string, format: 'csv' | 'pdf'): Promise<Buffer>;
  list(): Promise<ResponseOf<Operations['listPeriodReports']>>;
  /** Throws `NOT_FOUND` for a period of another kind, before the first account or in the future. */
  get(kind: PeriodReportKind, period?: string): Promise<PeriodReport>;
  /** As `get` with the kind of the period's name; null for what `get` does not find. */
  find(period: string): Promise<PeriodReport | null>;
  /** Audited. Throws as `get`. */
  exportFile(
    viewer: Viewer,
    kind: PeriodReportKind,
    asked: { period?: string | undefined; format: 'csv' | 'pdf' },
  ): Promise<{ name: string; file: Buffer }>;
  /** Audited. */
  setRecipients(viewer: Viewer, recipients: readonly string[]): Promise<{ recipients: string[] }>;
  /** Closes every period that is over, and mails the monthly ones. A job does so each night; repeating changes nothing. */
  closeEnded(): Promise<void>;
  tasks: JobTask[];
}

const closeKind = jobKind('records.close-periods');

/** The monthly report to acquirers and the half-yearly one to everyone, counted from what the platform did. */
export function createReports(deps: ReportsDependencies): Reports {
  const { clock, periodFigures } = deps;
  const { db } = deps.database;

  const parse = (row: store.ReportRow): ReportFigures => JSON.parse(row.figures) as ReportFigures;
  const closingOf = (row: store.ReportRow | undefined) => ({
    closedAt: row?.closed_at.toISOString() ?? null,
    hash: row?.hash.toString('hex') ?? null,
  });
  const count = async ({ from, to }: Period) => toFigures(await periodFigures.read(from, to));

  async function findPeriod(kind: PeriodReportKind, name?: string) {
    const now = clock.now();
    if (name && kindOfPeriod(name) !== kind) throw new AppError('NOT_FOUND');
    const period = name ? periodOf(name) : periodAt(kind, now);
    const start = await periodFigures.findStart();
    if (period.from > now || !start || period.to <= start) throw new AppError('NOT_FOUND');
    const row = await store.findClosed(db, kind, period.name);
    return { period, row, start, figures: row ? parse(row) : await count(period) };
  }

  async function countsBefore(period: Period, start: Date): Promise<number[] | null> {
    const before = periodBefore(period);
    if (before.to <= start) return null;
    const row = await store.findClosed(db, before.kind, before.name);
    const { counts } = row ? parse(row) : await count(before);
    return counts.map((each) => each.count ?? 0);
  }

  const toFile = async (period: Period, row: store.ReportRow | undefined, figures: ReportFigures) => ({
    period,
    figures,
    closed: row ? { at: row.closed_at, hash: row.hash.toString('hex') } : null,
    operator: await deps.operatorName(),
  });
  const write = async (file: ReportFile, format: 'csv' | 'pdf'): Promise<Buffer> =>
    format === 'csv' ? Buffer.from(writeCsv(file)) : renderPdf(file, clock.now());

  async function get(kind: PeriodReportKind, name?: string): Promise<PeriodReport> {
    const { period, row, start, figures } = await findPeriod(kind, name);
    return {
      ...{ kind, period: period.name, ...figures, ...closingOf(row) },
      startsAt: period.from.toISOString(),
      endsAt: period.to.toISOString(),
      before: await countsBefore(period, start),
    };
  }

  async function close(period: Period): Promise<void> {
    const figures = await count(period);
    const text = writeFigures(figures);
    await transact(db, async (tx) => {
      const id = newId(clock.now().getTime());
      const row = {
        ...{ id, kind: period.kind, period: period.name, starts_at: period.from, ends_at: period.to },
        ...{ figures: text, hash: hashFigures(period, text), closed_at: clock.now() },
      };
      if (!(await store.insertClosed(tx, row))) return;
      const hash = row.hash.toString('hex');
      await deps.compliance.recordAction(tx, {
        // The report itself stands for the machine.
        ...{ actorId: id, action: 'report.closed', targetType: 'period_report', targetId: period.name },
        details: { kind: period.kind, hash },
      });
      if (period.kind !== 'acquirer') return;
      const file = { period, figures, closed: { at: row.closed_at, hash }, operator: await deps.operatorName() };
      for (const to of await store.listRecipients(tx))
        await deps.mailer.queue(tx, {
          to,
          subject: verbatim(`${titles.acquirer}, ${period.name}`),
          text: verbatim(writeMail(file)),
        });
    });
  }

  async function closeEnded(): Promise<void> {
    const now = clock.now();
    const start = await periodFigures.findStart();
    if (!start) return;
    const closed = new Set((await store.listClosed(db)).map(({ period }) => period));
    for (const kind of periodReportKinds)
      for (const period of periodsBetween(kind, start, now).toReversed())
        if (period.to <= now && !closed.has(period.name)) await close(period);
  }

  return {
    async listPublished() {
      const rows = (await store.listClosed(db)).filter(({ kind }) => kind === 'transparency');
      return rows.map((row) => ({ period: row.period, ...mask(parse(row)), ...closingOf(row) }));
    },
    async publishedFile(name, format) {
      const row = await store.findClosed(db, 'transparency', name);
      if (!row) throw new AppError('NOT_FOUND');
      return write(await toFile(periodOf(name), row, mask(parse(row))), format);
    },
    async list() {
      const [start, rows, recipients] = await Promise.all([
        periodFigures.findStart(),
        store.listClosed(db),
        store.listRecipients(db),
      ]);
      const closed = new Map(rows.map((row) => [row.period, row]));
      const periods = periodReportKinds.flatMap((kind) =>
        start ? periodsBetween(kind, start, clock.now()).map(({ name }) => ({ kind, period: name })) : [],
      );
      return { periods: periods.map((each) => ({ ...each, ...closingOf(closed.get(each.period)) })), recipients };
    },
    get,
    async find(name) {
      try {
        return await get(kindOfPeriod(name), name);
      } catch (error) {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
        throw error;
      }
    },
    async exportFile(viewer, kind, { period: name, format }) {
      const { period, row, figures } = await findPeriod(kind, name);
      const file = await write(await toFile(period, row, figures), format);
      await transact(db, (tx) =>
        deps.compliance.recordAction(tx, {
          ...{ actorId: viewer.accountId, action: 'report.exported', targetType: 'period_report' },
          ...{ targetId: period.name, details: { kind, format, isClosed: row !== undefined } },
        }),
      );
      return { name: `vlam-${kind}-${period.name}.${format}`, file };
    },
    async setRecipients(viewer, recipients) {
      const addresses = [...new Set(recipients.map((each) => each.toLowerCase()))].sort();
      await transact(db, async (tx) => {
        await store.setRecipients(tx, addresses, { at: clock.now(), by: viewer.accountId });
        await deps.compliance.recordAction(tx, {
          ...{ actorId: viewer.accountId, action: 'report.recipients', targetType: 'period_report' },
          ...{ targetId: 'acquirer', details: { recipients: addresses.join(', ') } },
        });
      });
      return { recipients: addresses };
    },
    closeEnded,
    // 00:20 in Johannesburg: on the first of a month for the month that ended, on other days for what was missed.
    tasks: [jobTask(closeKind, closeEnded, { cron: '20 22 * * *' })],
  };
}
