import { sql } from 'kysely';
import type { Database, Db } from './database.ts';

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
