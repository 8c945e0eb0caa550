import type { MessageView } from '@vlam/contract/messaging';
import type {
  moderationOperations,
  OpenedReport,
  reportStatuses,
  reportTargets,
  StaffReport,
} from '@vlam/contract/moderation';
import { reportListLimit } from '@vlam/contract/moderation';
import type { BodyOf, QueryOf, ResponseOf } from '@vlam/contract/operation';
import { firstLookDays, type ReportClass, reportClasses } from '@vlam/contract/rules/clocks';
import type { reportReasons } from '@vlam/contract/rules/meeting';
import { maxExportRows } from '@vlam/contract/rules/staff-lists';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Notify } from '../../platform/notices.ts';
import { writeCsv } from '../../platform/send-csv.ts';
import type { Batch } from '../../platform/staff-batches.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { IdentityService } from '../identity/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import type { Evidence } from './evidence.ts';
import { createReportBatches, type ReportBatches, type ReportDecision } from './report-batches.ts';
import { reportColumns } from './report-export.ts';
import * as store from './store.ts';

type Status = (typeof reportStatuses)[number];
type Filter = QueryOf<(typeof moderationOperations)['listReports']>;

export interface StaffReports {
  list(viewer: Viewer, filter: Filter): Promise<StaffReport[]>;
  /** Rows of a CSV file of what a filter finds, or of chosen reports; records the export in the audit log first. */
  exportCsv(
    viewer: Viewer,
    query: QueryOf<(typeof moderationOperations)['exportReports']>,
  ): Promise<AsyncIterable<string>>;
  batches: ReportBatches;
  /** What waits by class, and how soon reports are reviewed. */
  readTimes(): Promise<ResponseOf<(typeof moderationOperations)['reportTimes']>>;
  /**
   * A report with its messages; records the opening, which makes their files readable to this account for an hour.
   * Throws `NOT_FOUND`, `FORBIDDEN` for a report by or about the caller.
   */
  open(viewer: Viewer, reportId: string): Promise<OpenedReport>;
  /** Throws `NOT_FOUND`, `FORBIDDEN` for a report by or about the caller, `CONFLICT` once decided. */
  resolve(viewer: Viewer, body: BodyOf<(typeof moderationOperations)['resolveReport']>): Promise<StaffReport>;
  /** As `resolve`. */
  dismiss(viewer: Viewer, body: BodyOf<(typeof moderationOperations)['dismissReport']>): Promise<StaffReport>;
  countWaiting(): Promise<{ open: number; late: number }>;
  /** Notifies staff of a new report, in its transaction, except its reporter and the reported member. */
  notifyStaff(tx: Db, report: { id: string; reporterAccountId: string; targetProfileId: string }): Promise<void>;
}

const dayMs = 86_400_000;
const stateOf = (status: Status) => (status === 'pending' ? 'open' : status);

export interface StaffDependencies {
  database: Database;
  clock: Clock;
  notify: Notify;
  identity: Pick<IdentityService, 'listStaff'>;
  compliance: Pick<ComplianceService, 'recordAction'>;
  profiles: Pick<ProfilesService, 'cards' | 'findAccountId'>;
  evidence: Pick<Evidence, 'read'>;
  /** Media fields of message attachments by id, for this viewer. */
  presentAttachments(
    viewer: Viewer,
    attachmentIds: readonly string[],
  ): Promise<Map<string, Pick<MessageView, 'mediaUrl' | 'media'>>>;
}

