import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { prepare } from '../../platform/prepared.ts';

export interface PeopleFilters {
  ageFrom: number;
  ageTo: number;
  /** 0 takes all. */
  relationship: number;
  verified: boolean;
  /** A bit of `interestBits`; 0 takes all. */
  interest: number;
  /** Nobody who was here longer ago. */
  maxBand: number;
  /** Who fell behind or moved after this moment was shown already. */
  since: Date;
}

/** Where a list by distance goes on: after this key at that distance. */
export interface DistancePosition {
  km: number;
  rank: number;
  tie: bigint;
}
/** Where a list by recency goes on. */
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
  /** The first people of some belts of cells, nearest first: an index scan of each cell that ends after `limit`. */
  walk(
    belt: { cells: readonly bigint[]; kms: readonly number[] },
    filters: PeopleFilters,
    after: DistancePosition,
    limit: number,
  ): Promise<WalkedPerson[]>;
  /** The most recent people of some areas; of an area that is only partly within, those in the cells named. */
  walkRecent(
    areas: readonly { area: bigint; cells: readonly bigint[] | null }[],
    filters: PeopleFilters,
    after: RecencyPosition,
    limit: number,
  ): Promise<RecentPerson[]>;
  /** As `walk`, of those available. */
  walkAvailable(
    belt: { cells: readonly bigint[]; kms: readonly number[] },
    wanted: { now: Date; relationship: number },
    after: DistancePosition,
    limit: number,
  ): Promise<WalkedPerson[]>;
  /** How many people are in each range of cells, in order. */
  countRanges(ranges: readonly { from: bigint; to: bigint }[]): Promise<number[]>;
}

const filterSlots = ['ageFrom', 'ageTo', 'relationship', 'verified', 'interest', 'maxBand', 'since'] as const;
type Slots = Record<(typeof filterSlots)[number], RawBuilder<unknown>>;

const passes = (slot: Slots) => sql`
  people.band <= ${slot.maxBand}::smallint and people.age between ${slot.ageFrom}::smallint and ${slot.ageTo}::smallint
    and (${slot.relationship}::smallint = 0 or people.relationship = ${slot.relationship}::smallint)
    and (not ${slot.verified}::boolean or people.verified)
    and (${slot.interest}::integer = 0 or people.interests & ${slot.interest}::integer <> 0)
    and people.fell_at <= ${slot.since}::timestamptz`;

const list = (values: readonly (bigint | number)[]) => `{${values.join(',')}}`;

export function createNearbyStore(database: Database): NearbyStore {
  const distance = prepare<
    (typeof filterSlots)[number] | 'cells' | 'kms' | 'km' | 'rank' | 'tie' | 'limit',
    WalkedPerson
  >(
    database,
    'people by distance',
    [...filterSlots, 'cells', 'kms', 'km', 'rank', 'tie', 'limit'],
    (slot) => sql`
      select found.profile_id as id, near.km, found.rank, found.tie
        from unnest(${slot.cells}::bigint[], ${slot.kms}::int[]) as near (cell, km)
        cross join lateral (
          select people.profile_id, people.rank, people.tie from discovery_people as people
            where people.cell = near.cell and ${passes(slot)}
              and (people.rank, people.tie) > (
                case when near.km = ${slot.km}::int then ${slot.rank}::smallint else -1::smallint end, ${slot.tie}::bigint)
            order by people.rank, people.tie limit ${slot.limit}::int
        ) as found
        order by near.km, found.rank, found.tie limit ${slot.limit}::int`,
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
            where people.area = near.area and (near.cells is null or people.cell = any(near.cells)) and ${passes(slot)}
              and (people.band, people.rank, people.tie) > (${slot.band}::smallint, ${slot.rank}::smallint, ${slot.tie}::bigint)
            order by people.band, people.rank, people.tie limit ${slot.limit}::int
        ) as found
        order by found.band, found.rank, found.tie limit ${slot.limit}::int`,
  );
  const available = prepare<'cells' | 'kms' | 'km' | 'rank' | 'tie' | 'limit' | 'now' | 'relationship', WalkedPerson>(
    database,
    'available people by distance',
    ['cells', 'kms', 'km', 'rank', 'tie', 'limit', 'now', 'relationship'],
    (slot) => sql`
      select found.profile_id as id, near.km, found.rank, found.tie
        from unnest(${slot.cells}::bigint[], ${slot.kms}::int[]) as near (cell, km)
        cross join lateral (
          select people.profile_id, people.rank, people.tie from discovery_people as people
            where people.cell = near.cell and people.available_until is not null
              and people.available_until > ${slot.now}::timestamptz
              and (${slot.relationship}::smallint = 0 or people.relationship = ${slot.relationship}::smallint)
              and (people.rank, people.tie) > (
                case when near.km = ${slot.km}::int then ${slot.rank}::smallint else -1::smallint end, ${slot.tie}::bigint)
            order by people.rank, people.tie limit ${slot.limit}::int
        ) as found
        order by near.km, found.rank, found.tie limit ${slot.limit}::int`,
  );
  const counts = prepare<'froms' | 'tos', { people: number }>(
    database,
    'people by cell',
    ['froms', 'tos'],
    ({ froms, tos }) => sql`
      select (select count(*)::int from discovery_people as people where people.cell between part.first and part.last) as people
        from unnest(${froms}::bigint[], ${tos}::bigint[]) with ordinality as part (first, last, n) order by part.n`,
  );
  return {
    walk: async ({ cells, kms }, filters, after, limit) =>
      cells.length === 0 ? [] : distance({ ...filters, ...after, cells: list(cells), kms: list(kms), limit }),
    walkRecent: (areas, filters, after, limit) =>
      recent({
        ...filters,
        ...after,
        areas: list(areas.map(({ area }) => area)),
        cells: areas.map(({ cells }) => (cells ? list(cells) : null)),
        limit,
      }),
    walkAvailable: async ({ cells, kms }, wanted, after, limit) =>
      cells.length === 0 ? [] : available({ ...wanted, ...after, cells: list(cells), kms: list(kms), limit }),
    async countRanges(ranges) {
      const rows = await counts({
        froms: list(ranges.map(({ from }) => from)),
        tos: list(ranges.map(({ to }) => to)),
      });
      return rows.map(({ people }) => people);
    },
  };
}
