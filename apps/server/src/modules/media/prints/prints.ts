import { lightOfPixels, type Pdq, pdqInput, pdqOf, pdqOfReduced, pdqReduced } from '@vlam/contract/rules/pdq';
import type { Sharp } from 'sharp';
import { imageLibrary } from '../../../platform/imagery/sharp.ts';
import { type Plane, shrink } from '../mark/plane.ts';

/** What the stored sections leave out at both ends of an axis, as shares of it; each pair of axes is a section. */
const cuts = [
  [0, 0],
  [0, 0.05],
  [0.05, 0],
  [0.025, 0.025],
  [0.025, 0.08],
  [0.08, 0.025],
  [0.075, 0.075],
] as const;

/** The bits of a hash as hexadecimal. */
export const hexOf = ({ bits }: Pdq): string => Buffer.from(bits).toString('hex');

/** Hashes of a picture as it is and mirrored, without a plain frame; what an upload is compared by. */
export async function printsOf(picture: Sharp): Promise<{ upright: Pdq; mirrored: Pdq }> {
  const { data, info } = await rawWithin(picture, 2 * pdqInput);
  const raw = { width: info.width, height: info.height, channels: 3 as const };
  const trimmed = await imageLibrary()(data, { raw })
    .trim({ threshold: 12 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = trimmed.info;
  const isFrame = width < 64 || height < 64;
  return pdqOfArea(imageLibrary()(isFrame ? data : trimmed.data, { raw: isFrame ? raw : { ...raw, width, height } }));
}

/**
 * Hashes of a picture and of 48 sections of it. A hash does not survive a crop, so a picture that is to be recognised
 * later is stored by these; a copy cropped by up to a tenth on each side is then within 50 bits of one.
 */
export async function printsOfSections(picture: Buffer): Promise<Uint8Array[]> {
  const { data, info } = await rawWithin(imageLibrary()(picture), pdqInput);
  const whole = { data: lightOfPixels(data, 3), width: info.width, height: info.height };
  return cuts.flatMap(([left, right]) =>
    cuts.map(([top, bottom]) => {
      const section = cut(whole, {
        left: Math.round(left * whole.width),
        top: Math.round(top * whole.height),
        width: Math.max(1, Math.floor((1 - left - right) * whole.width)),
        height: Math.max(1, Math.floor((1 - top - bottom) * whole.height)),
      });
      return pdqOfReduced(shrink(section, pdqReduced, pdqReduced).data).upright.bits;
    }),
  );
}

const rawWithin = (picture: Sharp, pixels: number) =>
  picture
    .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });

function cut(plane: Plane, area: { left: number; top: number; width: number; height: number }): Plane {
  const data = new Float32Array(area.width * area.height);
  for (let row = 0; row < area.height; row += 1) {
    const start = (area.top + row) * plane.width + area.left;
    data.set(plane.data.subarray(start, start + area.width), row * area.width);
  }
  return { data, width: area.width, height: area.height };
}

async function pdqOfArea(picture: Sharp): Promise<{ upright: Pdq; mirrored: Pdq }> {
  const { data } = await picture
    .toColourspace('srgb')
    .removeAlpha()
    .resize({ width: pdqInput, height: pdqInput, fit: 'fill' })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return pdqOf(lightOfPixels(data, 3));
}
