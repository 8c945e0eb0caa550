import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { startsWith } from '../../platform/like-pattern.ts';
import { holdsText } from '../../platform/trigram.ts';
import type { ProfileRow } from './store.ts';
import { visibleRow } from './visibility-store.ts';

/** A text that half of all names hold must not cost a comparison with each of them. Creators differ by subscribers. */
const mostCompared = { creators: 1_000, people: 200 };

/**
 * People whose name holds `text`, or much the same if `fuzzy`, the closest first. One or two letters are matched from
 * the start, because they have no trigram that an index could look for, and all that match are as close.
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
    .limit(wanted.creators ? mostCompared.creators : mostCompared.people);
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
