import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { Notify } from '../../platform/notices.ts';
import { followerIds } from '../social/service.ts';
import { listAwaiting } from './plan-store.ts';
import { countShownBefore, findLive } from './store.ts';

export const startNoticeKind = jobKind<{ liveId: string }>('lives.announce', { maxAttempts: 3 });
const batchSize = 200;
const dayMs = 86_400_000;
/** Who buys no ticket is notified only of a show that opens for them. */
const audienceTier = ({ audience, from_tier: tier }: { audience: string; from_tier: number }): number =>
  audience === 'subscribers' ? tier : 1;
/** Shows of a creator within a day that subscribers and followers are notified of. */
const mostPerDay = 3;

/**
 * Notifies subscribers, followers, holders of a ticket and those who set a reminder of a show whose first picture has
 * arrived; each of them once. Of a private show only its requester. From a creator's fourth show within a day only holders
 * and those who set a reminder.
 */
export function startNoticeTask({ db, notify }: { db: Db; notify: Notify }): JobTask {
  async function listFollowers(creatorId: string, after: string): Promise<string[]> {
    const { rows } = await sql<{ profile_id: string }>`
      select profile_id from (${followerIds(creatorId, null)}) as follower
        where profile_id > ${after}::uuid order by profile_id limit ${batchSize}`.execute(db);
    return rows.map(({ profile_id }) => profile_id);
  }
  return jobTask(startNoticeKind, async ({ liveId }) => {
    const live = await findLive(db, liveId);
    if (!live || live.ended_at) return;
    const notice = { kind: 'live', key: `live:${liveId}`, actorId: live.creator_id, targetId: liveId } as const;
    const isPublic =
      live.requester_id === null &&
      (await countShownBefore(db, live, new Date(live.started_at.getTime() - dayMs))) < mostPerDay;
    if (isPublic) await notify(db, { ...notice, to: { subscribersOf: live.creator_id, fromTier: audienceTier(live) } });
    const lists = [
      (after: string) => listAwaiting(db, liveId, after, batchSize),
      ...(isPublic ? [(after: string) => listFollowers(live.creator_id, after)] : []),
    ];
    for (const list of lists) {
      let after = '00000000-0000-0000-0000-000000000000';
      for (let found = batchSize; found === batchSize; ) {
        const profileIds = await list(after);
        await notify(db, ...profileIds.map((profileId) => ({ ...notice, to: { profileId } })));
        found = profileIds.length;
        after = profileIds.at(-1) ?? after;
      }
    }
  });
}
