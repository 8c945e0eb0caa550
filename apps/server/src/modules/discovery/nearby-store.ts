import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { createLane } from '../../platform/lane.ts';
import { prepare } from '../../platform/prepared.ts';
import type { Areas, Rings } from './surroundings.ts';

export interface PeopleFilters {
  ageFrom: number;
  ageTo: number;
  /** 0 matches all. */
  relationship: number;
  verified: boolean;
  /** A bit of `interestBits`; 0 matches all. */
  interest: number;
  /** Excludes members whose last visit is in an older band. */
  maxBand: number;
  /** Excludes members who fell behind or moved after this time: they were shown already. */
  since: Date;
}

/** Where a list by distance continues: after this key at that distance. */
export interface DistancePosition {
  km: number;
  rank: number;
  tie: bigint;
}
/** Where a list by recency continues. */
export interface RecencyPosition {
  band: number;
  rank: number;
  tie: bigint;
}

export interface WalkedPerson extends DistancePosition {
  id: string;
}
export interface RecentPerson extends RecencyPosition {
  id: string;
  cell: bigint;
}

export interface NearbyStore {
  /** The first people of some rings, nearest first: index scans that end with the ring that fills `limit`. */
  walk(rings: Rings, filters: PeopleFilters, after: DistancePosition, limit: number): Promise<WalkedPerson[]>;
  /** The most recent people of some areas. */
  walkRecent(areas: Areas, filters: PeopleFilters, after: RecencyPosition, limit: number): Promise<RecentPerson[]>;
  /** The same for available members. */
  walkAvailable(
    rings: Rings,
    wanted: { now: Date; relationship: number },
    after: DistancePosition,
    limit: number,
  ): Promise<WalkedPerson[]>;
  /** Number of people in each range of cells whose last visit is in the first band, in order. */
  countRanges(ranges: readonly { from: bigint; to: bigint }[]): Promise<number[]>;
}

const filterSlots = ['ageFrom', 'ageTo', 'relationship', 'verified', 'interest', 'maxBand', 'since'] as const;
type Filter = (typeof filterSlots)[number];

const passes = (value: Record<Filter, RawBuilder<unknown>>) => sql`
  people.band <= ${value.maxBand} and people.age between ${value.ageFrom} and ${value.ageTo}
    and (${value.relationship} = 0 or people.relationship = ${value.relationship})
    and (not ${value.verified} or people.verified)
    and (${value.interest} = 0 or people.interests & ${value.interest} <> 0)
    and people.fell_at <= ${value.since}`;
const list = (values: readonly (bigint | number | boolean)[]) => `{${values.join(',')}}`;
const moments = (values: readonly Date[]) => `{${values.map((value) => value.toISOString()).join(',')}}`;
/** Nested arrays of array literals; NULL stays NULL. */
const lists = (literals: readonly (string | null)[]) =>
  `{${literals.map((literal) => (literal === null ? 'NULL' : `"${literal.replaceAll('"', '\\"')}"`)).join(',')}}`;

/**
 * People of many walks at once, each ring by ring. Rings are scanned in order and none after the one that fills `most`,
 * so PostgreSQL only sorts within a ring; `sortPeople` does the rest.
 */
const ringByRing = (wanted: RawBuilder<unknown>, passing: RawBuilder<unknown>) => sql<WalkedPerson & { nth: number }>`
  select wanted.nth::int as nth, found.profile_id as id, found.km, found.rank, found.tie
    from ${wanted}
    cross join lateral (
      select person.profile_id, near.km, person.rank, person.tie
        from unnest(wanted.kms::int[], wanted.cells::text[]) as near (km, cells)
        cross join lateral (
          select one.profile_id, one.rank, one.tie from unnest(near.cells::bigint[]) as near_cell (cell)
            cross join lateral (
              select people.profile_id, people.rank, people.tie from discovery_people as people
                where people.cell = near_cell.cell and ${passing}
                  and (people.rank, people.tie) > (
                    case when near.km = wanted.km then wanted.rank else -1::smallint end, wanted.tie)
                order by people.rank, people.tie limit wanted.most
            ) as one
            order by one.rank, one.tie limit wanted.most
        ) as person
        limit wanted.most
    ) as found`;

