import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { PlatformDays } from '../../../platform/database-types.ts';

export type DayRow = Omit<Selectable<PlatformDays>, 'day'> & { day: string };

/** Days from `from` on, oldest first. */
export async function listDays(db: Db, from: string): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select to_char(day, 'YYYY-MM-DD') as day, total_users, active_users, new_signups, total_content, new_content,
        daily_revenue_cents, total_revenue_cents, reported_content, suspended_users, requests, failed_requests, measured_at
      from platform_days where day >= ${from}::date order by platform_days.day`.execute(db);
  return rows;
}

/** The last day before `day`, or undefined. */
export async function findDayBefore(db: Db, day: string): Promise<DayRow | undefined> {
  const { rows } = await sql<DayRow>`
    select to_char(day, 'YYYY-MM-DD') as day, total_users, active_users, new_signups, total_content, new_content,
        daily_revenue_cents, total_revenue_cents, reported_content, suspended_users, requests, failed_requests, measured_at
      from platform_days where day < ${day}::date order by platform_days.day desc limit 1`.execute(db);
  return rows[0];
}

/** Writes a day; what an earlier measurement of it knows and this one does not (null) stays. */
export async function saveDay(db: Db, row: DayRow): Promise<void> {
  await sql`
    insert into platform_days as kept (day, total_users, active_users, new_signups, total_content, new_content,
        daily_revenue_cents, total_revenue_cents, reported_content, suspended_users, requests, failed_requests, measured_at)
      values (${row.day}::date, ${row.total_users}, ${row.active_users}, ${row.new_signups}, ${row.total_content},
        ${row.new_content}, ${row.daily_revenue_cents}, ${row.total_revenue_cents}, ${row.reported_content},
        ${row.suspended_users}, ${row.requests}, ${row.failed_requests}, ${row.measured_at})
      on conflict (day) do update set total_users = excluded.total_users,
        active_users = coalesce(excluded.active_users, kept.active_users), new_signups = excluded.new_signups,
        total_content = excluded.total_content, new_content = excluded.new_content,
        daily_revenue_cents = excluded.daily_revenue_cents, total_revenue_cents = excluded.total_revenue_cents,
        reported_content = coalesce(excluded.reported_content, kept.reported_content),
        suspended_users = coalesce(excluded.suspended_users, kept.suspended_users),
        requests = coalesce(excluded.requests, kept.requests),
        failed_requests = coalesce(excluded.failed_requests, kept.failed_requests),
        measured_at = excluded.measured_at`.execute(db);
}
