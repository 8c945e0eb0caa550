import { transact } from '../../platform/after-commit.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import { type ChangeStateDependencies, createChangeState, lockOwn } from './change-state.ts';
import { firstState, isArchived } from './policy.ts';
import type { Publishing } from './publish.ts';
import type { ItemRow } from './store.ts';

export interface Archive {
  /**
   * Hides the viewer's own item from all but its buyers. Idempotent. Throws `NOT_FOUND`, or `CONFLICT` unless it is
   * published or ended by itself, and for X18, which its buyers would lose.
   */
  archive(viewer: Viewer, contentId: string): Promise<ItemRow>;
  /**
   * Publishes the viewer's archived item again; it waits for a moderator where its rating was lowered or its creator has
   * many strikes. Idempotent. Throws `NOT_FOUND`, `CONFLICT` or `MEDIA_NOT_READY` for what publishing lacks.
   */
  restore(viewer: Viewer, contentId: string): Promise<ItemRow>;
}

interface ArchiveDependencies extends ChangeStateDependencies {
  database: Database;
  compliance: Pick<ComplianceService, 'decisions'>;
  requirePublishable: Publishing['requirePublishable'];
}

const conflict = (message: string) => new AppError('CONFLICT', { message });

export function createArchive(deps: ArchiveDependencies): Archive {
  const { clock } = deps;
  const { db } = deps.database;
  const changeState = createChangeState(deps);
  return {
    async archive(viewer, contentId) {
      return transact(db, async (tx) => {
        const item = await lockOwn(tx, viewer, contentId);
        if (isArchived(item)) return item;
        if (item.state === 'flagged' || item.state === 'review') throw conflict('A moderator decides about this item');
        if (item.published_at === null) throw conflict('Only what was published can be archived');
        if (item.classification === 'X18') throw conflict('X18 cannot be archived: its buyers would lose it');
        return changeState(tx, item, 'draft', { archived_at: clock.now(), publish_at: null, publish_problem: null });
      });
    },

    async restore(viewer, contentId) {
      const strikes = await deps.compliance.decisions.countStrikes(db, [viewer.accountId]);
      return transact(db, async (tx) => {
        const item = await lockOwn(tx, viewer, contentId);
        if (item.state === 'published' || item.state === 'review') return item;
        if (!isArchived(item)) throw conflict('This item is not archived');
        // It is no new draft: an item older than the record of ratings has none, and was published without.
        const { lock } = await deps.requirePublishable(tx, { ...item, state: 'published' });
        // Its files and people are those that were published: a moderator who had to see them has seen them.
        const state = item.needs_review ? 'review' : firstState(true, strikes.get(viewer.accountId) ?? 0);
        return changeState(tx, item, state, {
          ...(state === 'published' ? lock : {}),
          ...(item.expires_at && item.expires_at <= clock.now() ? { expires_at: null } : {}),
        });
      });
    },
  };
}