const sortPeople = (people: WalkedPerson[]): WalkedPerson[] =>
  people.sort((a, b) => a.km - b.km || a.rank - b.rank || (a.tie < b.tie ? -1 : 1));

interface Walk<Wanted> {
  rings: Rings;
  wanted: Wanted;
  after: DistancePosition;
  limit: number;
}
const walkSlots = ['kms', 'cells', 'km', 'rank', 'tie', 'most'] as const;
const walkValues = (walks: readonly Walk<unknown>[]) => ({
  kms: lists(walks.map(({ rings }) => list(rings.kms))),
  cells: lists(walks.map(({ rings }) => lists(rings.cells))),
  km: list(walks.map(({ after }) => after.km)),
  rank: list(walks.map(({ after }) => after.rank)),
  tie: list(walks.map(({ after }) => after.tie)),
  most: list(walks.map(({ limit }) => limit)),
});

/** Walks that arrive during another become one statement. Far ones go alone, so that sparse areas delay no one. */
function walkInLane<Wanted>(
  runWalks: (walks: readonly Walk<Wanted>[]) => Promise<(WalkedPerson & { nth: number })[]>,
): (walk: Walk<Wanted>) => Promise<WalkedPerson[]> {
  const call = async (walks: readonly Walk<Wanted>[]): Promise<WalkedPerson[][]> => {
    const results: WalkedPerson[][] = walks.map(() => []);
    for (const { nth, ...person } of await runWalks(walks)) results[nth - 1]?.push(person);
    return results.map(sortPeople);
  };
  const lane = createLane<Walk<Wanted>, WalkedPerson[]>({ name: 'discovery.nearby', call, limit: 32 });
  return async (walk) => ((walk.rings.kms.at(-1) ?? 0) <= nearKm ? lane.send(walk) : ((await call([walk]))[0] ?? []));
}
const nearKm = 4;

/** The parameters of one call, with their types. */
const typed = (slot: Record<Filter, RawBuilder<unknown>>): Record<Filter, RawBuilder<unknown>> => ({
  ageFrom: sql`${slot.ageFrom}::smallint`,
  ageTo: sql`${slot.ageTo}::smallint`,
  relationship: sql`${slot.relationship}::smallint`,
  verified: sql`${slot.verified}::boolean`,
  interest: sql`${slot.interest}::integer`,
  maxBand: sql`${slot.maxBand}::smallint`,
  since: sql`${slot.since}::timestamptz`,
});