/** Reports as staff read and decide them. Permissions are checked by the contract. */
export function createStaffReports(deps: StaffDependencies): StaffReports {
  const { clock, compliance, identity, profiles } = deps;
  const { db } = deps.database;

  const isAbout = (viewer: Viewer, row: store.ReportRow): boolean =>
    viewer.profileId !== null && row.target_profile_id === viewer.profileId;
  const isParty = (viewer: Viewer, row: store.ReportRow): boolean =>
    row.reporter_account_id === viewer.accountId || isAbout(viewer, row);
  /** Locks a report; throws `NOT_FOUND`, `FORBIDDEN` for one by or about the caller. */
  async function lockForDecision(tx: Db, viewer: Viewer, reportId: string): Promise<store.ReportRow> {
    const row = await store.lockReport(tx, reportId);
    if (!row) throw new AppError('NOT_FOUND');
    if (isParty(viewer, row))
      throw new AppError('FORBIDDEN', { message: 'Other staff must decide a report of yours or about you' });
    return row;
  }

  async function toViews(viewer: Viewer, rows: readonly store.ReportRow[]): Promise<StaffReport[]> {
    const wanted = [...new Set(rows.flatMap(({ target_profile_id }) => target_profile_id ?? []))];
    const cards = new Map((await profiles.cards.list(wanted)).map((card) => [card.id, card.displayName]));
    return rows.map((row) => ({
      id: row.id,
      status: row.state === 'open' ? 'pending' : (row.state as Status),
      targetType: row.target_type as (typeof reportTargets)[number],
      targetId: row.target_id,
      about: row.target_profile_id
        ? { id: row.target_profile_id, displayName: cards.get(row.target_profile_id) ?? '' }
        : null,
      reason: row.reason as (typeof reportReasons)[number],
      class: row.class as ReportClass,
      dueAt: row.due_at.toISOString(),
      // Details could reveal the reporter to a reported member of staff.
      details: isAbout(viewer, row) ? '' : row.details,
      messages: Number(row.messages),
      createdAt: row.created_at.toISOString(),
      isParty: isParty(viewer, row),
      outcome: row.outcome && row.decided_at ? { text: row.outcome, at: row.decided_at.toISOString() } : null,
    }));
  }

  async function toView(viewer: Viewer, row: store.ReportRow): Promise<StaffReport> {
    const [view] = await toViews(viewer, [row]);
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }

  async function decideIn(
    tx: Db,
    viewer: Viewer,
    { reportId, state, text }: ReportDecision,
    batch: Batch | null,
  ): Promise<store.ReportRow> {
    const before = await lockForDecision(tx, viewer, reportId);
    if (before.state !== 'open') throw new AppError('CONFLICT', { message: 'This report has been decided' });
    const now = clock.now();
    const change = {
      ...{ state, outcome: text, decided_at: now, decided_by: viewer.accountId },
      first_viewed_at: before.first_viewed_at ?? now,
    };
    await store.updateReport(tx, reportId, change);
    await compliance.recordAction(tx, {
      actorId: viewer.accountId,
      action: `report.${state}`,
      targetType: 'report',
      targetId: reportId,
      reason: text,
      ...(batch ? { details: { batch: batch.id } } : {}),
    });
    // Without an actor or a target: only whether something was done.
    await deps.notify(tx, {
      kind: `report_${state}`,
      to: { accountId: before.reporter_account_id },
      key: `report_decided:${reportId}`,
      ...batch?.notice(reportId),
    });
    return { ...before, ...change };
  }
  const decide = async (viewer: Viewer, decision: ReportDecision): Promise<StaffReport> =>
    toView(viewer, await db.transaction().execute((tx) => decideIn(tx, viewer, decision, null)));

  const findIds = ({ status = 'pending', class: name, reason, target, late }: Filter, limit: number) =>
    store.listReportIds(
      db,
      { state: stateOf(status), class: name, reason, target, dueBefore: late ? clock.now() : undefined },
      limit,
    );

  return {
    batches: createReportBatches({ ...deps, decide: decideIn }),
    list: async (viewer, filter) =>
      toViews(viewer, await store.listReports(db, await findIds(filter, reportListLimit))),
    async exportCsv(viewer, { ids, ...filter }) {
      const found = ids?.split(',') ?? (await findIds(filter, maxExportRows));
      await db.transaction().execute((tx) =>
        compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: 'reports.exported',
          targetType: 'reports',
          targetId: '',
          details: { status: filter.status ?? 'pending', rows: found.length, chosen: ids !== undefined },
        }),
      );
      return writeCsv(reportColumns, found, async (piece) => toViews(viewer, await store.listReports(db, piece)));
    },
    async readTimes() {
      const now = clock.now();
      const [found, looks] = await Promise.all([
        store.countOpenByClass(db, now),
        store.measureFirstReviews(db, new Date(now.getTime() - firstLookDays * dayMs)),
      ]);
      const countOf = new Map(found.map((row) => [row.class, row]));
      return {
        classes: reportClasses.map((name) => ({
          ...{ class: name, open: countOf.get(name)?.open ?? 0, late: countOf.get(name)?.late ?? 0 },
        })),
        ...looks,
      };
    },
    async open(viewer, reportId) {
      const { row, messages } = await db.transaction().execute(async (tx) => {
        const found = await lockForDecision(tx, viewer, reportId);
        await store.recordOpening(tx, reportId, viewer.accountId, clock.now());
        await compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: 'report.opened',
          targetType: 'report',
          targetId: reportId,
        });
        return { row: found, messages: await deps.evidence.read(tx, reportId) };
      });
      const files = await deps.presentAttachments(
        viewer,
        messages.flatMap(({ mediaId }) => mediaId ?? []),
      );
      return {
        ...(await toView(viewer, row)),
        evidence: messages.map(({ id, senderId, sentAt, content, mediaId, mediaType }) => ({
          id,
          content,
          sentAt,
          isTheirs: senderId === row.target_profile_id,
          mediaType: mediaType as MessageView['mediaType'],
          mediaUrl: null,
          media: null,
          ...files.get(mediaId ?? ''),
        })),
      };
    },
    resolve: (viewer, { reportId, resolution }) => decide(viewer, { reportId, text: resolution, state: 'resolved' }),
    dismiss: (viewer, { reportId, reason }) => decide(viewer, { reportId, text: reason, state: 'dismissed' }),
    async countWaiting() {
      const rows = await store.countOpenByClass(db, clock.now());
      return {
        open: rows.reduce((sum, { open }) => sum + open, 0),
        late: rows.reduce((sum, { late }) => sum + late, 0),
      };
    },
    async notifyStaff(tx, { id, reporterAccountId, targetProfileId }) {
      const target = await profiles.findAccountId(tx, targetProfileId);
      const staff = await identity.listStaff(tx, 'moderate_content');
      await deps.notify(
        tx,
        ...staff
          .filter((accountId) => accountId !== reporterAccountId && accountId !== target)
          .map((accountId) => ({ kind: 'report_waiting' as const, to: { accountId }, key: `report:${id}` })),
      );
    },
  };
}
