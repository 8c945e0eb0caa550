import type { OwnLinks } from '@vlam/contract/profiles-links';
import { linkLimits } from '@vlam/contract/rules/links';
import { addDays, type Clock, johannesburgDay } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import { blindIndex, deriveKey } from '../../../platform/keys.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { requireProfileId } from '../policy.ts';
import * as profiles from '../store.ts';
import * as store from './links-store.ts';

export interface Links {
  listLinks(viewer: Viewer): Promise<OwnLinks>;
  /** Throws `QUOTA_REACHED` beyond ten labels. */
  addLink(viewer: Viewer, label: string): Promise<OwnLinks>;
  /** Throws `NOT_FOUND` for a label that the viewer does not have. */
  removeLink(viewer: Viewer, label: string): Promise<OwnLinks>;
  /** Counts a visit by a link with a label that the creator has. Throws `NOT_FOUND` alike for unknown and hidden people. */
  countVisit(viewer: Viewer, profileId: string, label: string): Promise<void>;
  linkTasks: JobTask[];
}

const forgetKind = jobKind('profiles.links.forget', { maxAttempts: 2 });

export function createLinks(deps: { config: Pick<Config, 'masterKey'>; database: Database; clock: Clock }): Links {
  const { clock } = deps;
  const { db } = deps.database;
  const visitorKey = deriveKey(deps.config.masterKey, 'visitors of links');
  const days = () => {
    const today = johannesburgDay(clock.now());
    return { today, since: addDays(today, 1 - linkLimits.days) };
  };
  const listOf = async (profileId: string): Promise<OwnLinks> => ({ links: await store.list(db, profileId, days()) });

  return {
    listLinks: (viewer) => listOf(requireProfileId(viewer)),

    async addLink(viewer, label) {
      const profileId = requireProfileId(viewer);
      await db.transaction().execute(async (tx) => {
        await profiles.lockByAccount(tx, viewer.accountId);
        await store.insert(tx, profileId, label, clock.now());
        const { length } = await store.list(tx, profileId, days());
        if (length > linkLimits.labels)
          throw new AppError('QUOTA_REACHED', { message: `You can have ${linkLimits.labels} labels at most` });
      });
      return listOf(profileId);
    },

    async removeLink(viewer, label) {
      const profileId = requireProfileId(viewer);
      const removed = await db.transaction().execute((tx) => store.remove(tx, profileId, label));
      if (!removed) throw new AppError('NOT_FOUND');
      return listOf(profileId);
    },

    async countVisit(viewer, profileId, label) {
      if (!(await profiles.findVisible(db, viewer.profileId, profileId))) throw new AppError('NOT_FOUND');
      if (profileId === viewer.profileId) return;
      const day = johannesburgDay(clock.now());
      const visitor = blindIndex(visitorKey, [day, profileId, label, viewer.accountId].join(' '));
      await store.countVisit(db, { profileId, label, day, visitor });
    },

    linkTasks: [jobTask(forgetKind, () => store.deleteOld(db, days()), { cron: '7 * * * *' })],
  };
}
