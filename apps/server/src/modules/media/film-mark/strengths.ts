import type { Plane } from '../mark/plane.ts';
import { type Alignment, levelsOf, mirrored, sameFrame, warp } from './align.ts';
import { type LumaFilm, nearestFrame } from './luma.ts';

/** Frames of each segment that are read, away from its borders. */
const framesASegment = 12;
const borderSeconds = 0.1;
/** Larger differences are not a mark but something laid over the copy. */
const maxLevels = 12;
/** Pixels around a pixel whose mean is subtracted: what is wider than a cell is no mark. */
const blurRadius = 5;

export interface MarkStrength {
  segment: number;
  layer: number;
  /** About 0 in a plain segment and 1 in one with the layer's pattern; less after recompression. */
  strength: number;
}

interface Segment {
  index: number;
  start: number;
  end: number;
}

/**
 * How much of each pattern the copy shows in each segment it covers. `film` is the plain film, `layers` have one pattern
 * each; all with the same frames.
 */
export async function measureStrengths(
  copy: LumaFilm,
  film: LumaFilm,
  layers: readonly LumaFilm[],
  segments: readonly Segment[],
  alignment: Alignment,
): Promise<MarkStrength[]> {
  const measured: { segment: number; copy: Float32Array; patterns: Float32Array[] }[] = [];
  for (const { index, start, end } of segments) {
    const frames = framesWithin(copy, start - alignment.shift, end - alignment.shift);
    if (frames.length === 0) continue;
    const differences = new Float32Array(film.width * film.height);
    const patterns = layers.map(() => new Float32Array(film.width * film.height));
    for (const frame of frames) {
      const sent = await copy.frame(frame);
      const warped = warp(alignment.isMirrored ? mirrored(sent) : sent, alignment.place, film);
      const at = await sameFrame(warped, film, (copy.times[frame] ?? 0) + alignment.shift);
      const plain = await film.frame(at);
      addDifference(differences, warped, plain, frames.length);
      for (const [layer, marked] of layers.entries()) {
        const other = await marked.frame(nearestFrame(marked.times, film.times[at] ?? 0));
        for (const [pixel, light] of other.data.entries())
          (patterns[layer] as Float32Array)[pixel] =
            ((patterns[layer] as Float32Array)[pixel] ?? 0) + (light - (plain.data[pixel] ?? 0)) / frames.length;
      }
    }
    measured.push({
      segment: index,
      copy: sharpened({ ...film, data: differences }),
      patterns: patterns.map((data) => sharpened({ ...film, data })),
    });
  }
  const noise = noiseOf(measured.map((each) => each.copy));
  return measured.flatMap(({ segment, copy: differences, patterns }) =>
    patterns.map((pattern, layer) => ({ segment, layer, strength: project(differences, pattern, noise) })),
  );
}

function framesWithin({ times }: LumaFilm, start: number, end: number): number[] {
  const inside = times.flatMap((time, index) =>
    time >= start + borderSeconds && time <= end - borderSeconds ? [index] : [],
  );
  const count = Math.min(framesASegment, inside.length);
  return Array.from({ length: count }, (_, at) => inside[Math.floor(((at + 0.5) * inside.length) / count)] ?? 0);
}

function addDifference(sums: Float32Array, copy: Float32Array, film: Plane, frames: number): void {
  const { gain, bias } = levelsOf(copy, film);
  for (const [pixel, light] of copy.entries()) {
    const difference = light - gain * (film.data[pixel] ?? 0) - bias;
    const kept = Math.max(-maxLevels, Math.min(maxLevels, difference));
    sums[pixel] = (sums[pixel] ?? 0) + kept / frames;
  }
}

/** Subtracts the mean of the pixels around, of those that are shown. */
function sharpened({ data, width, height }: Plane): Float32Array {
  const across = width + 1;
  const [sums, counts] = [new Float64Array(across * (height + 1)), new Float64Array(across * (height + 1))];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const value = data[y * width + x] as number;
      const isShown = !Number.isNaN(value);
      const at = (y + 1) * across + x + 1;
      const add = (table: Float64Array, own: number) => {
        table[at] = own + (table[at - 1] ?? 0) + (table[at - across] ?? 0) - (table[at - across - 1] ?? 0);
      };
      add(sums, isShown ? value : 0);
      add(counts, isShown ? 1 : 0);
    }
  return data.map((value, pixel) => {
    const [y, x] = [Math.floor(pixel / width), pixel % width];
    const [top, bottom] = [Math.max(0, y - blurRadius), Math.min(height, y + blurRadius + 1)];
    const [left, right] = [Math.max(0, x - blurRadius), Math.min(width, x + blurRadius + 1)];
    const within = (table: Float64Array) =>
      (table[bottom * across + right] ?? 0) -
      (table[top * across + right] ?? 0) -
      (table[bottom * across + left] ?? 0) +
      (table[top * across + left] ?? 0);
    return value - within(sums) / Math.max(1, within(counts));
  });
}

/** Mean square of each pixel over the segments: edges that the copy blurred say less than plain places. */
function noiseOf(planes: readonly Float32Array[]): Float32Array {
  const noise = new Float32Array(planes[0]?.length ?? 0);
  for (const plane of planes)
    for (const [pixel, value] of plane.entries()) noise[pixel] = (noise[pixel] ?? 0) + (value * value) / planes.length;
  return noise.map((square) => square + 0.25);
}

function project(copy: Float32Array, pattern: Float32Array, noise: Float32Array): number {
  let [dot, square] = [0, 0];
  for (const [pixel, value] of copy.entries()) {
    if (Number.isNaN(value)) continue;
    const weighted = (pattern[pixel] ?? 0) / (noise[pixel] ?? 1);
    dot += value * weighted;
    square += (pattern[pixel] ?? 0) * weighted;
  }
  return square > 0 ? dot / square : 0;
}
