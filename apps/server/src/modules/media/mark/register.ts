import { type Plane, sample, shrink } from './plane.ts';

/**
 * Where a copy lies in the original, and how its light differs. Places are shares of the width and height:
 * `x = place[0] + place[1] * u + place[2] * v`, `y = place[3] + place[4] * u + place[5] * v`, and
 * `light of the copy = gain * light of the original + bias`.
 */
export interface Registration {
  place: readonly [number, number, number, number, number, number];
  gain: number;
  bias: number;
  /** Correlation of the copy with its place in the original, at most 1. */
  correlation: number;
}

const coarseWidth = 64;
const fineWidths = [128, 256, 512] as const;
/** Shares of the largest possible section that are tried: a copy may be cropped to 60 % of each side. */
const sections = Array.from({ length: 17 }, (_, step) => 1 - step * 0.025);
const maxSteps = 12;
/** Residuals beyond this, in levels, count less: text or a sticker over the copy. */
const outlier = 12;

export type Section = Pick<Registration, 'place' | 'correlation'>;

/**
 * Improves the place of a section, also of one that is stretched or turned by a few degrees. The result's correlation
 * is low when the copy shows something else.
 */
export function register(copy: Plane, original: Plane, section: Section): Registration {
  let found: Registration = { ...section, gain: 1, bias: 0 };
  for (const width of fineWidths) {
    if (width > original.width && width !== fineWidths[0]) break;
    const whole = scaled(original, width, Math.round((width * original.height) / original.width));
    const [across, down] = [Math.abs(found.place[1]) * whole.width, Math.abs(found.place[5]) * whole.height];
    found = refine(scaled(copy, Math.max(16, Math.round(across)), Math.max(16, Math.round(down))), whole, found);
  }
  return found;
}

const scaled = (plane: Plane, width: number, height: number): Plane =>
  width >= plane.width && height >= plane.height ? plane : shrink(plane, width, height);

/** Finds the section of the original that a copy shows, resized or cropped: the best of all at 64 pixels. */
export function findSection(sent: Plane, original: Plane): Section {
  const whole = shrink(
    original,
    coarseWidth,
    Math.max(8, Math.round((coarseWidth * original.height) / original.width)),
  );
  const copy = scaled(sent, 2 * coarseWidth, Math.max(8, Math.round((2 * coarseWidth * sent.height) / sent.width)));
  const wider = sent.width / sent.height / (original.width / original.height);
  const [fullWidth, fullHeight] = wider >= 1 ? [1, 1 / wider] : [wider, 1];
  const shapes = sections.map((section) => [section * fullWidth, section * fullHeight] as const);
  let best: Section = { place: [0, 1, 0, 0, 0, 1], correlation: -1 };
  // The last one is the whole original, stretched.
  for (const [across, down] of [...shapes, [1, 1] as const]) {
    const width = Math.max(8, Math.round(across * whole.width));
    const height = Math.max(8, Math.round(down * whole.height));
    if (width > whole.width || height > whole.height) continue;
    const { x, y, correlation } = findPlace(shrink(copy, width, height), whole);
    if (correlation > best.correlation)
      best = {
        correlation,
        place: [x / whole.width, width / whole.width, 0, y / whole.height, 0, height / whole.height],
      };
  }
  return best;
}

/** The offset of a smaller plane in a larger one at which they correlate most. */
function findPlace(part: Plane, whole: Plane): { x: number; y: number; correlation: number } {
  const pixels = part.data.length;
  const mean = part.data.reduce((sum, light) => sum + light, 0) / pixels;
  const centred = part.data.map((light) => light - mean);
  const norm = Math.sqrt(centred.reduce((sum, light) => sum + light * light, 0)) || 1;
  let best = { x: 0, y: 0, correlation: -1 };
  for (let y = 0; y <= whole.height - part.height; y += 1)
    for (let x = 0; x <= whole.width - part.width; x += 1) {
      let [dot, sum, square] = [0, 0, 0];
      for (let row = 0, at = 0; row < part.height; row += 1) {
        let from = (y + row) * whole.width + x;
        for (let column = 0; column < part.width; column += 1, at += 1, from += 1) {
          const light = whole.data[from] as number;
          dot += light * (centred[at] as number);
          sum += light;
          square += light * light;
        }
      }
      const correlation = dot / (norm * Math.sqrt(Math.max(1e-6, square - (sum * sum) / pixels)));
      if (correlation > best.correlation) best = { x, y, correlation };
    }
  return best;
}

/** The six numbers of a place, then gain and bias. */
type Numbers = [number, number, number, number, number, number, number, number];

