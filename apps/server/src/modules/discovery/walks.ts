import { shownKm } from './cells.ts';
import type { ListPosition } from './list-cursor.ts';
import type { NearbyStore, PeopleFilters, WalkedPerson } from './nearby-store.ts';
import { createSurroundings, type Rings } from './surroundings.ts';

export interface Found {
  id: string;
  km: number;
  place: ListPosition;
}

/** Before the first person. */
export const listStart: ListPosition = { first: -1, rank: -1, tie: 0n };

/** Searches for people outward from a cell, ignoring visibility. */
export function createWalks(store: Pick<NearbyStore, 'walk' | 'walkRecent'>) {
  const around = createSurroundings();

  /** The part of a belt between two distances; belts are sorted by distance, so it is one slice. */
  const between = (origin: bigint, stage: number, fromKm: number, radius: number): Rings => {
    const { kms, cells } = around.stage(origin, stage);
    const first = kms.findIndex((km) => km >= fromKm);
    if (first < 0) return { kms: [], cells: [] };
    const beyond = kms.findIndex((km) => km > radius);
    const last = beyond < 0 ? kms.length : beyond;
    return first === 0 && last === kms.length
      ? { kms, cells }
      : { kms: kms.slice(first, last), cells: cells.slice(first, last) };
  };

  /** Belt by belt, until there are enough. */
  async function outward(
    origin: bigint,
    radius: number,
    limit: number,
    find: (rings: Rings, limit: number) => Promise<WalkedPerson[]>,
    fromKm: number,
  ): Promise<Found[]> {
    const found: Found[] = [];
    for (let stage = 0; stage < around.stages(radius) && found.length < limit; stage += 1) {
      const rings = between(origin, stage, fromKm, radius);
      if (rings.kms.length === 0) continue;
      for (const { id, km, rank, tie } of await find(rings, limit - found.length))
        found.push({ id, km, place: { first: km, rank, tie } });
    }
    return found;
  }

  return {
    outward,
    /** The next people by distance, then rank. */
    byDistance(origin: bigint, radius: number, filters: PeopleFilters, after: ListPosition, limit: number) {
      const from = { km: after.first, rank: after.rank, tie: after.tie };
      return outward(origin, radius, limit, (rings, wanted) => store.walk(rings, filters, from, wanted), after.first);
    },
    /** The next people within the radius by recency, then boost. */
    async byRecency(
      origin: bigint,
      radius: number,
      filters: PeopleFilters,
      after: ListPosition,
      limit: number,
    ): Promise<Found[]> {
      const from = { band: Math.max(0, after.first), rank: after.rank, tie: after.tie };
      const rows = await store.walkRecent(around.within(origin, radius), filters, from, limit);
      return rows.map(({ id, cell, band, rank, tie }) => ({
        id,
        km: shownKm(origin, cell),
        place: { first: band, rank, tie },
      }));
    },
  };
}