export function createNearbyStore(database: Database): NearbyStore {
  const byDistance = prepare(
    database,
    'people by distance',
    [...walkSlots, ...filterSlots],
    (slot) =>
      ringByRing(
        sql`unnest(${slot.kms}::text[], ${slot.cells}::text[], ${slot.km}::int[], ${slot.rank}::smallint[],
            ${slot.tie}::bigint[], ${slot.most}::int[], ${slot.ageFrom}::smallint[], ${slot.ageTo}::smallint[],
            ${slot.relationship}::smallint[], ${slot.verified}::boolean[], ${slot.interest}::int[],
            ${slot.maxBand}::smallint[], ${slot.since}::timestamptz[])
          with ordinality as wanted (kms, cells, km, rank, tie, most, age_from, age_to, relationship, verified, interest,
            max_band, since, nth)`,
        passes({
          ageFrom: sql`wanted.age_from`,
          ageTo: sql`wanted.age_to`,
          relationship: sql`wanted.relationship`,
          verified: sql`wanted.verified`,
          interest: sql`wanted.interest`,
          maxBand: sql`wanted.max_band`,
          since: sql`wanted.since`,
        }),
      ),
    database.planned,
  );
  const walk = walkInLane<PeopleFilters>((walks) =>
    byDistance({
      ...walkValues(walks),
      ageFrom: list(walks.map(({ wanted }) => wanted.ageFrom)),
      ageTo: list(walks.map(({ wanted }) => wanted.ageTo)),
      relationship: list(walks.map(({ wanted }) => wanted.relationship)),
      verified: list(walks.map(({ wanted }) => wanted.verified)),
      interest: list(walks.map(({ wanted }) => wanted.interest)),
      maxBand: list(walks.map(({ wanted }) => wanted.maxBand)),
      since: moments(walks.map(({ wanted }) => wanted.since)),
    }),
  );
  const recent = prepare<
    (typeof filterSlots)[number] | 'areas' | 'cells' | 'band' | 'rank' | 'tie' | 'limit',
    RecentPerson
  >(
    database,
    'people by recency',
    [...filterSlots, 'areas', 'cells', 'band', 'rank', 'tie', 'limit'],
    (slot) => sql`
      select found.profile_id as id, found.cell, found.band, found.rank, found.tie
        from (select area, cells::bigint[] as cells
                from unnest(${slot.areas}::bigint[], ${slot.cells}::text[]) as given (area, cells) offset 0) as near
        cross join lateral (
          select people.profile_id, people.cell, people.band, people.rank, people.tie from discovery_people as people
            where people.area = near.area and (near.cells is null or people.cell = any(near.cells)) and ${passes(typed(slot))}
              and (people.band, people.rank, people.tie) > (${slot.band}::smallint, ${slot.rank}::smallint, ${slot.tie}::bigint)
            order by people.band, people.rank, people.tie limit ${slot.limit}::int
        ) as found
        order by found.band, found.rank, found.tie limit ${slot.limit}::int`,
    database.planned,
  );
  const available = prepare(
    database,
    'available people by distance',
    [...walkSlots, 'now', 'relationship'],
    (slot) =>
      ringByRing(
        sql`unnest(${slot.kms}::text[], ${slot.cells}::text[], ${slot.km}::int[], ${slot.rank}::smallint[],
            ${slot.tie}::bigint[], ${slot.most}::int[], ${slot.now}::timestamptz[], ${slot.relationship}::smallint[])
          with ordinality as wanted (kms, cells, km, rank, tie, most, now, relationship, nth)`,
        sql`people.available_until is not null and people.available_until > wanted.now
          and (wanted.relationship = 0 or people.relationship = wanted.relationship)`,
      ),
    database.planned,
  );
  const walkAvailable = walkInLane<{ now: Date; relationship: number }>((walks) =>
    available({
      ...walkValues(walks),
      now: moments(walks.map(({ wanted }) => wanted.now)),
      relationship: list(walks.map(({ wanted }) => wanted.relationship)),
    }),
  );
  const counts = prepare<'froms' | 'tos', { people: number }>(
    database,
    'people by cell',
    ['froms', 'tos'],
    ({ froms, tos }) => sql`
      select (select count(*)::int from discovery_people as people where people.cell between part.first and part.last and people.band = 0) as people
        from unnest(${froms}::bigint[], ${tos}::bigint[]) with ordinality as part (first, last, n) order by part.n`,
  );
  return {
    walk: (rings, filters, after, limit) => walk({ rings, wanted: filters, after, limit }),
    walkRecent: ({ areas, cells }, filters, after, limit) =>
      recent({ ...filters, ...after, areas: list(areas), cells: lists(cells), limit }),
    walkAvailable: (rings, wanted, after, limit) => walkAvailable({ rings, wanted, after, limit }),
    async countRanges(ranges) {
      const rows = await counts({
        froms: list(ranges.map(({ from }) => from)),
        tos: list(ranges.map(({ to }) => to)),
      });
      return rows.map(({ people }) => people);
    },
  };
}
