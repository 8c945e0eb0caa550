import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { MatchingPreferences, MatchingResults, MatchingRuns } from '../../platform/database-types.ts';
import type { Ranked } from './rank.ts';

export type PreferencesRow = Selectable<MatchingPreferences>;
export type RunRow = Selectable<MatchingRuns>;
export type ResultRow = Selectable<MatchingResults>;

export async function findPreferences(db: Db, profileId: string): Promise<PreferencesRow | undefined> {
  return db.selectFrom('matching_preferences').selectAll().where('profile_id', '=', profileId).executeTakeFirst();
}

export async function listPreferences(db: Db, profileIds: readonly string[]): Promise<Map<string, PreferencesRow>> {
  const rows = await db
    .selectFrom('matching_preferences')
    .selectAll()
    .where('profile_id', '=', sql<string>`any(${profileIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.profile_id, row]));
}

/** Members whose preferences changed since then, oldest change first. */
export async function listChangedPreferences(db: Db, since: Date, limit: number): Promise<PreferencesRow[]> {
  return db
    .selectFrom('matching_preferences')
    .selectAll()
    .where('changed_at', '>=', since)
    .orderBy('changed_at')
    .orderBy('profile_id')
    .limit(limit)
    .execute();
}

export async function upsertPreferences(db: Db, row: PreferencesRow): Promise<void> {
  const { profile_id: _key, ...change } = row;
  await db
    .insertInto('matching_preferences')
    .values(row)
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(change))
    .execute();
}

export async function findRun(db: Db, profileId: string): Promise<RunRow | undefined> {
  return db.selectFrom('matching_runs').selectAll().where('profile_id', '=', profileId).executeTakeFirst();
}

export async function upsertRunRequest(db: Db, profileId: string, at: Date): Promise<void> {
  await db
    .insertInto('matching_runs')
    .values({ profile_id: profileId, asked_at: at })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet({ asked_at: at }))
    .execute();
}

export async function listResults(db: Db, profileId: string): Promise<ResultRow[]> {
  return db
    .selectFrom('matching_results')
    .selectAll()
    .where('profile_id', '=', profileId)
    .orderBy('score', 'desc')
    .orderBy('other_id')
    .execute();
}

/** Replaces a member's results and their time, in the caller's transaction. */
export async function replaceResults(
  db: Db,
  run: { profileId: string; computedAt: Date; considered: number },
  ranked: readonly Ranked[],
): Promise<void> {
  await db.deleteFrom('matching_results').where('profile_id', '=', run.profileId).execute();
  if (ranked.length > 0)
    await db
      .insertInto('matching_results')
      .values(
        ranked.map(({ id, score, location, interests, lifestyle, activity, distance }) => ({
          profile_id: run.profileId,
          other_id: id,
          score,
          location,
          interests,
          lifestyle,
          activity,
          distance,
        })),
      )
      .execute();
  await db
    .insertInto('matching_runs')
    .values({
      profile_id: run.profileId,
      asked_at: run.computedAt,
      computed_at: run.computedAt,
      considered: run.considered,
    })
    .onConflict((conflict) =>
      conflict.column('profile_id').doUpdateSet({ computed_at: run.computedAt, considered: run.considered }),
    )
    .execute();
}

/** Removes a member from everyone's matches, and deletes their own. */
export async function deleteMatchesOf(db: Db, profileId: string): Promise<void> {
  await db
    .deleteFrom('matching_results')
    .where((is) => is.or([is('profile_id', '=', profileId), is('other_id', '=', profileId)]))
    .execute();
  await db.deleteFrom('matching_runs').where('profile_id', '=', profileId).execute();
}
