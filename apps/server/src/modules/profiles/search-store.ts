import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { startsWith } from '../../platform/like-pattern.ts';
import { holdsText } from '../../platform/trigram.ts';
import type { ProfileRow } from './store.ts';
import { visibleRow } from './visibility-store.ts';

/** Rows compared at most: a text that half of all names contain must stay cheap. Creators are ranked by subscribers. */
const comparisonLimits = { creators: 1_000, people: 200 };

/**
 * People whose name contains `text`, or approximately if `fuzzy`, closest first. One or two letters match only the
 * start of a name, since they have no trigram to use an index with; those matches rank equally.
 */
export async function searchByName(
  db: Db,
  wanted: { viewerId: string | null; text: string; creators: boolean; fuzzy: boolean; limit: number },
): Promise<ProfileRow[]> {
  const { text, viewerId } = wanted;
  const isShort = text.length < 3;
  const candidates = db
    .selectFrom('profiles')
    .selectAll()
    .where(
      isShort
        ? sql<boolean>`lower(display_name) like ${startsWith(text.toLowerCase())}`
        : holdsText(sql`display_name`, text, wanted.fuzzy),
    )
    .where('category', wanted.creators ? 'is not' : 'is', null)
    .where(visibleRow(viewerId, 'profiles'))
    .limit(wanted.creators ? comparisonLimits.creators : comparisonLimits.people);
  const closest = db.selectFrom(candidates.as('candidates')).selectAll();
  return (
    isShort
      ? closest
      : closest
          .orderBy(sql`display_name ilike ${startsWith(text)}`, 'desc')
          .orderBy(sql`word_similarity(${text}, display_name)`, 'desc')
  )
    .orderBy('subscriber_count', 'desc')
    .orderBy('id')
    .limit(wanted.limit)
    .execute();
}
