import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { FilmBoardRegistrations, FilmBoardTerms } from '../../platform/database-types.ts';

type Dated = 'due_on' | 'valid_from' | 'valid_until';
/** A row, with its calendar days as text. */
export type RegistrationRow = Omit<Selectable<FilmBoardRegistrations>, Dated | 'certificate_pdf'> &
  Record<Dated, string | null> & { has_certificate_pdf: boolean };

const day = (column: Dated) => sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`.as(column);

const rows = (db: Db) =>
  db
    .selectFrom('film_board_registrations')
    .select([
      'id',
      'profile_id',
      'number',
      'status',
      'x18_exemption',
      'x18_active',
      'created_at',
      'answers_sealed',
      'submitted_at',
      'decided_at',
      'decided_by',
      'reason',
      'certificate_media_id',
      'x18_proposed_by',
      'x18_proposed_at',
      'x18_confirmed_by',
      'x18_confirmed_at',
      'reminded_days',
    ])
    .select([day('due_on'), day('valid_from'), day('valid_until')])
    .select(sql<boolean>`certificate_pdf is not null`.as('has_certificate_pdf'));

const holdsOn = (today: string) =>
  sql<boolean>`status = 'approved' and coalesce(valid_from, ${today}::date) <= ${today}::date
    and coalesce(valid_until, ${today}::date) >= ${today}::date`;

/** Serialises what is sent for one profile. */
export async function lockProfile(db: Db, profileId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`film board ${profileId}`}, 0))`.execute(db);
}

/** The newest application of a profile. */
export const findLatest = (db: Db, profileId: string): Promise<RegistrationRow | undefined> =>
  rows(db)
    .where('profile_id', '=', profileId)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The registration of a profile that holds on a calendar day; the one that holds longest. */
export const findHolding = (db: Db, profileId: string, today: string): Promise<RegistrationRow | undefined> =>
  rows(db)
    .where('profile_id', '=', profileId)
    .where(holdsOn(today))
    .orderBy('x18_exemption', 'desc')
    .orderBy(sql`film_board_registrations.valid_until desc nulls first`)
    .limit(1)
    .executeTakeFirst();

/**
 * A registration of the profile, other than `exceptId`, with an X18 exemption on a calendar day. It cannot end before the
 * caller's transaction does.
 */
export async function lockExemption(
  db: Db,
  { profileId, today, exceptId }: { profileId: string; today: string; exceptId: string | null },
): Promise<string | null> {
  const { rows: found } = await sql<{ id: string }>`
    select id from film_board_registrations
      where profile_id = ${profileId} and x18_active and ${holdsOn(today)} and id is distinct from ${exceptId}::uuid
      order by valid_until desc nulls first limit 1 for key share`.execute(db);
  return found[0]?.id ?? null;
}

export const find = (db: Db, id: string): Promise<RegistrationRow | undefined> =>
  rows(db).where('id', '=', id).executeTakeFirst();

/** Locked against other decisions, not against publishing. */
export const lock = (db: Db, id: string): Promise<RegistrationRow | undefined> =>
  rows(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** Waits for running publications under the registration, and holds back new ones. */
export async function lockAgainstUse(db: Db, id: string): Promise<void> {
  await db.selectFrom('film_board_registrations').select('id').where('id', '=', id).forUpdate().execute();
}

export async function insert(db: Db, row: Insertable<FilmBoardRegistrations>): Promise<void> {
  await db.insertInto('film_board_registrations').values(row).execute();
}

export async function update(db: Db, id: string, change: Updateable<FilmBoardRegistrations>): Promise<void> {
  await db.updateTable('film_board_registrations').set(change).where('id', '=', id).execute();
}

/** The sealed certificate of a registration, and whose it is. */
export const findPdf = (
  db: Db,
  id: string,
): Promise<{ profile_id: string | null; certificate_pdf: Buffer | null } | undefined> =>
  db
    .selectFrom('film_board_registrations')
    .select(['profile_id', 'certificate_pdf'])
    .where('id', '=', id)
    .executeTakeFirst();

export type ListState = 'waiting' | 'holding' | 'closed';

/** The conditions of the lists. A proposed exemption waits too. */
const lists: Record<ListState, { where: RawBuilder<boolean>; place: RawBuilder<string>; order: 'asc' | 'desc' }> = {
  waiting: {
    where: sql<boolean>`(status = 'pending' or (status = 'approved' and x18_proposed_at is not null and not x18_exemption))`,
    place: sql<string>`coalesce(to_char(case when status = 'pending' then due_on end, 'YYYY-MM-DD'), '9999')`,
    order: 'asc',
  },
  holding: {
    where: sql<boolean>`status = 'approved'`,
    place: sql<string>`coalesce(to_char(valid_until, 'YYYY-MM-DD'), '9999')`,
    order: 'asc',
  },
  closed: {
    where: sql<boolean>`status in ('refused', 'lapsed', 'withdrawn')`,
    place: sql<string>`to_char(coalesce(decided_at, submitted_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US')`,
    order: 'desc',
  },
};

/** A page of a list, each row with its place in it. */
export async function list(
  db: Db,
  state: ListState,
  after: readonly [string, string] | null,
  limit: number,
): Promise<(RegistrationRow & { place: string })[]> {
  const { where, place, order } = lists[state];
  const isAfter = order === 'asc' ? sql`>` : sql`<`;
  return rows(db)
    .select(place.as('place'))
    .where(where)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(${place}, id) ${isAfter} (${after?.[0] ?? ''}, ${after?.[1] ?? null}::uuid)`),
    )
    .orderBy(place, order)
    .orderBy('id', order)
    .limit(limit)
    .execute();
}

export async function countWaiting(db: Db, today: string): Promise<{ waiting: number; late: number }> {
  const { rows: found } = await sql<{ waiting: number; late: number }>`
    select count(*)::int as waiting, count(*) filter (where status = 'pending' and due_on < ${today}::date)::int as late
      from film_board_registrations where ${lists.waiting.where}`.execute(db);
  return found[0] ?? { waiting: 0, late: 0 };
}

/** Approved registrations whose last day was before a calendar day. */
export async function listEnded(db: Db, today: string): Promise<string[]> {
  const { rows: found } = await sql<{ id: string }>`
    select id from film_board_registrations where status = 'approved' and valid_until < ${today}::date
      order by valid_until, id`.execute(db);
  return found.map(({ id }) => id);
}

/** Approved registrations that end within some days, with the days that are left. */
export async function listEnding(
  db: Db,
  today: string,
  withinDays: number,
): Promise<{ id: string; daysLeft: number; remindedDays: number | null }[]> {
  const { rows: found } = await sql<{ id: string; daysLeft: number; remindedDays: number | null }>`
    select id, valid_until - ${today}::date as "daysLeft", reminded_days as "remindedDays"
      from film_board_registrations
      where status = 'approved' and valid_until between ${today}::date and ${today}::date + ${withinDays}::int
      order by valid_until, id`.execute(db);
  return found;
}

export async function isCertificate(db: Db, mediaId: string): Promise<boolean> {
  const row = await db
    .selectFrom('film_board_registrations')
    .select('id')
    .where('certificate_media_id', '=', mediaId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type TermsRow = Pick<Selectable<FilmBoardTerms>, 'review_days' | 'reminder_days'>;

export const getTerms = (db: Db): Promise<TermsRow> =>
  db.selectFrom('film_board_terms').select(['review_days', 'reminder_days']).executeTakeFirstOrThrow();

export async function setTerms(db: Db, terms: Updateable<FilmBoardTerms>): Promise<void> {
  await db.updateTable('film_board_terms').set(terms).execute();
}
