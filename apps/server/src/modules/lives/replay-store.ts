import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { subscribedCreatorIds } from '../subscriptions/service.ts';
import { type LiveViewer, ownTicket, type SeenLiveRow, seenColumns, visibleLive } from './store.ts';

/** Replays that an account has a ticket or a subscription for, or made itself; the latest show first. */
export async function listReplays(
  db: Db,
  viewer: LiveViewer,
  { now, limit }: { now: Date; limit: number },
): Promise<SeenLiveRow[]> {
  const { rows } = await sql<SeenLiveRow>`
    select ${seenColumns(viewer, now)} from lives
      where replay_until > ${now} and ${visibleLive(viewer)} and (
        lives.creator_id = ${viewer.profileId}::uuid or lives.requester_id = ${viewer.profileId}::uuid
        or exists (select from ${ownTicket(viewer)} and t.returned_at is null)
        or (lives.replay = 'subscribers'
          and lives.creator_id in (${subscribedCreatorIds(sql`${viewer.profileId}::uuid`, sql`${now}::timestamptz`, sql`lives.from_tier`)})))
      order by ended_at desc, id limit ${limit}`.execute(db);
  return rows;
}

/** The right to it ends at once; the scheduler removes its files. */
export const removeReplay = (tx: Db, liveId: string) =>
  tx.updateTable('lives').set({ replay_until: null }).where('id', '=', liveId).execute();
