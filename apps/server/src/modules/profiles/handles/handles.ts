import type { OwnHandle } from '@vlam/contract/profiles-handles';
import { type HandleProblem, handleLimits, normalizeHandle } from '@vlam/contract/rules/handles';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import { findHandleProblem, skeletonOf } from '../../../platform/names/handle.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import * as profiles from '../store.ts';
import * as store from './handles-store.ts';

export interface Handles {
  /** Throws `NOT_FOUND` without a profile, as the two below do. */
  getOwnHandle(viewer: Viewer): Promise<OwnHandle>;
  /** Throws `VALIDATION_FAILED`, `CONFLICT` when it is another member's, `QUOTA_REACHED` after two changes in a year. */
  setHandle(viewer: Viewer, written: string): Promise<OwnHandle>;
  /** Gives the handle back, and all former ones; nothing without one. Choosing again within a year is a change. */
  dropHandle(viewer: Viewer): Promise<OwnHandle>;
  checkHandle(viewer: Viewer, written: string): Promise<{ problem: HandleProblem | null }>;
  /** The profile that a handle leads to, whether the viewer may see it or not; an id that no profile has when there is none. */
  findByHandle(written: string): Promise<string>;
  handleTasks: JobTask[];
}

const yearMs = handleLimits.days * 86_400_000;
const nilId = '00000000-0000-0000-0000-000000000000';
const lapseKind = jobKind('profiles.handles.lapse', { maxAttempts: 2 });

const messages: Record<HandleProblem, string> = {
  length: `Please use ${handleLimits.min} to ${handleLimits.max} characters`,
  signs: 'Please use letters a to z and digits, with single dots or underscores between them',
  digits: 'Please use at least one letter',
  reserved: 'This address is reserved',
  // Also for handles of hidden, suspended and leaving members, and for former ones: which, no one learns here.
  taken: 'This address is taken',
};
const refusal = (problem: HandleProblem) =>
  new AppError(problem === 'taken' ? 'CONFLICT' : 'VALIDATION_FAILED', {
    message: messages[problem],
    details: { fields: { handle: messages[problem] } },
  });

export function createHandles(deps: { database: Database; clock: Clock }): Handles {
  const { clock } = deps;
  const { db } = deps.database;
  const lapsedAt = () => new Date(clock.now().getTime() - yearMs);
  const addYear = (at: Date) => new Date(at.getTime() + yearMs);

  const recentChanges = (row: profiles.ProfileRow) => row.handle_changed_at.filter((at) => at > lapsedAt());

  async function toOwnHandle(row: profiles.ProfileRow): Promise<OwnHandle> {
    const changes = recentChanges(row);
    const changesLeft = Math.max(0, handleLimits.changes - changes.length);
    const oldest = changes.at(-handleLimits.changes);
    const former = await store.listFormer(db, row.id, lapsedAt());
    return {
      handle: row.handle,
      changesLeft,
      nextChangeAt: changesLeft === 0 && oldest ? addYear(oldest).toISOString() : null,
      former: former.map(({ handle, replacedAt }) => ({ handle, until: addYear(replacedAt).toISOString() })),
    };
  }

  async function getOwn(viewer: Viewer): Promise<profiles.ProfileRow> {
    const row = await profiles.findByAccount(db, viewer.accountId);
    if (!row) throw new AppError('NOT_FOUND');
    return row;
  }

  return {
    getOwnHandle: async (viewer) => toOwnHandle(await getOwn(viewer)),

    async setHandle(viewer, written) {
      const handle = normalizeHandle(written);
      const problem = findHandleProblem(handle);
      if (problem) throw refusal(problem);
      const saved = await db.transaction().execute(async (tx) => {
        const before = await profiles.lockByAccount(tx, viewer.accountId);
        if (!before) throw new AppError('NOT_FOUND');
        if (before.handle === handle) return before;
        const at = clock.now();
        const changes = recentChanges(before);
        // Who gives a handle back and chooses another has changed it.
        const isFirst = !(await store.hasHad(tx, before.id, lapsedAt()));
        if (!isFirst && changes.length >= handleLimits.changes)
          throw new AppError('QUOTA_REACHED', { message: 'You have changed your address twice within a year' });
        const claimed = { look: skeletonOf(handle), handle, profileId: before.id, at, lapsedAt: lapsedAt() };
        if (!(await store.claim(tx, claimed))) throw refusal('taken');
        return profiles.updateProfile(tx, before.id, {
          handle,
          handle_changed_at: isFirst ? changes : [...changes, at],
        });
      });
      return toOwnHandle(saved);
    },

    async dropHandle(viewer) {
      const saved = await db.transaction().execute(async (tx) => {
        const before = await profiles.lockByAccount(tx, viewer.accountId);
        if (!before) throw new AppError('NOT_FOUND');
        if (before.handle === null) return before;
        await store.giveBack(tx, before.id, clock.now());
        return profiles.updateProfile(tx, before.id, { handle: null });
      });
      return toOwnHandle(saved);
    },

    async checkHandle(viewer, written) {
      const own = await getOwn(viewer);
      const handle = normalizeHandle(written);
      const problem = findHandleProblem(handle);
      if (problem) return { problem };
      const holder = await store.findHolder(db, { look: skeletonOf(handle), lapsedAt: lapsedAt() });
      return { problem: holder === null || holder.profileId === own.id ? null : 'taken' };
    },

    async findByHandle(written) {
      const look = skeletonOf(normalizeHandle(written));
      const holder = await store.findHolder(db, { look, lapsedAt: lapsedAt() });
      return holder && !holder.isGivenBack ? holder.profileId : nilId;
    },

    handleTasks: [jobTask(lapseKind, () => store.deleteLapsed(db, lapsedAt()), { cron: '25 3 * * *' })],
  };
}
