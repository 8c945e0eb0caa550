import { amplitudes } from './amplitude.ts';
import { cellsAcross, cellWeight, type MarkGrid, signCount } from './grid.ts';
import { type Plane, sample } from './plane.ts';
import type { Registration } from './register.ts';

/** Share of a cell that the copy must show. */
const minShown = 0.3;
/** Larger differences are not a mark but something laid over the copy. */
const maxLevels = 12;

/** Reads the strength of each sign from a copy that was registered to the original. */
export function readSigns(copy: Plane, original: Plane, grid: MarkGrid, found: Registration): Float64Array {
  const light = amplitudes(original, grid);
  const values = sharpened(cellDifferences(copy, original, grid, found), grid.rows);
  const signs = new Float64Array(signCount);
  for (const [cell, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    const sign = grid.signOf[cell] ?? 0;
    signs[sign] = (signs[sign] ?? 0) + value * (grid.polarityOf[cell] ?? 0) * (light[cell] ?? 0);
  }
  return signs;
}

/** By how many levels each cell of the copy is brighter than the original; NaN for cells it does not show. */
function cellDifferences(
  copy: Plane,
  original: Plane,
  grid: MarkGrid,
  { place, gain, bias }: Registration,
): Float64Array {
  const cells = grid.rows * cellsAcross;
  const [sums, weights] = [new Float64Array(cells), new Float64Array(cells)];
  for (let y = 0; y < copy.height; y += 1)
    for (let x = 0; x < copy.width; x += 1) {
      const [u, v] = [(x + 0.5) / copy.width, (y + 0.5) / copy.height];
      const across = place[0] + place[1] * u + place[2] * v;
      const down = place[3] + place[4] * u + place[5] * v;
      const light = sample(original, across * original.width - 0.5, down * original.height - 0.5);
      if (Number.isNaN(light)) continue;
      const weight = cellWeight(across * cellsAcross) * cellWeight(down * grid.rows);
      const cell = Math.floor(down * grid.rows) * cellsAcross + Math.floor(across * cellsAcross);
      const difference = (copy.data[y * copy.width + x] ?? 0) - gain * light - bias;
      sums[cell] = (sums[cell] ?? 0) + weight * Math.max(-maxLevels, Math.min(maxLevels, difference));
      weights[cell] = (weights[cell] ?? 0) + weight * weight;
    }
  // A quarter of a cell's pixels is the sum of its squared weights.
  const whole = (copy.width * copy.height) / (4 * cells * Math.abs(place[1] * place[5] - place[2] * place[4]));
  return sums.map((sum, cell) => ((weights[cell] ?? 0) > whole * minShown ? sum / (weights[cell] ?? 1) : Number.NaN));
}

/** Subtracts the median of the cells around: changes of light that are wider than a cell are no mark. */
function sharpened(values: Float64Array, rows: number): Float64Array {
  return values.map((value, cell) => {
    const [row, column] = [Math.floor(cell / cellsAcross), cell % cellsAcross];
    const around: number[] = [];
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1)
      for (let x = Math.max(0, column - 1); x <= Math.min(cellsAcross - 1, column + 1); x += 1) {
        const near = values[y * cellsAcross + x] ?? Number.NaN;
        if ((y !== row || x !== column) && !Number.isNaN(near)) around.push(near);
      }
    if (around.length === 0) return value;
    around.sort((one, other) => one - other);
    const middle = around.length >> 1;
    const median = around.length % 2 ? (around[middle] ?? 0) : ((around[middle - 1] ?? 0) + (around[middle] ?? 0)) / 2;
    return value - median;
  });
}
