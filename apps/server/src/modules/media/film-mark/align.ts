import { type Plane, shrink } from '../mark/plane.ts';
import { findSection, register } from '../mark/register.ts';
import { type LumaFilm, nearestFrame } from './luma.ts';

/** Where a copy lies in a film, in time and in the picture. */
export interface Alignment {
  /** Seconds of the film at which the copy's clock is 0. */
  shift: number;
  isMirrored: boolean;
  /** As in `Registration`. */
  place: readonly [number, number, number, number, number, number];
  /** Of the copy's frames with those of the film, at most 1. */
  correlation: number;
}

const thumb = { width: 32, height: 18 };
const thumbsPerSecond = 2;
const maxThumbs = 120;
const coarseStep = 0.25;
const maxCoarse = 8;
/** Of the small pictures' correlation. */
const likelyWithin = 0.1;
const surelyUpright = 0.9;
const samples = 9;
/** Seconds around the coarse place in time that are searched for the exact one. */
const reach = 0.45;
/** A frame whose neighbours fit about as well says nothing about the time. */
const minSharpness = 0.002;
const framesBeside = 2;
const tieBonus = 1e-5;
const maxFrames = 8;

export const mirrored = ({ data, width, height }: Plane): Plane => ({
  data: data.map((_, at) => data[at - (at % width) + width - 1 - (at % width)] ?? 0),
  width,
  height,
});

const frameOf = async (film: LumaFilm, index: number, isMirrored: boolean): Promise<Plane> => {
  const plane = await film.frame(index);
  return isMirrored ? mirrored(plane) : plane;
};

/** Frames evenly spread over a film. */
const spread = (film: LumaFilm, count: number): number[] =>
  Array.from({ length: count }, (_, at) => Math.floor(((at + 0.5) * film.times.length) / count));

/**
 * Finds roughly where a copy lies in a film: the best of all shifts by small pictures, then by where the copy's section
 * of the picture is found. `overview` has a few frames of the whole film a second. Null for another film.
 */
export async function findRoughly(copy: LumaFilm, overview: LumaFilm): Promise<Alignment | null> {
  const film = await thumbsOf(overview, overview.times.length, false);
  let best: Alignment | null = null;
  for (const isMirrored of [false, true]) {
    if (best && best.correlation > surelyUpright) break;
    const count = Math.min(maxThumbs, Math.ceil(lengthOf(copy) * thumbsPerSecond) + 1);
    const thumbs = await thumbsOf(copy, count, isMirrored);
    for (const shift of likelyShifts(thumbs, film, lengthOf(copy), lengthOf(overview))) {
      const found = await sectionAt(copy, overview, shift, isMirrored);
      if (found && (!best || found.correlation > best.correlation + 0.002)) best = found;
    }
  }
  return best && best.correlation > 0.6 ? best : null;
}

const lengthOf = ({ times }: LumaFilm): number => (times.at(-1) ?? 0) - (times[0] ?? 0);

interface Thumb {
  time: number;
  data: Float32Array;
}

async function thumbsOf(film: LumaFilm, count: number, isMirrored: boolean): Promise<Thumb[]> {
  const thumbs: Thumb[] = [];
  for (const index of spread(film, Math.min(count, film.times.length))) {
    const { data } = shrink(await frameOf(film, index, isMirrored), thumb.width, thumb.height);
    const mean = data.reduce((sum, light) => sum + light, 0) / data.length;
    const centred = data.map((light) => light - mean);
    const norm = Math.sqrt(centred.reduce((sum, light) => sum + light * light, 0)) || 1;
    thumbs.push({ time: film.times[index] ?? 0, data: centred.map((light) => light / norm) });
  }
  return thumbs;
}

/** The whole film first, then the best other shifts. */
function likelyShifts(copy: readonly Thumb[], film: readonly Thumb[], copySeconds: number, seconds: number): number[] {
  const times = film.map(({ time }) => time);
  const scored: { shift: number; score: number }[] = [];
  for (let shift = -1; shift <= Math.max(0, seconds - copySeconds) + 1; shift += coarseStep) {
    let score = 0;
    for (const { time, data } of copy) {
      const other = film[nearestFrame(times, time + shift)]?.data ?? data;
      for (const [at, light] of data.entries()) score += light * (other[at] ?? 0);
    }
    scored.push({ shift, score: score / copy.length });
  }
  scored.sort((one, other) => other.score - one.score);
  const chosen: number[] = [0];
  const least = (scored[0]?.score ?? 0) - likelyWithin;
  for (const { shift, score } of scored) {
    if (chosen.length > maxCoarse || score < least) break;
    if (chosen.every((each) => Math.abs(each - shift) > coarseStep * 1.5)) chosen.push(shift);
  }
  return chosen;
}

