import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { contains } from '../../platform/like-pattern.ts';

/** Which rows of a register: of a creator, by a part of the title, below a place. */
export interface RegisterQuery {
  profileId: string;
  title: string | null;
  below: readonly [string, string] | null;
  limit: number;
}

export interface ClassificationRow {
  id: string;
  content_id: string;
  title: string;
  state: string;
  classification: string;
  fpb_rating: string;
  warning_labels: string[];
  is_answered: boolean;
  at: Date;
  place: string;
}

const placeOf = (column: 'classified_at' | 'asked_at') =>
  sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const matching = (title: string | null) => (title ? sql`item.title ilike ${contains(title)}` : sql`true`);

export async function listClassifications(db: Db, query: RegisterQuery): Promise<ClassificationRow[]> {
  const { profileId, title, below, limit } = query;
  const { rows } = await sql<ClassificationRow>`
    select given.id, given.content_id, item.title, item.state, given.classification, given.fpb_rating,
        given.warning_labels, given.answers is not null as is_answered, given.classified_at as at,
        ${placeOf('classified_at')} as place
      from content_items as item join content_classifications as given on given.content_id = item.id
      where item.profile_id = ${profileId} and ${matching(title)}
        and (${below?.[0] ?? null}::timestamptz is null
          or (given.classified_at, given.id) < (${below?.[0] ?? null}::timestamptz, ${below?.[1] ?? null}::uuid))
      order by given.classified_at desc, given.id desc limit ${limit}`.execute(db);
  return rows;
}

export interface ConsentRow {
  id: string;
  content_id: string;
  title: string;
  name: string;
  name_sealed: Buffer | null;
  is_linked: boolean;
  state: string;
  scope: string[];
  wording: number;
  asked_at: Date;
  answered_at: Date | null;
  revoked_at: Date | null;
  replaced_at: Date | null;
  media_sha256: Buffer | null;
  place: string;
}

export async function listConsents(db: Db, query: RegisterQuery): Promise<ConsentRow[]> {
  const { profileId, title, below, limit } = query;
  const { rows } = await sql<ConsentRow>`
    select person.id, person.content_id, item.title, person.name, person.name_sealed,
        person.token_hash is not null as is_linked, person.state, person.scope, person.wording, person.asked_at,
        person.answered_at, person.revoked_at, person.replaced_at, person.media_sha256, ${placeOf('asked_at')} as place
      from content_items as item join content_people as person on person.content_id = item.id
      where item.profile_id = ${profileId} and ${matching(title)}
        and (${below?.[0] ?? null}::timestamptz is null
          or (person.asked_at, person.id) < (${below?.[0] ?? null}::timestamptz, ${below?.[1] ?? null}::uuid))
      order by person.asked_at desc, person.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function countRegisters(
  db: Db,
  profileId: string,
): Promise<{ classifications: number; consents: number }> {
  const { rows } = await sql<{ classifications: number; consents: number }>`
    select (select count(*)::int from content_items as item
          join content_classifications as given on given.content_id = item.id where item.profile_id = ${profileId})
          as classifications,
        (select count(*)::int from content_items as item
          join content_people as person on person.content_id = item.id where item.profile_id = ${profileId}) as consents`.execute(
    db,
  );
  return rows[0] ?? { classifications: 0, consents: 0 };
}
