import type { Plane } from '@vlam/contract/rules/light-plane';
import type { Sharp } from 'sharp';
import type { RawPicture } from '../tints.ts';

export { type Plane, shrink } from '@vlam/contract/rules/light-plane';

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
