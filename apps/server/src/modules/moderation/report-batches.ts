import type { moderationOperations } from '@vlam/contract/moderation';
import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type Batch, createStaffBatches } from '../../platform/staff-batches.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import * as store from './store.ts';

type Operations = typeof moderationOperations;
type Bulk = BodyOf<Operations['bulkReports']>;

export interface ReportBatches {
  /** Decides each report in a transaction of its own; reporters are notified once it can no longer be undone. */
  run(viewer: Viewer, body: Bulk): Promise<ResponseOf<Operations['bulkReports']>>;
  /** Throws `NOT_FOUND` for a batch of others, `CONFLICT` when it is too old or undone. */
  undo(viewer: Viewer, batchId: string): Promise<ResponseOf<Operations['undoReports']>>;
}

export interface ReportDecision {
  reportId: string;
  text: string;
  state: 'resolved' | 'dismissed';
}

const conflict = (message: string) => new AppError('CONFLICT', { message });

/** Several reports decided with one text. */
export function createReportBatches(deps: {
  database: Database;
  clock: Clock;
  compliance: Pick<ComplianceService, 'recordAction'>;
  decide(tx: Db, viewer: Viewer, decision: ReportDecision, batch: Batch): Promise<store.ReportRow>;
}): ReportBatches {
  const batches = createStaffBatches<{ decidedAt: string }, Bulk['decision']>(deps, 'reports');

  return {
    run: (viewer, { decision, reportIds, text }) =>
      batches.run(viewer, { action: decision, ids: reportIds }, async (tx, reportId, batch) => {
        const { class: name, decided_at } = await deps.decide(tx, viewer, { reportId, state: decision, text }, batch);
        // What may be about a child is opened and decided one at a time. The transaction takes the decision back.
        if (name === 'minor') throw conflict('A report about somebody under 18 is decided on its own');
        return { decidedAt: decided_at?.toISOString() ?? '' };
      }),
    undo: (viewer, batchId) =>
      batches.undo(viewer, batchId, async (tx, { id, before, action }) => {
        const row = await store.lockReport(tx, id);
        const isUnchanged = row?.state === action && row.decided_at?.toISOString() === before.decidedAt;
        if (!row || !isUnchanged) throw conflict('This report was changed since');
        const { reporter_account_id: accountId, target_type: targetType, target_id: targetId } = row;
        if (await store.findOpenReport(tx, { accountId, targetType, targetId }))
          throw conflict('It was reported again since, so that report is decided');
        await store.updateReport(tx, id, { state: 'open', outcome: null, decided_at: null, decided_by: null });
        await deps.compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: 'report.reopened',
          targetType: 'report',
          targetId: id,
          details: { batch: batchId },
        });
      }),
  };
}
