/*
 * PDQ, the perceptual hash that Meta published for sharing lists of known pictures: 256 bits that stay nearly the same
 * when a picture is resized, recompressed or brightened, and differ in about 128 bits between pictures. Light at 512 by
 * 512, two tent filters, 64 by 64, the 16 by 16 lowest frequencies of a cosine transform, one bit each above the median.
 */
export const pdqInput = 512;
/** Pixels of each side after the filters. */
export const pdqReduced = 64;
const small = pdqReduced;
const frequencies = 16;
/** Pixels of one box pass; two passes make a tent. */
const boxPixels = 4;
const boxAfter = boxPixels >> 1;

export interface Pdq {
  /** 256 bits. */
  bits: Uint8Array<ArrayBuffer>;
  /** 0 to 100; a plain picture below 50 resembles many others. */
  quality: number;
}

const cosines = Float64Array.from({ length: frequencies * small }, (_, at) => {
  const [row, column] = [Math.floor(at / small), at % small];
  return Math.sqrt(2 / small) * Math.cos((Math.PI / 2 / small) * (row + 1) * (2 * column + 1));
});

/** Hashes of a picture as it is, mirrored, and in the six other positions that turning and mirroring give. */
export interface Turns {
  upright: Pdq;
  mirrored: Pdq;
  turned: readonly Pdq[];
}

/** Hashes of a picture in all eight positions, from its light at 512 by 512. */
export const pdqOf = (light: Float32Array): Turns => turnsOfReduced(reduce(light));

/** The same from the light at 64 by 64. */
export function turnsOfReduced(reduced: ArrayLike<number>): Turns {
  const quality = qualityOf(reduced);
  const spectrum = transform(reduced);
  const hashed = (values: Float64Array): Pdq => ({ bits: bitsOf(values), quality });
  // Turned by a quarter, rows of cosines become columns.
  const quarter = spectrum.map(
    (_, at) => spectrum[(at % frequencies) * frequencies + Math.floor(at / frequencies)] ?? 0,
  );
  return {
    upright: hashed(spectrum),
    mirrored: hashed(flip(spectrum, columnOf)),
    turned: [
      flip(spectrum, rowOf),
      flip(flip(spectrum, rowOf), columnOf),
      quarter,
      flip(quarter, rowOf),
      flip(quarter, columnOf),
      flip(flip(quarter, rowOf), columnOf),
    ].map(hashed),
  };
}

const rowOf = (at: number) => Math.floor(at / frequencies);
const columnOf = (at: number) => at % frequencies;

/** The spectrum of the mirrored picture: mirroring changes the sign of every odd cosine along that axis. */
const flip = (spectrum: Float64Array, indexOf: (at: number) => number): Float64Array =>
  spectrum.map((value, at) => (indexOf(at) % 2 === 0 ? -value : value));

/**
 * The upright hash of `pdqOf`, from the light at 64 by 64. Means of areas in place of the two filters change few bits
 * and take a twentieth of the time.
 */
export const pdqOfReduced = (reduced: ArrayLike<number>): Pdq => ({
  bits: bitsOf(transform(reduced)),
  quality: qualityOf(reduced),
});

/** Number of bits in which two hashes differ. */
export function distanceOf(one: Uint8Array, other: Uint8Array): number {
  let distance = 0;
  for (let at = 0; at < one.length; at += 1)
    for (let rest = (one[at] ?? 0) ^ (other[at] ?? 0); rest > 0; rest &= rest - 1) distance += 1;
  return distance;
}

function reduce(light: Float32Array): Float64Array {
  const [one, other] = [Float64Array.from(light), new Float64Array(light.length)];
  for (let pass = 0; pass < 2; pass += 1) {
    boxRows(one, other);
    boxColumns(other, one);
  }
  const reduced = new Float64Array(small * small);
  for (let y = 0; y < small; y += 1)
    for (let x = 0; x < small; x += 1) {
      const [row, column] = [Math.floor(((y + 0.5) * pdqInput) / small), Math.floor(((x + 0.5) * pdqInput) / small)];
      reduced[y * small + x] = one[row * pdqInput + column] ?? 0;
    }
  return reduced;
}

