import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from '../../platform/database.ts';
import { afterAllWith, contains, escapeLike } from '../../platform/like-pattern.ts';
import { prepare } from '../../platform/prepared.ts';
import { holdsTextOrSimilar } from '../../platform/trigram.ts';
import type { ProfileRow } from './store.ts';
import { visibleRow } from './visibility-store.ts';

/** Rows compared at most: a text that half of all names hold must stay cheap. Creators are ranked by subscribers. */
const comparisonLimits = { creators: 1_000, people: 200 };

export interface NameSearch {
  viewerId: string | null;
  text: string;
  limit: number;
}

type Sql = RawBuilder<unknown>;

const name = sql`lower(display_name)`;
/** Most people are known by their last name too. Served by an index of this form. */
const lastName = sql`lower(substring(display_name from '[^ ]*$'))`;

/** Rows that any viewer might see, at most as many as are compared; the conditions are those of the partial indexes. */
const candidates = ({
  condition,
  step,
  order,
  creators,
}: {
  condition: Sql;
  step: Sql;
  order: Sql;
  creators: boolean;
}) => sql`
  (select *, ${step} as step, null::text as place from profiles
    where ${condition} and category is ${creators ? sql`not null` : sql`null`} and hidden_at is null
      and not awaiting_age_check
    ${order} limit ${sql.lit(creators ? comparisonLimits.creators : comparisonLimits.people)})`;

/** Whether the viewer may see a row is asked in the order of the answer, so of few rows. */
const firstVisible = (found: Sql, viewer: Sql, limit: Sql) => sql<ProfileRow>`
  (select * from (select * from (${found}) as found order by step, subscriber_count desc, id) as candidates
    where ${visibleRow(viewer, 'candidates')} order by step, subscriber_count desc, id limit ${limit})`;

const slots = ['viewer', 'text', 'from', 'to', 'limit'] as const;
type Slots = Record<(typeof slots)[number], Sql>;

/** Conditions that a name, or its last word, begins with the text. */
const beginsWith = ({ from, to }: Pick<Slots, 'from' | 'to'>, what: Sql) =>
  sql`(${what} ~>=~ ${from}::text and ${what} ~<~ ${to}::text)`;

/**
 * Reads rows in the order of an index: those it returns, and those before them that this viewer may not see, at most as
 * many as are compared. A search by a few letters would otherwise sort a part of all names.
 */
const firstInOrder = (
  slot: Slots,
  {
    condition,
    step,
    place,
    order,
    except,
  }: Record<'condition' | 'step' | 'place' | 'except', Sql> & {
    /** By columns, of which `place` is one: PostgreSQL then sees that both lists have the same order. */
    order: Sql;
  },
) => sql`
  (select * from (select * from (select *, ${step} as step, ${place} as place from profiles) as placed
      where ${condition} and hidden_at is null and not awaiting_age_check
      order by ${order} limit ${sql.lit(comparisonLimits.people)}) as found
    where ${visibleRow(sql`${slot.viewer}::uuid`, 'found')} and ${except}
    order by ${order} limit ${slot.limit}::int)`;

/** Those whose name is the text first: it stands before every other that begins with it. */
const peopleThatBegin = (slot: Slots) => {
  const inOrder = (what: Sql, step: Sql, except: Sql) =>
    firstInOrder(slot, {
      condition: sql`${beginsWith(slot, what)} and category is null`,
      ...{ step, place: what, order: sql`place using ~<~`, except },
    });
  return sql<ProfileRow>`
    (select * from (${inOrder(name, sql`1`, sql`true`)}
        union all ${inOrder(lastName, sql`2`, sql`not ${beginsWith(slot, name)}`)}) as both_names
      order by step, place using ~<~, id limit ${slot.limit}::int)`;
};

