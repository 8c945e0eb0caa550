import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { deleteApprovals, insertApproval, listApprovals } from './approvals-store.ts';
import { approvalsNeeded } from './policy.ts';
import type { Publishing } from './publish.ts';
import { lockItem } from './store.ts';

/** 'unchanged': it is not held back any more. 'waits': a second moderator has to approve. */
type Outcome = 'published' | 'waits' | 'unchanged';

export interface PublishAgain {
  /**
   * Publishes an item that is held back, after the approval of one member of staff, or of a second one for X18, in the
   * caller's transaction, begun by `transact`. Throws `CONFLICT` for a second approval by the same person and for what
   * publishing lacks, such as the exemption, `MEDIA_NOT_READY` while a file is held.
   */
  publishAgain(tx: Db, contentId: string, by: string): Promise<Outcome>;
  /** Deletes the approvals of an item that stays held back. */
  dropApprovals(tx: Db, contentId: string): Promise<void>;
}

export function createPublishAgain({
  clock,
  setState,
  requirePublishable,
}: { clock: Clock } & Pick<Publishing, 'setState' | 'requirePublishable'>): PublishAgain {
  return {
    async publishAgain(tx, contentId, by) {
      const item = await lockItem(tx, contentId);
      if (item?.state !== 'flagged') return 'unchanged';
      const needed = approvalsNeeded(item);
      if (needed > 1) {
        // An approval of an item that cannot be published would still count after the item has changed.
        await requirePublishable(tx, item);
        const approval = { content_id: contentId, account_id: by, approved_at: clock.now() };
        if (!(await insertApproval(tx, approval)))
          throw new AppError('CONFLICT', { message: 'You have approved it already. A second moderator decides now' });
        if ((await listApprovals(tx, [contentId])).length < needed) return 'waits';
      }
      await setState(tx, contentId, 'published');
      return 'published';
    },
    dropApprovals: deleteApprovals,
  };
}
