import { shrink } from './light-plane.ts';
import { lightOfPixels, type Pdq, pdqReduced, turnsOfReduced } from './pdq.ts';

const hexOf = ({ bits }: Pdq): string => Array.from(bits, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Pixels of the longest side that are enough for a fingerprint. */
export const fingerprintSide = 512;

/**
 * What a picture looks like, of its pixels with four bytes each: 256 bits, and the same of its mirror image. The server
 * stores the same of every picture, so that a near copy is found without the picture itself.
 */
export function printsOfPixels(pixels: { data: ArrayLike<number>; width: number; height: number }): {
  print: string;
  mirrored: string;
  quality: number;
} {
  const light = { data: lightOfPixels(pixels.data, 4), width: pixels.width, height: pixels.height };
  const { upright, mirrored } = turnsOfReduced(shrink(light, pdqReduced, pdqReduced).data);
  return { print: hexOf(upright), mirrored: hexOf(mirrored), quality: upright.quality };
}

/** The 256 bits of a fingerprint in order. */
export const lightsOf = (print: string): boolean[] =>
  Array.from(print, (digit) => Number.parseInt(digit, 16)).flatMap((four) =>
    [8, 4, 2, 1].map((bit) => (four & bit) !== 0),
  );
