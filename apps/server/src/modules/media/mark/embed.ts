import type { RawPicture } from '../tints.ts';
import { amplitudes } from './amplitude.ts';
import { cellsAcross, cellWeight, type MarkGrid } from './grid.ts';
import { lightOf } from './plane.ts';

/** Writes a viewer's signs into the pixels, in place; changes none by more than two levels, in small sizes by four. */
export function embedMark(picture: RawPicture, grid: MarkGrid, signs: Int8Array): void {
  const { data, width, height } = picture;
  const levels = amplitudes(lightOf(picture), grid).map(
    (level, cell) => level * (grid.polarityOf[cell] ?? 0) * (signs[grid.signOf[cell] ?? 0] ?? 0),
  );
  const columns = Float64Array.from({ length: width }, (_, x) => ((x + 0.5) * cellsAcross) / width);
  const weights = columns.map(cellWeight);
  const columnOf = Uint8Array.from(columns, Math.floor);
  let random = 1;
  for (let y = 0, at = 0; y < height; y += 1) {
    const down = ((y + 0.5) * grid.rows) / height;
    const row = Math.floor(down) * cellsAcross;
    const rowWeight = cellWeight(down);
    for (let x = 0; x < width; x += 1) {
      // Rounded at random: rounding to the nearest level would drop most of a change below one.
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      const change = (levels[row + (columnOf[x] ?? 0)] ?? 0) * rowWeight * (weights[x] ?? 0);
      const level = Math.floor(change + random / 2 ** 32);
      for (let channel = 0; channel < 3; channel += 1, at += 1) {
        const marked = (data[at] ?? 0) + level;
        data[at] = marked < 0 ? 0 : marked > 255 ? 255 : marked;
      }
    }
  }
}
