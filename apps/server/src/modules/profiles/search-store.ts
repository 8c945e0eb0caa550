import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { contains, startsWith } from '../../platform/like-pattern.ts';
import type { ProfileRow } from './store.ts';
import { visibleRow } from './visibility-store.ts';

/** A text that half of all names hold must not cost a comparison with each of them. */
const mostCompared = 1_000;

/**
 * People whose name holds `text` or nearly does, the closest first. One or two letters are matched from the start,
 * because they have no trigram that an index could look for.
 */
export async function searchByName(
  db: Db,
  wanted: { viewerId: string | null; text: string; creators: boolean; limit: number },
): Promise<ProfileRow[]> {
  const { text, viewerId } = wanted;
  const matches =
    text.length < 3
      ? sql<boolean>`lower(display_name) like ${startsWith(text.toLowerCase())}`
      : sql<boolean>`(display_name ilike ${contains(text)} or ${text} <% display_name)`;
  const candidates = db
    .selectFrom('profiles')
    .selectAll()
    .where(matches)
    .where('category', wanted.creators ? 'is not' : 'is', null)
    .where(visibleRow(viewerId, 'profiles'))
    .limit(mostCompared);
  return db
    .selectFrom(candidates.as('candidates'))
    .selectAll()
    .orderBy(sql`display_name ilike ${startsWith(text)}`, 'desc')
    .orderBy(sql`word_similarity(${text}, display_name)`, 'desc')
    .orderBy('subscriber_count', 'desc')
    .orderBy('id')
    .limit(wanted.limit)
    .execute();
}
