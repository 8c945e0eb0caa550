import { latestReportedCount, type moderationOperations, type reportTargets } from '@vlam/contract/moderation';
import type { BodyOf } from '@vlam/contract/operation';
import { classOfReason } from '@vlam/contract/rules/clocks';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database.ts';
import { decideBy } from '../../platform/decision-clocks.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { OperatorSettings } from '../../platform/operator-settings.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ReportedMessage } from '../messaging/service.ts';
import { type AppealDependencies, type Appeals, createAppeals } from './appeals.ts';
import { createEvidence } from './evidence.ts';
import { createStaffReports, type StaffDependencies, type StaffReports } from './staff.ts';
import * as store from './store.ts';
import { createWordLists, type WordLists } from './words/words.ts';

type TargetType = (typeof reportTargets)[number];

/** Profile id of the target's owner; null when the viewer may not see the target. */
export type FindOwner = (viewer: Viewer, targetId: string) => Promise<string | null>;

export interface ModerationService {
  /**
   * Stores one open report per reporter and target; a repeat replaces the earlier reason. Throws `NOT_FOUND` for
   * targets the reporter cannot see, `VALIDATION_FAILED` for their own and for messages of another thread,
   * `QUOTA_REACHED`. Messages are copied and sealed and their files retained, so unsending does not destroy evidence.
   */
  report(viewer: Viewer, report: BodyOf<(typeof moderationOperations)['report']>): Promise<{ id: string }>;
  staff: StaffReports;
  appeals: Appeals;
  words: WordLists;
  db: Db;
  /** The decrypted messages of a report, in the order they were sent. */
  readEvidence(db: Db, reportId: string): Promise<ReportedMessage[]>;
  /** The attachments among `attachmentIds` that a report holds. */
  listReported(db: Db, attachmentIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export { hasOpenedReportWith } from './store.ts';

const reportsPerDay = 30;
const dayMs = 86_400_000;

export function createModerationService(
  deps: Omit<StaffDependencies, 'evidence'> &
    AppealDependencies & {
      config: Pick<Config, 'keys'>;
      settings: Pick<OperatorSettings, 'get'>;
      /** The messages among `ids` in the viewer's thread with a person, in order. */
      chosenMessages(db: Db, viewer: Viewer, otherId: string, ids: readonly string[]): Promise<ReportedMessage[]>;
      /** The latest messages a person sent the viewer, in order. */
      latestMessages(db: Db, viewer: Viewer, otherId: string, count: number): Promise<ReportedMessage[]>;
      /** Finds the owner per target type. A type without an entry cannot be reported. */
      owners: Partial<Record<TargetType, FindOwner>>;
    },
): ModerationService {
  const { clock, owners } = deps;
  const { db } = deps.database;
  const evidence = createEvidence(deps.config);
  const staff = createStaffReports({ ...deps, evidence });

  /** Returns null alike for missing, invisible and locked targets. */
  async function findOwner(viewer: Viewer, targetType: TargetType, targetId: string): Promise<string | null> {
    try {
      return (await owners[targetType]?.(viewer, targetId)) ?? null;
    } catch (error) {
      if (error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN')) return null;
      throw error;
    }
  }

  return {
    async report(viewer, { targetType, targetId, reason, details = '', messageIds = [], latestMessages = false }) {
      const owner = await findOwner(viewer, targetType, targetId);
      if (!owner) throw new AppError('NOT_FOUND');
      if (owner === viewer.profileId) throw new AppError('VALIDATION_FAILED', { message: 'This is your own' });
      const chosen = [...new Set(targetType === 'message' ? [targetId, ...messageIds] : messageIds)];
      const now = clock.now();
      const { accountId } = viewer;
      return db.transaction().execute(async (tx) => {
        await store.lockReporter(tx, accountId);
        const messages = await deps.chosenMessages(tx, viewer, owner, chosen);
        if (messages.length < chosen.length)
          throw new AppError('VALIDATION_FAILED', {
            details: { fields: { messageIds: 'Choose messages of your chat with this person' } },
          });
        if (latestMessages) messages.push(...(await deps.latestMessages(tx, viewer, owner, latestReportedCount)));
        const name = classOfReason[reason];
        const dueAt = await decideBy(deps.settings, name, { from: now, on: tx });
        const earlier = await store.findOpenReport(tx, { accountId, targetType, targetId });
        if (earlier) {
          // Another reason can make a report more urgent, and never less.
          const isSooner = dueAt < earlier.due_at;
          await store.updateReport(tx, earlier.id, {
            ...{ reason, details },
            ...(isSooner ? { class: name, due_at: dueAt } : {}),
          });
          await evidence.store(tx, earlier.id, messages);
          return { id: earlier.id };
        }
        if ((await store.countSince(tx, accountId, new Date(now.getTime() - dayMs))) >= reportsPerDay)
          throw new AppError('QUOTA_REACHED');
        const id = newId(now.getTime());
        await store.insertReport(tx, {
          id,
          reporter_account_id: accountId,
          target_type: targetType,
          target_id: targetId,
          target_profile_id: owner,
          reason,
          class: name,
          due_at: dueAt,
          details,
          created_at: now,
        });
        await evidence.store(tx, id, messages);
        await staff.notifyStaff(tx, { id, reporterAccountId: accountId, targetProfileId: owner });
        return { id };
      });
    },
    staff,
    db,
    appeals: createAppeals(deps),
    words: createWordLists(deps),
    listReported: async (on, attachmentIds) =>
      attachmentIds.length > 0 ? store.listReported(on, attachmentIds) : new Set<string>(),
    readEvidence: evidence.read,
  };
}
