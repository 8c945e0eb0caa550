import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Lives } from '../../platform/database-types.ts';
import { isMember } from '../profiles/service.ts';
import { isPublicOrFor, type LiveViewer, type SeenLiveRow, seenColumns, visibleLive } from './store.ts';

/** Planned shows that the viewer may see, the next first. */
export async function listPlanned(
  db: Db,
  viewer: LiveViewer,
  { now, limit }: { now: Date; limit: number },
): Promise<SeenLiveRow[]> {
  const { rows } = await sql<SeenLiveRow>`
    select * from (select ${seenColumns(viewer, now)} from lives
      where lives.is_planned and lives.ended_at is null and ${isPublicOrFor(viewer.profileId)} and ${visibleLive(viewer)}) as seen
      where not is_removed order by planned_for, id limit ${limit}`.execute(db);
  return rows;
}

/** False when the creator has `most` planned shows already; creators plan one after the other. */
export async function insertPlanned(tx: Db, row: Insertable<Lives>, most: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('planned shows ' || ${row.creator_id}, 0))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from lives
      where creator_id = ${row.creator_id} and is_planned and ended_at is null and request_id is null`.execute(tx);
  if ((rows[0]?.count ?? 0) >= most) return false;
  await tx.insertInto('lives').values(row).execute();
  return true;
}

export const begin = (tx: Db, liveId: string, { ingestHash, at }: { ingestHash: Buffer; at: Date }) =>
  tx
    .updateTable('lives')
    .set({ is_planned: false, started_at: at, ingest_hash: ingestHash })
    .where('id', '=', liveId)
    .execute();

export const insertReminder = (db: Db, liveId: string, profileId: string) =>
  db
    .insertInto('live_reminders')
    .values({ live_id: liveId, profile_id: profileId })
    .onConflict((conflict) => conflict.columns(['live_id', 'profile_id']).doNothing())
    .execute();

export const deleteReminder = (db: Db, liveId: string, profileId: string) =>
  db.deleteFrom('live_reminders').where('live_id', '=', liveId).where('profile_id', '=', profileId).execute();

/** Members who asked to be notified, holders of a ticket, and who requested a private show, after one of them. */
export async function listAwaiting(db: Db, liveId: string, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ profile_id: string }>`
    select profile_id from (
        select r.profile_id from live_reminders r where r.live_id = ${liveId}
        union select l.requester_id from lives l where l.id = ${liveId} and l.requester_id is not null
        union select t.profile_id from live_tickets t where t.live_id = ${liveId} and t.returned_at is null
      ) as awaiting
      where profile_id > ${after}::uuid and ${isMember(sql`awaiting.profile_id`)}
      order by profile_id limit ${limit}`.execute(db);
  return rows.map(({ profile_id }) => profile_id);
}
