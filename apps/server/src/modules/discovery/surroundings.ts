import { cellToChildren, cellToLatLng, cellToParent, gridDisk } from 'h3-js';
import { areaResolution, centreOf, farthestKm, placeResolution, roundKm, toCell, toIndex } from './cells.ts';

/** Cells at each displayed distance, nearest first; `cells` corresponds to `kms`, as array literals of PostgreSQL. */
export interface Rings {
  kms: readonly number[];
  cells: readonly string[];
}

/** Areas as array literals too; for a partly covered area, `cells` names the cells within. */
export interface Areas {
  areas: readonly bigint[];
  cells: readonly (string | null)[];
}

export interface Surroundings {
  /** Number of belts that reach beyond this radius. */
  stages(radiusKm: number): number;
  /** The rings of the n-th belt around a cell; each distance is in exactly one belt. */
  stage(origin: bigint, index: number): Rings;
  /** The areas that hold every cell within the displayed radius. */
  within(origin: bigint, radiusKm: number): Areas;
}

/**
 * Radius of each belt, and for how many origins it is cached: belts depend on the map alone. All caches take some 20
 * MB.
 */
const belts = [
  { upToKm: 4, cachedOrigins: 20_000 },
  { upToKm: 9, cachedOrigins: 5_000 },
  { upToKm: 20, cachedOrigins: 1_000 },
  { upToKm: farthestKm, cachedOrigins: 300 },
] as const;

export function createSurroundings(): Surroundings {
  const cachedOrigins = belts.map(() => new Map<bigint, Rings>());
  const areas = new Map<string, Area>();
  const areaAt = (index: string): Area => {
    const known = areas.get(index);
    if (known) return known;
    const made = makeArea(index);
    areas.set(index, made);
    return made;
  };
  /** Every area that may hold a cell within the displayed radius. */
  const areasAround = (origin: bigint, radiusKm: number): Area[] =>
    gridDisk(cellToParent(toIndex(origin), areaResolution), Math.ceil((radiusKm + areaReachKm) / areaRowKm)).map(
      areaAt,
    );
  return {
    stages: (radiusKm) => belts.findIndex(({ upToKm }) => upToKm >= radiusKm) + 1 || belts.length,
    stage(origin, index) {
      const belt = cachedOrigins[index];
      const known = belt?.get(origin);
      if (known) return known;
      const made = ringsOf(origin, index, areasAround);
      if (belt && belt.size >= (belts[index]?.cachedOrigins ?? 0)) belt.clear();
      belt?.set(origin, made);
      return made;
    },
    within(origin, radiusKm) {
      const from = pointAt(...centreOf(origin));
      // Distances that round to the radius are within it, so the border lies half a kilometre farther.
      const nearest = Math.cos((radiusKm + 0.5) / earthKm);
      const found: { areas: bigint[]; cells: (string | null)[] } = { areas: [], cells: [] };
      for (const area of areasAround(origin, radiusKm)) {
        const inside = area.cells.filter((_cell, nth) => closeness(area, nth, from) > nearest);
        if (inside.length === 0) continue;
        found.areas.push(area.id);
        found.cells.push(inside.length === area.cells.length ? null : `{${inside.join(',')}}`);
      }
      return found;
    },
  };
}

/** The sphere that H3 measures on. */
const earthKm = 6371.007180918475;
/** From the centre of an area to the farthest centre of a cell in it, and between two rows of areas. */
const areaReachKm = 11;
const areaRowKm = 13;

interface Area {
  id: bigint;
  cells: readonly string[];
  /** Unit vectors to the centres, three numbers a cell. The whole country takes some twenty megabytes. */
  centres: Float64Array;
}

type Point = readonly [number, number, number];

function pointAt(latitude: number, longitude: number): Point {
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

function makeArea(index: string): Area {
  const cells = cellToChildren(index, placeResolution);
  const centres = new Float64Array(cells.length * 3);
  cells.forEach((cell, nth) => {
    const [latitude, longitude] = cellToLatLng(cell);
    centres.set(pointAt(latitude, longitude), nth * 3);
  });
  return { id: toCell(index), cells: cells.map((cell) => String(toCell(cell))), centres };
}

/** The cosine of the angle between a cell's centre and a point. */
const closeness = ({ centres }: Area, nth: number, [x, y, z]: Point): number =>
  (centres[nth * 3] ?? 0) * x + (centres[nth * 3 + 1] ?? 0) * y + (centres[nth * 3 + 2] ?? 0) * z;

function ringsOf(origin: bigint, index: number, areasAround: (origin: bigint, radiusKm: number) => Area[]): Rings {
  const { upToKm } = belts[index] ?? belts[3];
  const beyond = belts[index - 1]?.upToKm ?? 0;
  const from = pointAt(...centreOf(origin));
  const [nearest, farthest] = [Math.cos((beyond - 1) / earthKm), Math.cos((upToKm + 1) / earthKm)];
  const byKm = new Map<number, string[]>();
  for (const area of areasAround(origin, upToKm))
    for (const [nth, cell] of area.cells.entries()) {
      const close = closeness(area, nth, from);
      if (close < farthest || (beyond > 0 && close > nearest)) continue;
      const km = roundKm(earthKm * Math.acos(Math.min(1, close)));
      if (km <= beyond || km > upToKm) continue;
      const ring = byKm.get(km);
      if (ring) ring.push(cell);
      else byKm.set(km, [cell]);
    }
  const kms = [...byKm.keys()].sort((a, b) => a - b);
  return { kms, cells: kms.map((km) => `{${byKm.get(km)?.join(',')}}`) };
}
