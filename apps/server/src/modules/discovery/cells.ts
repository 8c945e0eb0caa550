import { cities } from '@vlam/contract/constants';
import { type City, cityPlaces } from '@vlam/contract/rules/places';
import {
  cellToBoundary,
  cellToChildren,
  cellToLatLng,
  cellToParent,
  greatCircleDistance,
  gridDisk,
  latLngToCell,
} from 'h3-js';

/** The finest resolution stored: about 5 km² in South Africa, 2.3 to 2.6 km from centre to centre. */
export const placeResolution = 7;
export const areaResolution = 5;
const mapResolution = 6;
/** From centre to centre of the map's cells, at most. */
const mapSpacingKm = 6;
export const farthestKm = 50;
/** Minimum displayed distance, in kilometres. */
export const nearestKm = 2;
/** H3 writes cells in hex; the database keeps them as int8. */
export const toCell = (index: string): bigint => BigInt(`0x${index}`);
export const toIndex = (cell: bigint): string => cell.toString(16);

export const cellAt = (latitude: number, longitude: number): bigint =>
  toCell(latLngToCell(latitude, longitude, placeResolution));
export const areaOf = (cell: bigint): bigint => toCell(cellToParent(toIndex(cell), areaResolution));

const cityCells = new Map(
  cities.map((city) => [city, cellAt(cityPlaces[city].latitude, cityPlaces[city].longitude)] as const),
);
export const cellOfCity = (city: City): bigint => cityCells.get(city) ?? 0n;

/** Degrees north and east of a cell's centre. */
export const centreOf = (cell: bigint): [number, number] => cellToLatLng(toIndex(cell)) as [number, number];

/** Whole kilometres between the centres of two cells, at least 2: the only distance ever shown or compared. */
export function shownKm(from: bigint, to: bigint): number {
  return roundKm(greatCircleDistance(centreOf(from), centreOf(to), 'km'));
}
export const roundKm = (km: number) => Math.max(nearestKm, Math.round(km));

/** The listed city nearest to the cell's centre: the same for everyone in the cell. */
export function cityOfCell(cell: bigint): City {
  const centre = centreOf(cell);
  let best: { city: City; km: number } | null = null;
  for (const city of cities) {
    const { latitude, longitude } = cityPlaces[city];
    const km = greatCircleDistance(centre, [latitude, longitude], 'km');
    if (!best || km < best.km) best = { city, km };
  }
  return best?.city ?? cities[0];
}

export interface MapCell {
  index: string;
  /** The cells of resolution 7 within, which form one range of numbers. */
  from: bigint;
  to: bigint;
  isOwn: boolean;
}

/**
 * The map's cells around an origin's cell. The grid is the same for everyone and every radius, which only sets the
 * number of rings of whole cells: no two responses differ by a part of a cell.
 */
export function mapAround(origin: bigint, radiusKm: number): MapCell[] {
  const own = cellToParent(toIndex(origin), mapResolution);
  return gridDisk(own, Math.max(1, Math.ceil(radiusKm / mapSpacingKm))).map((index) => {
    const children = cellToChildren(index, placeResolution).map(toCell);
    return {
      index,
      from: children.reduce((least, cell) => (cell < least ? cell : least)),
      to: children.reduce((most, cell) => (cell > most ? cell : most)),
      isOwn: index === own,
    };
  });
}

/** Corners as latitude and longitude, rounded to some ten metres. */
export const cornersOf = (index: string): [number, number][] =>
  cellToBoundary(index).map(([latitude = 0, longitude = 0]) => [round(latitude), round(longitude)]);
const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4;
