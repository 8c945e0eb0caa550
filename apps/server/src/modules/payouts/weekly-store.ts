import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { PayoutSchedules } from '../../platform/database-types.ts';

export type ScheduleRow = Selectable<PayoutSchedules>;

export async function findSchedule(db: Db, profileId: string): Promise<(ScheduleRow & { nextDay: string }) | null> {
  const row = await db
    .selectFrom('payout_schedules')
    .selectAll()
    .select(sql<string>`next_day::text`.as('nextDay'))
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return row ?? null;
}

export async function saveSchedule(db: Db, row: Insertable<PayoutSchedules>): Promise<void> {
  const { profile_id: _same, ...fields } = row;
  await db
    .insertInto('payout_schedules')
    .values(row)
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(fields))
    .execute();
}

export async function deleteSchedule(db: Db, profileId: string): Promise<void> {
  await db.deleteFrom('payout_schedules').where('profile_id', '=', profileId).execute();
}

export interface DueSchedule {
  profileId: string;
  accountId: string;
  leastCents: number;
  weekday: number;
  nextDay: string;
  isNotified: boolean;
}

const due = sql`profile_id as "profileId", account_id as "accountId", least_cents as "leastCents", weekday,
  next_day::text as "nextDay", coalesce(notified_day = next_day, false) as "isNotified"`;

/** Locks one schedule whose day is at most `day`: not notified of yet, or any. Another process takes another one. */
export async function lockDue(
  tx: Db,
  { day, unnotified }: { day: string; unnotified: boolean },
): Promise<DueSchedule | null> {
  const { rows } = await sql<DueSchedule>`
    select ${due} from payout_schedules
      where next_day <= ${day} and ${unnotified ? sql`notified_day is distinct from next_day` : sql`true`}
      order by next_day, profile_id limit 1 for update skip locked`.execute(tx);
  return rows[0] ?? null;
}

export async function setNotified(tx: Db, profileId: string, day: string): Promise<void> {
  await sql`update payout_schedules set notified_day = ${day}::date where profile_id = ${profileId}`.execute(tx);
}

/** Moves a schedule on from `day`; does nothing if it was moved or changed meanwhile. */
export async function moveOn(tx: Db, profileId: string, { day, next }: { day: string; next: string }): Promise<void> {
  await sql`
    update payout_schedules set next_day = ${next}::date where profile_id = ${profileId} and next_day = ${day}::date`.execute(
    tx,
  );
}
