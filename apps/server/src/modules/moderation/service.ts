import type { BodyOf } from '@vlam/contract/operation';
import type { reportsOperations, reportTargets } from '@vlam/contract/reports';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import * as store from './store.ts';

type TargetType = (typeof reportTargets)[number];

/** Answers whose the thing is, as a profile's id; null when this viewer may not know of it. */
export type FindOwner = (viewer: Viewer, targetId: string) => Promise<string | null>;

export interface ModerationService {
  /**
   * Keeps one report for each reporter and thing; a second one replaces what the first said. Throws `NOT_FOUND` for what
   * the reporter cannot see, `VALIDATION_FAILED` for their own, `QUOTA_REACHED`.
   */
  report(viewer: Viewer, report: BodyOf<(typeof reportsOperations)['report']>): Promise<{ id: string }>;
}

const reportsADay = 30;
const dayMs = 86_400_000;

export function createModerationService(deps: {
  database: Database;
  clock: Clock;
  /** For each kind of thing there is, who looks it up. What has no entry cannot be reported yet. */
  owners: Partial<Record<TargetType, FindOwner>>;
}): ModerationService {
  const { clock, owners } = deps;
  const { db } = deps.database;

  /** Refusals of a look-up are all one: the thing is not there for this person. */
  async function findOwner(viewer: Viewer, targetType: TargetType, targetId: string): Promise<string | null> {
    try {
      return (await owners[targetType]?.(viewer, targetId)) ?? null;
    } catch (error) {
      if (error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN')) return null;
      throw error;
    }
  }

  return {
    async report(viewer, { targetType, targetId, reason, details = '' }) {
      const owner = await findOwner(viewer, targetType, targetId);
      if (!owner) throw new AppError('NOT_FOUND');
      if (owner === viewer.profileId) throw new AppError('VALIDATION_FAILED', { message: 'This is your own' });
      const now = clock.now();
      const { accountId } = viewer;
      return db.transaction().execute(async (tx) => {
        await store.lockReporter(tx, accountId);
        const earlier = await store.findReport(tx, { accountId, targetType, targetId });
        if (earlier) {
          await store.updateReport(tx, earlier.id, { reason, details });
          return earlier;
        }
        if ((await store.countSince(tx, accountId, new Date(now.getTime() - dayMs))) >= reportsADay)
          throw new AppError('QUOTA_REACHED');
        const id = newId(now.getTime());
        await store.insertReport(tx, {
          id,
          reporter_account_id: accountId,
          target_type: targetType,
          target_id: targetId,
          target_profile_id: owner,
          reason,
          details,
          created_at: now,
        });
        return { id };
      });
    },
  };
}