async function sectionAt(
  copy: LumaFilm,
  overview: LumaFilm,
  shift: number,
  isMirrored: boolean,
): Promise<Alignment | null> {
  let best: Alignment | null = null;
  let sum = 0;
  const indexes = spread(copy, 3);
  for (const index of indexes) {
    const original = await overview.frame(nearestFrame(overview.times, (copy.times[index] ?? 0) + shift));
    const { place, correlation } = findSection(await frameOf(copy, index, isMirrored), original);
    sum += correlation;
    if (!best || correlation > best.correlation) best = { shift, isMirrored, place, correlation };
  }
  return best && { ...best, correlation: sum / indexes.length };
}

/**
 * Finds the exact place in time and picture together: where the camera moves, a wrong time and a wrong place make up for
 * each other in one scene, and not in all.
 */
export async function alignExactly(copy: LumaFilm, film: LumaFilm, rough: Alignment): Promise<Alignment> {
  const step = lengthOf(film) / Math.max(1, film.times.length - 1);
  let best: Alignment = { ...rough, shift: await exactShift(copy, film, rough), correlation: -1 };
  for (let round = 0; round < 2; round += 1) {
    best = await bestPlace(copy, film, best);
    const before = best;
    for (let frames = 1; frames <= maxFrames; frames += 1) {
      const from = best;
      for (const beside of [-2, -1, 1, 2]) {
        const moved = await exactPlace(copy, film, { ...from, shift: from.shift + beside * step });
        if (moved.correlation > best.correlation) best = moved;
      }
      if (best === from) break;
    }
    if (best === before) break;
  }
  return best;
}

/** Of the sections that are found anew in some frames, and of the place so far: the one that fits all frames best. */
async function bestPlace(copy: LumaFilm, film: LumaFilm, from: Alignment): Promise<Alignment> {
  let best = await exactPlace(copy, film, from);
  for (const index of spread(copy, 3)) {
    const original = await film.frame(nearestFrame(film.times, (copy.times[index] ?? 0) + from.shift));
    const section = findSection(await frameOf(copy, index, from.isMirrored), original);
    const found = await exactPlace(copy, film, { ...from, place: section.place });
    if (found.correlation > best.correlation) best = found;
  }
  return best;
}

/** How alike the copy's frames are to those of a rung: most to the one it was made of, whose flaws it has. */
export async function likeness(
  copy: LumaFilm,
  film: LumaFilm,
  { shift, isMirrored, place }: Alignment,
  beside = framesBeside,
): Promise<number> {
  let sum = 0;
  for (const index of spread(copy, samples)) {
    const warped = warp(await frameOf(copy, index, isMirrored), place, film);
    const at = await sameFrame(warped, film, (copy.times[index] ?? 0) + shift, beside);
    sum += correlation(warped, await film.frame(at), 1) / samples;
  }
  return sum;
}

/** The frame that a copy shows: with another frame rate it may stand some frames beside its own time. */
export async function sameFrame(
  warped: Float32Array,
  film: LumaFilm,
  time: number,
  beside = framesBeside,
): Promise<number> {
  const nearest = nearestFrame(film.times, time);
  let best = { at: nearest, score: correlation(warped, await film.frame(nearest), 2) + tieBonus };
  for (let at = Math.max(0, nearest - beside); at <= nearest + beside; at += 1) {
    if (at === nearest || at >= film.times.length) continue;
    const score = correlation(warped, await film.frame(at), 2);
    if (score > best.score) best = { at, score };
  }
  return best.at;
}

async function exactShift(copy: LumaFilm, film: LumaFilm, { shift, isMirrored, place }: Alignment): Promise<number> {
  const shifts: { shift: number; weight: number }[] = [];
  for (const index of spread(copy, samples)) {
    const time = (copy.times[index] ?? 0) + shift;
    const warped = warp(await frameOf(copy, index, isMirrored), place, film, 2);
    const scores: { shift: number; score: number }[] = [];
    for (let at = nearestFrame(film.times, time - reach); at < film.times.length; at += 1) {
      const filmTime = film.times[at] ?? 0;
      if (filmTime > time + reach) break;
      scores.push({ shift: filmTime - (copy.times[index] ?? 0), score: correlation(warped, await film.frame(at), 2) });
    }
    scores.sort((one, other) => other.score - one.score);
    const [best] = scores;
    const weight = best ? best.score - (scores.at(-1)?.score ?? best.score) : 0;
    if (best && weight > minSharpness) shifts.push({ shift: best.shift, weight });
  }
  if (shifts.length === 0) return shift;
  // The weighted median: a cut or a flash misleads one frame, not most.
  shifts.sort((one, other) => one.shift - other.shift);
  const half = shifts.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  return (
    shifts.find(({ weight }) => {
      sum += weight;
      return sum >= half;
    })?.shift ?? shift
  );
}

