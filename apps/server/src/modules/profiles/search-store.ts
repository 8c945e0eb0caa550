import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from '../../platform/database.ts';
import { afterAllWith, contains, startsWith } from '../../platform/like-pattern.ts';
import { prepare } from '../../platform/prepared.ts';
import { holdsTextOrSimilar } from '../../platform/trigram.ts';
import type { ProfileRow } from './store.ts';
import { visibleRow } from './visibility-store.ts';

/** Rows compared at most: a text that half of all names contain must stay cheap. Creators are ranked by subscribers. */
const comparisonLimits = { creators: 1_000, people: 200 };

export interface NameSearch {
  viewerId: string | null;
  text: string;
  limit: number;
}

const slots = ['viewer', 'text', 'from', 'to', 'limit'] as const;
type Slots = Record<(typeof slots)[number], RawBuilder<unknown>>;

const candidates = (viewer: RawBuilder<unknown>, condition: RawBuilder<unknown>, creators: boolean) => sql`
  select * from profiles
    where ${condition} and category is ${creators ? sql`not null` : sql`null`} and ${visibleRow(viewer, 'profiles')}
    limit ${sql.lit(creators ? comparisonLimits.creators : comparisonLimits.people)}`;
const closest = (found: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: RawBuilder<unknown>) => sql<ProfileRow>`
  (select * from (${found}) as candidates order by ${order} subscriber_count desc, id limit ${limit})`;
const isNamed = (text: RawBuilder<unknown>) => sql`lower(display_name) = lower(${text})`;
/** The name is the text, begins with it, then how alike they are. */
const likeness = (beginning: RawBuilder<unknown>, text: RawBuilder<unknown>) =>
  sql`${isNamed(text)} desc, display_name ilike ${beginning} desc, word_similarity(${text}, display_name) desc,`;

/**
 * Prepares the queries for people and creators whose name holds a text, closest first. One or two letters match only the
 * start of a name, since they have no trigram to use an index with; those matches rank equally.
 */
export function createSearchByName(database: Database): (wanted: NameSearch) => Promise<ProfileRow[]> {
  const both = (
    name: string,
    condition: (slot: Slots) => RawBuilder<unknown>,
    order: (slot: Slots) => RawBuilder<unknown>,
  ) =>
    prepare<(typeof slots)[number], ProfileRow>(
      database,
      name,
      slots,
      (slot) => {
        const viewer = sql`${slot.viewer}::uuid`;
        const part = (creators: boolean) =>
          closest(
            // A name that is the text must not be lost among those that hold it.
            sql`(${candidates(viewer, isNamed(sql`${slot.text}::text`), creators)}) union all
              (${candidates(viewer, sql`${condition(slot)} and not ${isNamed(sql`${slot.text}::text`)}`, creators)})`,
            order(slot),
            sql`${slot.limit}::int`,
          );
        return sql`${part(false)} union all ${part(true)}`;
      },
      database.planned,
    );
  const starting = both(
    'names that start with a text',
    ({ from, to }) => sql`lower(display_name) ~>=~ ${from}::text and lower(display_name) ~<~ ${to}::text`,
    () => sql``,
  );
  const holding = both(
    'names that hold a text',
    ({ from }) => sql`display_name ilike ${from}::text`,
    ({ text, to }) => likeness(sql`${to}::text`, sql`${text}::text`),
  );
  return ({ viewerId: viewer, text, limit }) => {
    const lower = text.toLowerCase();
    return text.length < 3
      ? starting({ viewer, text, from: lower, to: afterAllWith(lower), limit })
      : holding({ viewer, text, from: contains(text), to: startsWith(text), limit });
  };
}

/** Letters without their marks, as most keyboards have them. */
const plainOf = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
/** Condition: the name holds the text, whichever of the two has marks on its letters. Served by an index of this form. */
const holdsPlain = (text: string) =>
  sql<boolean>`translate(lower(display_name), 'ḓḽṋṱṅšêëôöîïûüèéáà', 'dlntnseeooiiuueeaa') like ${contains(plainOf(text))}`;

/** People or creators whose name holds words like the text, closest first. Call it within `withFuzzyMatch`. */
export async function listSimilarNames(
  db: Db,
  { viewerId, text, limit, creators }: NameSearch & { creators: boolean },
): Promise<ProfileRow[]> {
  const found = candidates(
    sql`${viewerId}::uuid`,
    sql`(${holdsTextOrSimilar(sql`display_name`, text)} or ${holdsPlain(text)})`,
    creators,
  );
  const { rows } = await closest(found, likeness(sql`${startsWith(text)}`, sql`${text}`), sql`${limit}`).execute(db);
  return rows;
}
