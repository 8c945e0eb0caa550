import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';

export interface LinkVisits {
  label: string;
  today: number;
  visits: number;
}

export async function list(db: Db, profileId: string, days: { today: string; since: string }): Promise<LinkVisits[]> {
  const { rows } = await sql<LinkVisits>`
    select link.label, coalesce(sum(counted.visits) filter (where counted.day = ${days.today}::date), 0)::int as today,
        coalesce(sum(counted.visits), 0)::int as visits
      from profile_links as link left join profile_link_days as counted
        on counted.profile_id = link.profile_id and counted.label = link.label and counted.day >= ${days.since}::date
      where link.profile_id = ${profileId}
      group by link.label, link.created_at order by link.created_at, link.label`.execute(db);
  return rows;
}

export async function insert(db: Db, profileId: string, label: string, at: Date): Promise<void> {
  await db
    .insertInto('profile_links')
    .values({ profile_id: profileId, label, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** False when there was no such label. */
export async function remove(db: Db, profileId: string, label: string): Promise<boolean> {
  await db.deleteFrom('profile_link_days').where('profile_id', '=', profileId).where('label', '=', label).execute();
  const [gone] = await db
    .deleteFrom('profile_links')
    .where('profile_id', '=', profileId)
    .where('label', '=', label)
    .execute();
  return (gone?.numDeletedRows ?? 0n) > 0n;
}

/** Counts a visit unless this visitor was counted, or the member has no such label. */
export async function countVisit(
  db: Db,
  visit: { profileId: string; label: string; day: string; visitor: Buffer },
): Promise<void> {
  const { profileId, label, day, visitor } = visit;
  await sql`
    with fresh as (
      insert into profile_link_visitors (visitor, day)
        select ${visitor}::bytea, ${day}::date from profile_links where profile_id = ${profileId} and label = ${label}
        on conflict do nothing returning day
    )
    insert into profile_link_days (profile_id, label, day, visits)
      select ${profileId}::uuid, ${label}, fresh.day, 1 from fresh
      on conflict (profile_id, label, day) do update set visits = profile_link_days.visits + 1`.execute(db);
}

export async function deleteOld(db: Db, days: { today: string; since: string }): Promise<void> {
  await sql`delete from profile_link_visitors where day < ${days.today}::date`.execute(db);
  await sql`delete from profile_link_days where day < ${days.since}::date`.execute(db);
}
