import { createCipheriv, createHmac } from 'node:crypto';
import { cellWeight } from '../mark/grid.ts';

/** Of the pattern, as shares of the picture, so that every rung carries the same. */
const cellsAcross = 40;
/** Levels of 255 in the middle of a cell: small rungs are encoded more coarsely. */
const peakOf = (shorterSide: number): number => (shorterSide < 480 ? 3 : 2);

/**
 * What a variant adds to the light of each pixel of one segment. Every segment has a pattern of its own, so the plain
 * free start of a film says nothing about the rest. The cells of two patterns are not the same ones.
 */
export function segmentPattern(
  seed: Buffer,
  segment: number,
  variant: number,
  { width, height, layers }: { width: number; height: number; layers: 1 | 2 },
): Int8Array {
  const rows = Math.max(2, Math.round((cellsAcross * height) / width));
  const levels = cellLevels(seed, segment, rows).map(({ light, layer }) =>
    layers === 1 || variant & (1 << layer) ? light * peakOf(Math.min(width, height)) : 0,
  );
  const columns = Float64Array.from({ length: width }, (_, x) => ((x + 0.5) * cellsAcross) / width);
  const weights = columns.map(cellWeight);
  const pattern = new Int8Array(width * height);
  let random = segment + 1;
  for (let y = 0, at = 0; y < height; y += 1) {
    const down = ((y + 0.5) * rows) / height;
    const row = Math.floor(down) * cellsAcross;
    const rowWeight = cellWeight(down);
    for (let x = 0; x < width; x += 1, at += 1) {
      // Rounded at random: rounding to the nearest level would drop what is below one half.
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      const change = (levels[row + Math.floor(columns[x] ?? 0)] ?? 0) * rowWeight * (weights[x] ?? 0);
      pattern[at] = Math.floor(change + random / 2 ** 32);
    }
  }
  return pattern;
}

function cellLevels(seed: Buffer, segment: number, rows: number): { light: 1 | -1; layer: 0 | 1 }[] {
  const key = createHmac('sha256', seed).update(`segment ${segment}`).digest();
  const random = createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(rows * cellsAcross));
  return Array.from(random, (byte) => ({ light: byte & 1 ? 1 : -1, layer: byte & 2 ? 1 : 0 }));
}

/** Light of a picture whose rows are `stride` bytes apart, in a buffer that is longer than it at most. */
export interface Light {
  data: Buffer;
  stride: number;
}

/** Writes a picture with a pattern added. */
export function addPattern(
  plain: Light,
  marked: Light,
  pattern: Int8Array,
  { width, height }: { width: number; height: number },
): void {
  for (let y = 0, at = 0; y < height; y += 1) {
    let to = y * marked.stride;
    for (let from = y * plain.stride, end = from + width; from < end; from += 1, to += 1, at += 1) {
      const level = (plain.data[from] as number) + (pattern[at] as number);
      marked.data[to] = level < 0 ? 0 : level > 255 ? 255 : level;
    }
  }
}
