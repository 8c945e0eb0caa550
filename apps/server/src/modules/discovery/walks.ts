import { areasOf, createSurroundings, shownKm } from './cells.ts';
import type { ListPlace } from './list-cursor.ts';
import type { NearbyStore, PeopleFilters, WalkedPerson } from './nearby-store.ts';

export interface Found {
  id: string;
  km: number;
  place: ListPlace;
}

interface Belt {
  cells: readonly bigint[];
  kms: readonly number[];
}

/** Before everybody. */
export const listStart: ListPlace = { first: -1, rank: -1, tie: 0n };

/** Looks for people outward from a cell, without asking who of them exists for whom. */
export function createWalks(store: Pick<NearbyStore, 'walk' | 'walkRecent'>) {
  const around = createSurroundings();

  const within = (origin: bigint, stage: number, radius: number, fromKm = 0): Belt => {
    const { cells, kms } = around.stage(origin, stage);
    // Nearest first: what is between two distances is one piece.
    const first = kms.findIndex((km) => km >= fromKm);
    if (first < 0) return { cells: [], kms: [] };
    const beyond = kms.findIndex((km) => km > radius);
    const last = beyond < 0 ? kms.length : beyond;
    return first === 0 && last === kms.length
      ? { cells, kms }
      : { cells: cells.slice(first, last), kms: kms.slice(first, last) };
  };

  /** Belt by belt, until there are enough. */
  async function outward(
    origin: bigint,
    radius: number,
    limit: number,
    ask: (belt: Belt, limit: number) => Promise<WalkedPerson[]>,
    fromKm: number,
  ): Promise<Found[]> {
    const found: Found[] = [];
    for (let stage = 0; stage < around.stages && found.length < limit; stage += 1) {
      const belt = within(origin, stage, radius, fromKm);
      if (belt.cells.length === 0) continue;
      for (const { id, km, rank, tie } of await ask(belt, limit - found.length))
        found.push({ id, km, place: { first: km, rank, tie } });
    }
    return found;
  }

  return {
    outward,
    /** The next people by distance, then rank. */
    byDistance(origin: bigint, radius: number, filters: PeopleFilters, after: ListPlace, limit: number) {
      const from = { km: after.first, rank: after.rank, tie: after.tie };
      return outward(origin, radius, limit, (belt, wanted) => store.walk(belt, filters, from, wanted), after.first);
    },
    /** The next people within the radius by how lately they were here, then boost. */
    async byRecency(
      origin: bigint,
      radius: number,
      filters: PeopleFilters,
      after: ListPlace,
      limit: number,
    ): Promise<Found[]> {
      const cells = Array.from({ length: around.stages }, (_, stage) => within(origin, stage, radius).cells).flat();
      const from = { band: Math.max(0, after.first), rank: after.rank, tie: after.tie };
      const rows = await store.walkRecent(areasOf(cells), filters, from, limit);
      return rows.map(({ id, cell, band, rank, tie }) => ({
        id,
        km: shownKm(origin, cell),
        place: { first: band, rank, tie },
      }));
    },
  };
}
