/** Light of a picture, 0 to 255 a pixel. */
export interface Plane {
  data: Float32Array;
  width: number;
  height: number;
}

/** The same light in fewer pixels; each is the mean of those it covers. */
export function shrink(plane: Plane, width: number, height: number): Plane {
  const narrow = new Float32Array(width * plane.height);
  reduceLines(plane.data, narrow, { from: plane.width, to: width, lines: plane.height, across: true });
  const data = new Float32Array(width * height);
  reduceLines(narrow, data, { from: plane.height, to: height, lines: width, across: false });
  return { data, width, height };
}

/** Reduces each of `lines` rows, or columns, from `from` to `to` pixels. */
function reduceLines(
  source: Float32Array,
  target: Float32Array,
  { from, to, lines, across }: { from: number; to: number; lines: number; across: boolean },
): void {
  const pixel = across ? 1 : lines;
  for (let index = 0; index < to; index += 1) {
    const start = (index * from) / to;
    const end = ((index + 1) * from) / to;
    const first = Math.floor(start);
    const last = Math.min(from, Math.ceil(end));
    for (let line = 0; line < lines; line += 1) {
      const begin = across ? line * from : line;
      let sum = 0;
      for (let at = first; at < last; at += 1) {
        const share = Math.min(end, at + 1) - Math.max(start, at);
        sum += (source[begin + at * pixel] as number) * share;
      }
      target[(across ? line * to : line) + index * pixel] = sum / (end - start);
    }
  }
}
