import { cellsAcross, type MarkGrid } from './grid.ts';
import type { Plane } from './plane.ts';

/** Pictures narrower than this carry twice the light: they have too few pixels a cell for less. */
const strongBelow = 480;
const [leastBusy, mostBusy] = [0.75, 2];
/** Standard deviation of the light in a cell, in levels, that adds 1 to its factor. */
const busyDeviation = 16;

/** Levels by which each cell is changed at most: more where the picture hides it, less where it is plain. */
export function amplitudes({ data, width, height }: Plane, { rows }: MarkGrid): Float32Array {
  const cells = rows * cellsAcross;
  const [sum, square, count] = [new Float64Array(cells), new Float64Array(cells), new Float64Array(cells)];
  const columnOf = Uint16Array.from({ length: width }, (_, x) => Math.floor(((x + 0.5) * cellsAcross) / width));
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = Math.floor(((y + 0.5) * rows) / height) * cellsAcross;
    for (let x = 0; x < width; x += 1, at += 1) {
      const cell = row + (columnOf[x] ?? 0);
      const light = data[at] ?? 0;
      sum[cell] = (sum[cell] ?? 0) + light;
      square[cell] = (square[cell] ?? 0) + light * light;
      count[cell] = (count[cell] ?? 0) + 1;
    }
  }
  const peak = width < strongBelow ? 2 : 1;
  return Float32Array.from({ length: cells }, (_, cell) => {
    const pixels = count[cell] || 1;
    const mean = (sum[cell] ?? 0) / pixels;
    const deviation = Math.sqrt(Math.max(0, (square[cell] ?? 0) / pixels - mean * mean));
    return peak * Math.min(mostBusy, leastBusy + deviation / busyDeviation);
  });
}
