/** Light of a picture, 0 to 255 a pixel. */
export interface Plane {
  data: Float32Array;
  width: number;
  height: number;
}

/** A part of an axis, in pixels. */
export interface Stretch {
  start: number;
  length: number;
}

/** The same light in fewer pixels; each is the mean of those it covers. */
export const shrink = (plane: Plane, width: number, height: number): Plane =>
  shrinkColumns(
    shrinkRows(plane, { start: 0, length: plane.width }, width),
    { start: 0, length: plane.height },
    height,
  );

/** A part of every row, in `width` pixels. */
export function shrinkRows({ data, width: whole, height }: Plane, part: Stretch, width: number): Plane {
  const narrow = new Float32Array(width * height);
  reduceLines(data, narrow, { part, to: width, lines: height, pixel: 1, line: whole, toPixel: 1, toLine: width });
  return { data: narrow, width, height };
}

/** A part of every column, in `height` pixels. */
export function shrinkColumns({ data, width }: Plane, part: Stretch, height: number): Plane {
  const low = new Float32Array(width * height);
  reduceLines(data, low, { part, to: height, lines: width, pixel: width, line: 1, toPixel: width, toLine: 1 });
  return { data: low, width, height };
}

interface Lines {
  part: Stretch;
  /** Pixels of each line afterwards. */
  to: number;
  lines: number;
  /** From a pixel to the next of its line, and to the next line, before and after. */
  pixel: number;
  line: number;
  toPixel: number;
  toLine: number;
}

function reduceLines(source: Float32Array, target: Float32Array, axis: Lines): void {
  const { part, to, lines, pixel, line, toPixel, toLine } = axis;
  const { length } = part;
  const shares = new Float64Array(Math.ceil(length / to) + 2);
  for (let index = 0; index < to; index += 1) {
    const start = (index * length) / to;
    const end = ((index + 1) * length) / to;
    const first = Math.floor(start);
    const count = Math.min(length, Math.ceil(end)) - first;
    for (let at = 0; at < count; at += 1) shares[at] = Math.min(end, first + at + 1) - Math.max(start, first + at);
    const from = (part.start + first) * pixel;
    for (let each = 0; each < lines; each += 1) {
      const begin = each * line + from;
      let sum = 0;
      for (let at = 0; at < count; at += 1) sum += (source[begin + at * pixel] as number) * (shares[at] as number);
      target[each * toLine + index * toPixel] = sum / (end - start);
    }
  }
}
