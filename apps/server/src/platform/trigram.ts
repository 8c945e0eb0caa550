import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from './database.ts';
import { contains } from './like-pattern.ts';
import { isStatementTimeout } from './postgres-errors.ts';

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

/** Milliseconds: among millions of names a comparison of trigrams can take seconds of a core. */
const similarTimeMs = 300;

/** As `withFuzzyMatch`, for what only adds to a result: nothing where it would take longer than 0.3 s. */
export async function findSimilar<Row>(db: Database['db'], query: (tx: Db) => Promise<Row[]>): Promise<Row[]> {
  try {
    return await withFuzzyMatch(db, async (tx) => {
      await sql`select set_config('statement_timeout', ${String(similarTimeMs)}, true)`.execute(tx);
      return query(tx);
    });
  } catch (error) {
    if (isStatementTimeout(error)) return [];
    throw error;
  }
}

/** In a shorter text a typo leaves no trigram to find it by. */
const fuzzyFromLetters = 4;

/** Condition: the column holds `text`, or words much like it. Three letters or more. */
export const holdsTextOrSimilar = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`(${column} ilike ${contains(text)} or ${text} <% ${column})`;

/** `exact`, what holds `text` as it is, followed by what holds words much like it where there are fewer than `limit`. */
export async function addSimilar<Row extends { id: string }>(
  exact: readonly Row[],
  { text, limit, find }: { text: string; limit: number; find(): Promise<Row[]> },
): Promise<Row[]> {
  if (exact.length >= limit || text.length < fuzzyFromLetters) return [...exact];
  const known = new Set(exact.map(({ id }) => id));
  const similar = await find();
  return [...exact, ...similar.filter(({ id }) => !known.has(id))].slice(0, limit);
}