/** Means over a window along rows. */
function boxRows(from: Float64Array, to: Float64Array): void {
  for (let start = 0; start < from.length; start += pdqInput) {
    let [sum, count] = [0, 0];
    for (let ahead = 0; ahead < pdqInput + boxAfter; ahead += 1) {
      if (ahead < pdqInput) {
        sum += from[start + ahead] as number;
        count += 1;
      }
      const leaving = ahead - boxPixels;
      if (leaving >= 0) {
        sum -= from[start + leaving] as number;
        count -= 1;
      }
      const at = ahead - boxAfter;
      if (at >= 0) to[start + at] = sum / count;
    }
  }
}

/** Means over a window along columns, row by row: column by column each step would miss the processor's cache. */
function boxColumns(from: Float64Array, to: Float64Array): void {
  const sums = new Float64Array(pdqInput);
  let count = 0;
  const add = (row: number, sign: number) => {
    if (row < 0 || row >= pdqInput) return;
    for (let column = 0; column < pdqInput; column += 1)
      sums[column] = (sums[column] as number) + sign * (from[row * pdqInput + column] as number);
    count += sign;
  };
  for (let ahead = 0; ahead < pdqInput + boxAfter; ahead += 1) {
    add(ahead, 1);
    add(ahead - boxPixels, -1);
    const start = (ahead - boxAfter) * pdqInput;
    if (start < 0) continue;
    for (let column = 0; column < pdqInput; column += 1) to[start + column] = (sums[column] as number) / count;
  }
}

/** How much the reduced picture changes from pixel to pixel. */
function qualityOf(reduced: ArrayLike<number>): number {
  let sum = 0;
  for (let y = 0; y < small; y += 1)
    for (let x = 0; x < small; x += 1) {
      const light = reduced[y * small + x] ?? 0;
      if (y < small - 1) sum += Math.trunc((Math.abs(light - (reduced[(y + 1) * small + x] ?? 0)) * 100) / 255);
      if (x < small - 1) sum += Math.trunc((Math.abs(light - (reduced[y * small + x + 1] ?? 0)) * 100) / 255);
    }
  return Math.min(100, Math.floor(sum / 90));
}

/** The 16 by 16 lowest frequencies without the constant ones, row by row. */
function transform(reduced: ArrayLike<number>): Float64Array {
  const half = new Float64Array(frequencies * small);
  for (let row = 0; row < frequencies; row += 1)
    for (let x = 0; x < small; x += 1) {
      let sum = 0;
      for (let y = 0; y < small; y += 1)
        sum += (cosines[row * small + y] as number) * (reduced[y * small + x] as number);
      half[row * small + x] = sum;
    }
  const spectrum = new Float64Array(frequencies * frequencies);
  for (let row = 0; row < frequencies; row += 1)
    for (let column = 0; column < frequencies; column += 1) {
      let sum = 0;
      for (let x = 0; x < small; x += 1)
        sum += (half[row * small + x] as number) * (cosines[column * small + x] as number);
      spectrum[row * frequencies + column] = sum;
    }
  return spectrum;
}

function bitsOf(spectrum: Float64Array): Uint8Array<ArrayBuffer> {
  const median = Float64Array.from(spectrum).sort()[127] ?? 0;
  const bits = new Uint8Array(32);
  for (const [at, value] of spectrum.entries())
    if (value > median) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
  return bits;
}

/** Light as the eye weighs the three channels, of pixels with `channels` bytes each. */
export function lightOfPixels(data: ArrayLike<number>, channels: 3 | 4): Float32Array {
  const light = new Float32Array(data.length / channels);
  for (let pixel = 0, at = 0; pixel < light.length; pixel += 1, at += channels)
    light[pixel] = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  return light;
}