/** Creators whose name begins with one to three letters: who is called so, then those with the most subscribers. */
const creatorsByLetters = (slot: Slots, letters: number) => {
  const begins = (what: Sql) => sql`left(${what}, ${sql.lit(letters)}) = ${slot.from}::text`;
  const isText = sql`${name} = ${slot.from}::text`;
  const inOrder = (condition: Sql, step: Sql, except: Sql) =>
    firstInOrder(slot, {
      condition: sql`${condition} and category is not null`,
      ...{ step, place: sql`null::text`, order: sql`subscriber_count desc, id`, except },
    });
  return sql<ProfileRow>`
    (select * from (${inOrder(isText, sql`0`, sql`true`)}
        union all ${inOrder(begins(name), sql`1`, sql`not ${isText}`)}
        union all ${inOrder(begins(lastName), sql`2`, sql`not ${begins(name)}`)}) as found
      order by step, subscriber_count desc, id limit ${slot.limit}::int)`;
};

const creatorsThatBegin = (slot: Slots) => {
  const byName = candidates({
    condition: beginsWith(slot, name),
    step: sql`case when ${name} = ${slot.from}::text then 0 else 1 end`,
    order: sql`order by ${name} using ~<~`,
    creators: true,
  });
  // Those that begin with it too are left out after the limit: as a condition they would cost the order of the index.
  const byLastName = candidates({
    condition: beginsWith(slot, lastName),
    step: sql`2`,
    order: sql`order by ${lastName} using ~<~`,
    creators: true,
  });
  return firstVisible(
    sql`${byName} union all select * from ${byLastName} as last_names where not ${beginsWith(slot, name)}`,
    sql`${slot.viewer}::uuid`,
    sql`${slot.limit}::int`,
  );
};

const namesThatHold = (slot: Slots, creators: boolean) =>
  firstVisible(
    candidates({
      condition: sql`display_name ilike '%' || ${slot.text}::text || '%' and not ${beginsWith(slot, name)}
        and not ${beginsWith(slot, lastName)}`,
      step: sql`case when display_name ilike '% ' || ${slot.text}::text || '%' then 3 else 4 end`,
      order: sql``,
      creators,
    }),
    sql`${slot.viewer}::uuid`,
    sql`${slot.limit}::int`,
  );

export interface SearchByName {
  /** People and creators whose name is the text, or begins with it, or whose last name does, in this order. */
  begins(wanted: NameSearch): Promise<ProfileRow[]>;
  /** People or creators whose name holds the text elsewhere; for texts of three letters, which an index can find. */
  holds(wanted: NameSearch & { creators: boolean }): Promise<ProfileRow[]>;
}

/** Prepares the searches by name. Among equals those with the most subscribers come first. */
export function createSearchByName(database: Database): SearchByName {
  const planned = (statement: string, build: (slot: Slots) => RawBuilder<ProfileRow>) => {
    const run = prepare(database, statement, slots, build, database.planned);
    return ({ viewerId: viewer, text, limit }: NameSearch) => {
      const from = text.toLowerCase();
      return run({ viewer, text: escapeLike(text), from, to: afterAllWith(from), limit });
    };
  };
  const holds = {
    people: planned('people whose name holds a text', (slot) => namesThatHold(slot, false)),
    creators: planned('creators whose name holds a text', (slot) => namesThatHold(slot, true)),
  };
  const beginsWithText = planned(
    'names that begin with a text',
    (slot) => sql`${peopleThatBegin(slot)} union all ${creatorsThatBegin(slot)}`,
  );
  const beginsWithLetters = [1, 2, 3].map((letters) =>
    planned(
      `names that begin with ${letters} letters`,
      (slot) => sql`${peopleThatBegin(slot)} union all ${creatorsByLetters(slot, letters)}`,
    ),
  );
  return {
    begins: (wanted) => (beginsWithLetters[[...wanted.text.toLowerCase()].length - 1] ?? beginsWithText)(wanted),
    holds: ({ creators, ...wanted }) => holds[creators ? 'creators' : 'people'](wanted),
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
  const found = candidates({
    condition: sql`(${holdsTextOrSimilar(sql`display_name`, text)} or ${holdsPlain(text)})`,
    step: sql`-word_similarity(${text}, display_name)`,
    order: sql``,
    creators,
  });
  return (await firstVisible(found, sql`${viewerId}::uuid`, sql`${limit}`).execute(db)).rows;
}
