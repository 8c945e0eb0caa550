import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { ListedPhrases, PhraseMatches } from '../../../platform/database-types.ts';

export type PhraseRow = Selectable<ListedPhrases>;
export type MatchRow = Selectable<PhraseMatches>;

export const listPhrases = (db: Db): Promise<PhraseRow[]> => db.selectFrom('listed_phrases').selectAll().execute();

/** With the number of texts each was found in since a moment. */
export async function listWithMatches(db: Db, since: Date): Promise<(PhraseRow & { matches: number })[]> {
  const { rows } = await sql<PhraseRow & { matches: number }>`
    select phrase.*,
        (select count(*)::integer from phrase_matches as match
          where match.phrase = phrase.phrase and match.found_at >= ${since}) as matches
      from listed_phrases as phrase order by phrase.language, phrase.phrase`.execute(db);
  return rows;
}

/** Adds phrases; those that are listed get the new language, effect and rule. */
export async function upsertPhrases(db: Db, rows: readonly Insertable<ListedPhrases>[]): Promise<void> {
  await db
    .insertInto('listed_phrases')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column('phrase').doUpdateSet((excluded) => ({
        language: excluded.ref('excluded.language'),
        effect: excluded.ref('excluded.effect'),
        rule: excluded.ref('excluded.rule'),
        added_by: excluded.ref('excluded.added_by'),
        added_at: excluded.ref('excluded.added_at'),
      })),
    )
    .execute();
}

export const deletePhrase = (db: Db, id: string): Promise<PhraseRow | undefined> =>
  db.deleteFrom('listed_phrases').where('id', '=', id).returningAll().executeTakeFirst();

/** The same text of the same member again is one match. */
export async function insertMatches(db: Db, rows: readonly Insertable<PhraseMatches>[]): Promise<void> {
  await db
    .insertInto('phrase_matches')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Matches of an account since a moment. */
export async function countMatches(db: Db, accountId: string, since: Date): Promise<number> {
  const { n } = await db
    .selectFrom('phrase_matches')
    .select((select) => select.fn.countAll<string>().as('n'))
    .where('account_id', '=', accountId)
    .where('found_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Newest first; `below` is the id of the last one shown. */
export const listMatches = (db: Db, below: string | null, limit: number): Promise<MatchRow[]> =>
  db
    .selectFrom('phrase_matches')
    .selectAll()
    .$if(below !== null, (query) => query.where('id', '<', below ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export async function deleteMatchesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('phrase_matches').where('found_at', '<', before).execute();
}
