import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from './database.ts';
import { contains } from './like-pattern.ts';

/** How much of a word must match for `<%`: one typo in seven letters passes, another word does not. */
const wordSimilarity = '0.45';

/** Runs queries whose `<%` and `%>` tolerate typos (fuzzy match); the index serves them at this threshold too. */
export async function withFuzzyMatch<Found>(db: Database['db'], query: (tx: Db) => Promise<Found>): Promise<Found> {
  return db.transaction().execute(async (tx) => {
    // PostgreSQL estimates a comparison of trigrams as cheap as one of numbers, and would scan every row.
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${wordSimilarity}, true),
      set_config('enable_seqscan', 'off', true)`.execute(tx);
    return query(tx);
  });
}

/** In a shorter text a typo leaves no trigram to find it by. */
const fuzzyFromLetters = 4;

/** Condition: the column holds `text`, or, if `fuzzy`, words much like it. Three letters or more. */
export const holdsText = (column: RawBuilder<unknown>, text: string, fuzzy: boolean): RawBuilder<boolean> =>
  fuzzy
    ? sql<boolean>`(${column} ilike ${contains(text)} or ${text} <% ${column})`
    : sql<boolean>`${column} ilike ${contains(text)}`;

/** What holds `text` as it is, and only where that is fewer than `limit`, what holds words much like it. */
export async function exactThenFuzzy<Row extends { id: string }>(
  text: string,
  limit: number,
  find: (fuzzy: boolean) => Promise<Row[]>,
): Promise<Row[]> {
  const exact = await find(false);
  if (exact.length >= limit || text.length < fuzzyFromLetters) return exact;
  const known = new Set(exact.map(({ id }) => id));
  const similar = await find(true);
  return [...exact, ...similar.filter(({ id }) => !known.has(id))].slice(0, limit);
}
