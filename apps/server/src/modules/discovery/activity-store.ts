import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

export interface Craving {
  category: string;
  profileId: string;
  city: string;
}

/** Records that these members crave these categories now. Pairs of category and member must be distinct. */
export async function recordCravings(db: Db, cravings: readonly Craving[], at: Date): Promise<void> {
  await sql`
    insert into cravings (category, profile_id, city, craved_at)
      select category, profile_id, city, ${at}
        from unnest(${cravings.map((one) => one.category)}::text[], ${cravings.map((one) => one.profileId)}::uuid[],
          ${cravings.map((one) => one.city)}::text[]) as one (category, profile_id, city)
      on conflict (category, profile_id) do update
        set craved_at = greatest(cravings.craved_at, excluded.craved_at), city = excluded.city`.execute(db);
}

/** Members who craved each category after `since`. */
export async function countCravings(db: Db, since: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ category: string; people: number }>`
    select category, count(*)::int as people from cravings where craved_at > ${since} group by category`.execute(db);
  return new Map(rows.map((row) => [row.category, row.people]));
}

export interface CityCraving {
  city: string;
  category: string;
  people: number;
}

/** The same by city, most craved first, without cities of fewer than `atLeast` members. */
export async function listCityCravings(db: Db, since: Date, atLeast: number): Promise<CityCraving[]> {
  const { rows } = await sql<CityCraving>`
    select city, category, count(*)::int as people from cravings where craved_at > ${since}
      group by city, category having count(*) >= ${atLeast} order by people desc, category`.execute(db);
  return rows;
}

export type Counts = ReadonlyMap<string, number>;

/** Stores the current counts as the snapshot of `bucket`, unless it has one. */
export async function saveSnapshot(db: Db, figure: string, bucket: Date, counts: Counts): Promise<void> {
  await sql`
    insert into activity_snapshots (figure, bucket, key, people)
      select ${figure}, ${bucket}, key, people
        from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::int[]) as one (key, people)
      on conflict do nothing`.execute(db);
}

/** The counts of the latest bucket between the two, or null. */
export async function findSnapshot(db: Db, figure: string, between: { from: Date; to: Date }): Promise<Counts | null> {
  const { rows } = await sql<{ key: string; people: number }>`
    select key, people from activity_snapshots
      where figure = ${figure} and bucket = (
        select max(bucket) from activity_snapshots
          where figure = ${figure} and bucket >= ${between.from} and bucket <= ${between.to})`.execute(db);
  return rows.length === 0 ? null : new Map(rows.map((row) => [row.key, row.people]));
}

export interface FigureRow<Value> {
  value: Value;
  computed_at: Date;
}

export async function findFigure<Value>(db: Db, name: string): Promise<FigureRow<Value> | null> {
  const { rows } = await sql<FigureRow<Value>>`
    select value, computed_at from activity_figures where name = ${name} and computed_at is not null`.execute(db);
  return rows[0] ?? null;
}

/** Claims the counting for this process; false when another process began in the last `leaseMs`. */
export async function claimFigure(db: Db, name: string, now: Date, leaseMs: number): Promise<boolean> {
  const latest = new Date(now.getTime() - leaseMs);
  // A claim from the future was made by a clock that has since gone back.
  const impossible = new Date(now.getTime() + leaseMs);
  const { rows } = await sql`
    insert into activity_figures as figure (name, claimed_at) values (${name}, ${now})
      on conflict (name) do update set claimed_at = excluded.claimed_at
        where figure.claimed_at <= ${latest} or figure.claimed_at > ${impossible}
      returning name`.execute(db);
  return rows.length > 0;
}

export async function saveFigure(db: Db, name: string, value: unknown, at: Date): Promise<void> {
  await sql`
    insert into activity_figures as figure (name, value, computed_at, claimed_at)
      values (${name}, ${JSON.stringify(value)}::jsonb, ${at}, ${at})
      on conflict (name) do update set value = excluded.value, computed_at = excluded.computed_at`.execute(db);
}

/** Deletes lapsed posts and moods, and snapshots that are too old to compare with. */
export async function sweepActivity(db: Db, before: { posts: Date; cravings: Date; snapshots: Date }): Promise<void> {
  await sql`delete from interest_posts where expires_at < ${before.posts}`.execute(db);
  await sql`delete from moods where expires_at < ${before.posts}`.execute(db);
  await sql`delete from cravings where craved_at < ${before.cravings}`.execute(db);
  await sql`delete from activity_snapshots where bucket < ${before.snapshots}`.execute(db);
}
