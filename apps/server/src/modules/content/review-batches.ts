import type { contentRulesOperations } from '@vlam/contract/content-rules';
import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type Batch, createStaffBatches } from '../../platform/staff-batches.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { CreditsService } from '../credits/service.ts';
import { approvalsNeeded } from './policy.ts';
import type { Publishing } from './publish.ts';
import { type ItemRow, lockItem, updateItem } from './store.ts';

type Operations = typeof contentRulesOperations;
type Bulk = BodyOf<Operations['bulkContent']>;

export interface ReviewBatches {
  /** Publishes waiting items or gives them back, each in a transaction of its own; X18 is refused. */
  decideSeveral(viewer: Viewer, body: Bulk): Promise<ResponseOf<Operations['bulkContent']>>;
  /** Throws `NOT_FOUND` for a batch of others, `CONFLICT` when it is too old or undone. */
  undoSeveral(viewer: Viewer, batchId: string): Promise<ResponseOf<Operations['undoContent']>>;
}

/** What an item was before, and how the decision left it. */
interface Before {
  state: 'review' | 'flagged';
  publishedAt: string | null;
  needsReview: boolean;
  problem: string | null;
  leftProblem: string | null;
  /** Unlocks until then, counted up to `maxSales`. */
  sales: number;
  statementId: string | null;
}

const maxSales = 1_000;
const conflict = (message: string) => new AppError('CONFLICT', { message });

/** Several waiting items decided with one reason. Creators and subscribers are notified once it can no longer be undone. */
export function createReviewBatches(deps: {
  database: Database;
  clock: Clock;
  compliance: Pick<ComplianceService, 'recordAction' | 'decisions'>;
  credits: Pick<CreditsService, 'listUnlockSales'>;
  setState: Publishing['setState'];
  decide(
    tx: Db,
    viewer: Viewer,
    decision: Omit<Bulk, 'contentIds' | 'decision'> & { contentId: string },
    to: { to: 'published'; action: 'approved'; batch: Batch } | { to: 'draft'; action: 'refused'; batch: Batch },
  ): Promise<{ item: ItemRow; statementId: string | null }>;
}): ReviewBatches {
  const batches = createStaffBatches<Before, Bulk['decision']>(deps, 'content');
  const countSales = async (id: string) => (await deps.credits.listUnlockSales(id, maxSales)).length;

  return {
    decideSeveral: (viewer, { decision, contentIds, ...reason }) =>
      batches.run(viewer, { action: decision, ids: contentIds }, async (tx, contentId, batch) => {
        const found = await lockItem(tx, contentId);
        if (!found) throw new AppError('NOT_FOUND');
        if (approvalsNeeded(found) > 1) throw conflict('X18 takes two moderators, so it is decided on its own');
        const sales = await countSales(contentId);
        const to =
          decision === 'approve'
            ? ({ to: 'published', action: 'approved', batch } as const)
            : ({ to: 'draft', action: 'refused', batch } as const);
        const { item, statementId } = await deps.decide(tx, viewer, { ...reason, contentId }, to);
        const after = await lockItem(tx, contentId);
        return {
          state: item.state as Before['state'],
          publishedAt: item.published_at?.toISOString() ?? null,
          needsReview: item.needs_review,
          problem: item.publish_problem,
          leftProblem: after?.publish_problem ?? null,
          sales,
          statementId,
        };
      }),
    undoSeveral: (viewer, batchId) =>
      batches.undo(viewer, batchId, async (tx, { id, before, action }) => {
        const item = await lockItem(tx, id);
        const left = action === 'approve' ? 'published' : 'draft';
        if (item?.state !== left || item.publish_problem !== before.leftProblem)
          throw conflict('This item was changed since');
        if (action === 'approve' && (await countSales(id)) !== before.sales)
          throw conflict('It was bought since. Hold it back instead');
        if (before.statementId) await deps.compliance.decisions.withdraw(tx, before.statementId);
        await deps.setState(tx, id, before.state);
        await updateItem(tx, id, {
          needs_review: before.needsReview,
          published_at: before.publishedAt ? new Date(before.publishedAt) : null,
          publish_problem: before.problem,
        });
        await deps.compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: 'content.decision_undone',
          targetType: 'content',
          targetId: id,
          details: { batch: batchId, state: before.state },
        });
      }),
  };
}
