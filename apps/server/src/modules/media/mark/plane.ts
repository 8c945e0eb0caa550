import type { Sharp } from 'sharp';
import type { RawPicture } from '../tints.ts';

/** Light of a picture, 0 to 255 a pixel. */
export interface Plane {
  data: Float32Array;
  width: number;
  height: number;
}

/** Mean of the three channels. */
export function lightOf({ data, width, height }: RawPicture): Plane {
  const light = new Float32Array(width * height);
  for (let pixel = 0, at = 0; pixel < light.length; pixel += 1, at += 3)
    light[pixel] = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3;
  return { data: light, width, height };
}

/** Light of a picture at exactly this size. */
export async function planeOf(picture: Sharp, width: number, height: number): Promise<Plane> {
  const { data, info } = await picture
    .clone()
    .toColourspace('srgb')
    .removeAlpha()
    .resize({ width, height, fit: 'fill' })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return lightOf({ data, width: info.width, height: info.height });
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

/** Light between pixels; NaN outside the picture. */
export function sample({ data, width, height }: Plane, x: number, y: number): number {
  if (!(x >= 0 && y >= 0 && x <= width - 1 && y <= height - 1)) return Number.NaN;
  const left = Math.min(width - 2, Math.floor(x));
  const top = Math.min(height - 2, Math.floor(y));
  const [right, down] = [x - left, y - top];
  const at = top * width + left;
  const above = (data[at] ?? 0) * (1 - right) + (data[at + 1] ?? 0) * right;
  const below = (data[at + width] ?? 0) * (1 - right) + (data[at + width + 1] ?? 0) * right;
  return above * (1 - down) + below * down;
}