/** Improves a place by some frames, of which a few may mislead, and says how well it fits all that are compared. */
async function exactPlace(copy: LumaFilm, film: LumaFilm, from: Alignment): Promise<Alignment> {
  const found: { place: Alignment['place']; correlation: number }[] = [];
  for (const index of spread(copy, 5)) {
    const original = await film.frame(nearestFrame(film.times, (copy.times[index] ?? 0) + from.shift));
    const sent = await frameOf(copy, index, from.isMirrored);
    found.push(register(sent, original, { place: from.place, correlation: -1 }));
  }
  const least = Math.max(...found.map((each) => each.correlation)) - 0.1;
  const places = found.filter((each) => each.correlation >= least).map((each) => each.place);
  const median = (number: 0 | 1 | 2 | 3 | 4 | 5): number =>
    places.map((place) => place[number]).sort((one, other) => one - other)[places.length >> 1] ?? from.place[number];
  const turned = [median(0), median(1), median(2), median(3), median(4), median(5)] as const;
  // Most copies are not turned, and stripes can pass for a turn.
  const upright = [turned[0] + turned[2] / 2, turned[1], 0, turned[3] + turned[4] / 2, 0, turned[5]] as const;
  let best: Alignment | null = null;
  for (const place of [turned, upright]) {
    const placed = { ...from, place };
    const correlation = await likeness(copy, film, placed, 0);
    if (!best || correlation > best.correlation) best = { ...placed, correlation };
  }
  return best ?? from;
}

/** The copy's light at each pixel of the film, every `stride`-th of both axes; NaN where it shows none. */
export function warp(
  copy: Plane,
  [p0, p1, p2, p3, p4, p5]: Alignment['place'],
  { width, height }: { width: number; height: number },
  stride = 1,
): Float32Array {
  const determinant = p1 * p5 - p2 * p4;
  const warped = new Float32Array(width * height).fill(Number.NaN);
  for (let y = 0; y < height; y += stride)
    for (let x = 0; x < width; x += stride) {
      const [across, down] = [(x + 0.5) / width - p0, (y + 0.5) / height - p3];
      const u = ((p5 * across - p2 * down) / determinant) * copy.width - 0.5;
      const v = ((p1 * down - p4 * across) / determinant) * copy.height - 0.5;
      if (!(u >= 0 && v >= 0 && u <= copy.width - 1 && v <= copy.height - 1)) continue;
      const [left, top] = [Math.min(copy.width - 2, Math.floor(u)), Math.min(copy.height - 2, Math.floor(v))];
      const [right, below] = [u - left, v - top];
      const at = top * copy.width + left;
      const upper = (copy.data[at] as number) * (1 - right) + (copy.data[at + 1] as number) * right;
      const lower =
        (copy.data[at + copy.width] as number) * (1 - right) + (copy.data[at + copy.width + 1] as number) * right;
      warped[y * width + x] = upper * (1 - below) + lower * below;
    }
  return warped;
}

/** How alike the copy's light and a frame are, at every `stride`-th pixel of both axes. */
export function correlation(copy: Float32Array, film: Plane, stride: number): number {
  const { n, c, o, cc, oo, co } = momentsOf(copy, film, stride);
  return n < 16 ? -1 : (co - (c * o) / n) / Math.sqrt(Math.max(1e-6, (cc - (c * c) / n) * (oo - (o * o) / n)));
}

/** Least squares: the copy's light is about `gain` times the film's, plus `bias`. */
export function levelsOf(copy: Float32Array, film: Plane): { gain: number; bias: number } {
  const { n, c, o, oo, co } = momentsOf(copy, film, 1);
  const spreadOfFilm = oo - (o * o) / Math.max(1, n);
  const gain = spreadOfFilm > 1 ? (co - (c * o) / n) / spreadOfFilm : 1;
  return { gain, bias: (c - gain * o) / Math.max(1, n) };
}

function momentsOf(copy: Float32Array, { data, width, height }: Plane, stride: number) {
  let [n, c, o, cc, oo, co] = [0, 0, 0, 0, 0, 0];
  for (let y = 0; y < height; y += stride)
    for (let at = y * width, end = at + width; at < end; at += stride) {
      const light = copy[at] as number;
      if (Number.isNaN(light)) continue;
      const original = data[at] as number;
      n += 1;
      c += light;
      o += original;
      cc += light * light;
      oo += original * original;
      co += light * original;
    }
  return { n, c, o, cc, oo, co };
}
