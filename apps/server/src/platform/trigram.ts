import { sql } from 'kysely';
import type { Database, Db } from './database.ts';

/** How much of a word must agree for `<%`: one slip in seven letters passes, another word does not. */
const wordSimilarity = '0.45';

/** Runs queries whose `<%` and `%>` forgive a slip of the finger; the index serves them at this threshold too. */
export async function forgivingSlips<Found>(db: Database['db'], query: (tx: Db) => Promise<Found>): Promise<Found> {
  return db.transaction().execute(async (tx) => {
    // PostgreSQL takes a comparison of trigrams for as cheap as one of numbers, and would compare every row.
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${wordSimilarity}, true),
      set_config('enable_seqscan', 'off', true)`.execute(tx);
    return query(tx);
  });
}
