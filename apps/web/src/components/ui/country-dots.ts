/**
 * South Africa without Lesotho as a hexagonal grid of dots (outline: Natural Earth 1:10m, public domain). One line per
 * row from north to south: start of each run of dots, in half steps from the west, and its length.
 */
const rows =
  '65+1 62+6 59+8 58+9 55+10 54+11 53+12 52+13 49+14 20+1,48+15 19+2,33+2,47+15 20+1,34+2,46+16 19+2,33+20 ' +
  '20+2,32+20 19+2,29+21 20+26,78+2 19+27,77+2 20+31 19+31 4+1,20+30 3+2,19+30 2+3,16+21,62+8 3+27,65+6 ' +
  '4+26,66+4 5+24,63+5 6+24,64+4 7+24,59+6 8+31 7+31 10+29 11+28 12+26 11+26 12+25 9+25 10+23 11+22 12+18,50+1 ' +
  '11+10,33+1,39+2 16+5 17+2';

/** Distance between neighbouring dots in map units; ten units are a degree of latitude. */
export const dotStep = 3.6;
export const mapSize = { width: 148.7, height: 131 } as const;
const west = 16.2;
const north = -21.9;
/** Narrows degrees of longitude to the country's middle latitude, 29 degrees south. */
export const longitudeScale = Math.cos((29 * Math.PI) / 180);

export interface MapPlace {
  latitude: number;
  longitude: number;
}

/** Position of a place on the map, in map units from the top left. */
export function onMap({ latitude, longitude }: MapPlace): readonly [x: number, y: number] {
  return [(longitude - west) * longitudeScale * 10, (north - latitude) * 10];
}

const rowHeight = (dotStep * Math.sqrt(3)) / 2;

/** All dots, in map units. */
export const dots: readonly (readonly [x: number, y: number])[] = rows.split(' ').flatMap((row, index) =>
  row.split(',').flatMap((run) => {
    const [start = 0, count = 0] = run.split('+').map(Number);
    return Array.from(
      { length: count },
      (_, step) => [((start + 2 * step) * dotStep) / 2, (index + 1) * rowHeight] as const,
    );
  }),
);
