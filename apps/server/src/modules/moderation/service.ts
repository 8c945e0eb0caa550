import { latestReported, type moderationOperations, type reportTargets } from '@vlam/contract/moderation';
import type { BodyOf } from '@vlam/contract/operation';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ReportedMessage } from '../messaging/service.ts';
import { createEvidence } from './evidence.ts';
import { createStaffReports, lookMs, type StaffDependencies, type StaffReports } from './staff.ts';
import * as store from './store.ts';

type TargetType = (typeof reportTargets)[number];

/** Answers whose the thing is, as a profile's id; null when this viewer may not know of it. */
export type FindOwner = (viewer: Viewer, targetId: string) => Promise<string | null>;

export interface ModerationService {
  /**
   * Keeps one open report for each reporter and thing; a second one replaces what the first said. Throws `NOT_FOUND` for what
   * the reporter cannot see, `VALIDATION_FAILED` for their own and for messages of another thread, `QUOTA_REACHED`.
   * Messages are copied and sealed, and their files are held: unsent or deleted, they are still what was reported.
   */
  report(viewer: Viewer, report: BodyOf<(typeof moderationOperations)['report']>): Promise<{ id: string }>;
  staff: StaffReports;
  /** The messages a report brought along, opened; in the order they were sent. */
  evidenceOf(db: Db, reportId: string): Promise<ReportedMessage[]>;
  /** Which of these attachments of messages a report holds. */
  reportedOf(db: Db, attachmentIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether an account of staff may see a file of a message, for a report it opened. */
  mayView(accountId: string, mediaId: string): Promise<boolean>;
}

const reportsADay = 30;
const dayMs = 86_400_000;

export function createModerationService(
  deps: Omit<StaffDependencies, 'evidence'> & {
    config: Pick<Config, 'masterKey'>;
    /** Those of these messages that stand in the viewer's thread with a person, in order. */
    chosenMessages(db: Db, viewer: Viewer, otherId: string, ids: readonly string[]): Promise<ReportedMessage[]>;
    /** The latest messages that a person wrote to the viewer, in order. */
    latestMessages(db: Db, viewer: Viewer, otherId: string, count: number): Promise<ReportedMessage[]>;
    /** Attachments of messages that hold a file. */
    attachmentsWith(db: Db, mediaId: string): Promise<string[]>;
    /** For each kind of thing there is, who looks it up. What has no entry cannot be reported yet. */
    owners: Partial<Record<TargetType, FindOwner>>;
  },
): ModerationService {
  const { clock, owners } = deps;
  const { db } = deps.database;
  const evidence = createEvidence(deps.config);
  const staff = createStaffReports({ ...deps, evidence });

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
        if (latestMessages) messages.push(...(await deps.latestMessages(tx, viewer, owner, latestReported)));
        const earlier = await store.findOpenReport(tx, { accountId, targetType, targetId });
        if (earlier) {
          await store.updateReport(tx, earlier.id, { reason, details });
          await evidence.keep(tx, earlier.id, messages);
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
        await evidence.keep(tx, id, messages);
        await staff.notifyStaff(tx, { id, reporterAccountId: accountId, targetProfileId: owner });
        return { id };
      });
    },
    staff,
    reportedOf: async (on, attachmentIds) =>
      attachmentIds.length > 0 ? store.listReported(on, attachmentIds) : new Set<string>(),
    evidenceOf: evidence.read,
    async mayView(accountId, mediaId) {
      const since = new Date(clock.now().getTime() - lookMs);
      return store.hasLooked(db, accountId, await deps.attachmentsWith(db, mediaId), since);
    },
  };
}
