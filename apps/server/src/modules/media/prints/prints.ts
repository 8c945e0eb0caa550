import { shrinkColumns, shrinkRows } from '@vlam/contract/rules/light-plane';
import {
  lightOfPixels,
  type Pdq,
  pdqInput,
  pdqOf,
  pdqOfReduced,
  pdqReduced,
  type Turns,
} from '@vlam/contract/rules/pdq';
import type { Sharp } from 'sharp';
import { imageLibrary } from '../../../platform/imagery/sharp.ts';

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
type Cut = (typeof cuts)[number];

/** The bits of a hash as hexadecimal. */
export const hexOf = ({ bits }: Pdq): string => Buffer.from(bits).toString('hex');

/** Hashes of a picture in all eight positions, without a plain frame; what an upload is compared by. */
export async function printsOf(picture: Sharp): Promise<Turns> {
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
  const partOf = ([first, last]: Cut, length: number) => ({
    start: Math.round(first * length),
    length: Math.max(1, Math.floor((1 - first - last) * length)),
  });
  return cuts.flatMap((sides) => {
    // Once for all sections of these columns: copying each section first took twice as long, and filled the memory.
    const narrow = shrinkRows(whole, partOf(sides, whole.width), pdqReduced);
    return cuts.map((ends) => {
      const { data: reduced } = shrinkColumns(narrow, partOf(ends, whole.height), pdqReduced);
      return pdqOfReduced(reduced).bits;
    });
  });
}

const rawWithin = (picture: Sharp, pixels: number) =>
  picture
    .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });

async function pdqOfArea(picture: Sharp): Promise<Turns> {
  const { data } = await picture
    .toColourspace('srgb')
    .removeAlpha()
    .resize({ width: pdqInput, height: pdqInput, fit: 'fill' })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return pdqOf(lightOfPixels(data, 3));
}