/** Improves a registration by least squares over its six numbers, gain and bias (Gauss-Newton). */
function refine(copy: Plane, original: Plane, start: Registration): Registration {
  const numbers = [...start.place, start.gain, start.bias];
  const stride = copy.width > 300 ? 2 : 1;
  for (let step = 0; step < maxSteps; step += 1) {
    const change = solve(normalEquations(copy, original, numbers, stride));
    if (!change) break;
    for (const [index, value] of change.entries()) numbers[index] = (numbers[index] ?? 0) + value;
    const moved = Math.max(...change.slice(0, 6).map(Math.abs)) * original.width;
    if (moved < 0.01) break;
  }
  const [p0, p1, p2, p3, p4, p5, gain, bias] = numbers as Numbers;
  const place = [p0, p1, p2, p3, p4, p5] as const;
  const correlation = correlationAt(copy, original, place);
  // Diverged: what it began with was better.
  return correlation >= start.correlation - 0.1 && gain > 0.2 ? { place, gain, bias, correlation } : start;
}

const size = 8;

/** Matrix and right side of the weighted normal equations, nine numbers a row. */
function normalEquations(copy: Plane, original: Plane, numbers: readonly number[], stride: number): Float64Array {
  const [p0, p1, p2, p3, p4, p5, gain, bias] = numbers as Numbers;
  const equations = new Float64Array(size * (size + 1));
  const row = new Float64Array(size);
  for (let y = 0; y < copy.height; y += stride)
    for (let x = 0; x < copy.width; x += stride) {
      const [u, v] = [(x + 0.5) / copy.width, (y + 0.5) / copy.height];
      const at = (p0 + p1 * u + p2 * v) * original.width - 0.5;
      const down = (p3 + p4 * u + p5 * v) * original.height - 0.5;
      const across = (sample(original, at + 0.5, down) - sample(original, at - 0.5, down)) * original.width * gain;
      const along = (sample(original, at, down + 0.5) - sample(original, at, down - 0.5)) * original.height * gain;
      const light = sample(original, at, down);
      if (Number.isNaN(across) || Number.isNaN(along) || Number.isNaN(light)) continue;
      const residual = (copy.data[y * copy.width + x] ?? 0) - gain * light - bias;
      const weight = 1 / (1 + (residual / outlier) ** 2);
      row.set([across, across * u, across * v, along, along * u, along * v, light, 1]);
      for (let i = 0; i < size; i += 1) {
        const scaledWeight = weight * (row[i] as number);
        for (let j = 0; j < size; j += 1)
          equations[i * 9 + j] = (equations[i * 9 + j] ?? 0) + scaledWeight * (row[j] as number);
        equations[i * 9 + size] = (equations[i * 9 + size] ?? 0) + scaledWeight * residual;
      }
    }
  return equations;
}

/** Solves eight equations by elimination; undefined when they do not determine a solution. */
function solve(equations: Float64Array): number[] | undefined {
  const at = (row: number, column: number) => equations[row * 9 + column] as number;
  for (let pivot = 0; pivot < size; pivot += 1) {
    let largest = pivot;
    for (let row = pivot + 1; row < size; row += 1)
      if (Math.abs(at(row, pivot)) > Math.abs(at(largest, pivot))) largest = row;
    if (Math.abs(at(largest, pivot)) < 1e-9) return undefined;
    for (let column = 0; column <= size; column += 1) {
      const kept = at(pivot, column);
      equations[pivot * 9 + column] = at(largest, column);
      equations[largest * 9 + column] = kept;
    }
    for (let row = 0; row < size; row += 1) {
      if (row === pivot) continue;
      const factor = at(row, pivot) / at(pivot, pivot);
      for (let column = pivot; column <= size; column += 1)
        equations[row * 9 + column] = at(row, column) - factor * at(pivot, column);
    }
  }
  return Array.from({ length: size }, (_, row) => at(row, size) / at(row, row));
}

function correlationAt(copy: Plane, original: Plane, place: Registration['place']): number {
  let [n, c, o, cc, oo, co] = [0, 0, 0, 0, 0, 0];
  for (let y = 0; y < copy.height; y += 2)
    for (let x = 0; x < copy.width; x += 2) {
      const [u, v] = [(x + 0.5) / copy.width, (y + 0.5) / copy.height];
      const light = sample(
        original,
        (place[0] + place[1] * u + place[2] * v) * original.width - 0.5,
        (place[3] + place[4] * u + place[5] * v) * original.height - 0.5,
      );
      if (Number.isNaN(light)) continue;
      const copied = copy.data[y * copy.width + x] ?? 0;
      n += 1;
      c += copied;
      o += light;
      cc += copied * copied;
      oo += light * light;
      co += copied * light;
    }
  // Less than a quarter of the copy lies in the original.
  if (n < (copy.width * copy.height) / 16) return -1;
  return (co - (c * o) / n) / Math.sqrt(Math.max(1e-6, (cc - (c * c) / n) * (oo - (o * o) / n)));
}
