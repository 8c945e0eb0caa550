import type { Sharp } from 'sharp';
import { fromRaw, toRaw } from '../process-image.ts';
import type { RawPicture } from '../tints.ts';
import { type MarkGrid, signCount } from './grid.ts';
import { lightOf, type Plane, planeOf } from './plane.ts';
import { readSigns } from './read.ts';
import { findSection, register, type Section } from './register.ts';

/** Correlation from which a mark names an account; by chance it deviates from 0 by 0.088. */
const minCorrelation = 0.5;
const registeredWidth = 512;
/** Larger copies hold no more of the mark. */
const maxReadWidth = 1440;

export interface NamedViewer {
  accountId: string;
  /** How well the mark fits, at most 1. */
  correlation: number;
}

/**
 * Reads the signs of a copy by comparing it with the original, of any size. The copy may be resized, cropped by a
 * fifth, framed, mirrored, recompressed or turned by a few degrees. Takes about half a second.
 */
export async function readCopy(sent: RawPicture, original: RawPicture, grid: MarkGrid): Promise<Float64Array> {
  const whole = await fitted(fromRaw(original), original, registeredWidth);
  let best: { picture: RawPicture; light: Plane; section: Section } | undefined;
  for (const picture of await versionsOf(sent)) {
    const light = await fitted(fromRaw(picture), picture, registeredWidth);
    const section = findSection(light, whole);
    if (!best || section.correlation > best.section.correlation) best = { picture, light, section };
  }
  if (!best) return new Float64Array(signCount);
  const { picture } = best;
  const found = register(best.light, whole, best.section);
  const copy = lightOf(picture.width > maxReadWidth ? await toRaw(fromRaw(picture).resize(maxReadWidth)) : picture);
  // As many pixels a cell as the copy has.
  const width = Math.min(original.width, Math.max(1, Math.round(copy.width / Math.abs(found.place[1] || 1))));
  return readSigns(copy, await fitted(fromRaw(original), original, width), grid, found);
}

/** The copy as it is and mirrored, each also without a plain frame. */
async function versionsOf(sent: RawPicture): Promise<RawPicture[]> {
  const trimmed = await toRaw(fromRaw(sent).trim({ threshold: 12 })).catch(() => sent);
  const isFramed = trimmed.width * trimmed.height < sent.width * sent.height * 0.98 && trimmed.width >= 32;
  const upright = isFramed ? [sent, trimmed] : [sent];
  return [...upright, ...(await Promise.all(upright.map((picture) => toRaw(fromRaw(picture).flop()))))];
}

const fitted = (picture: Sharp, { width, height }: RawPicture, wanted: number) => {
  const across = Math.min(width, wanted);
  return planeOf(picture, across, Math.max(1, Math.round((across * height) / width)));
};

/** How well signs that were read fit an account's, -1 to 1. */
export function correlationOf(read: Float64Array, signs: Int8Array): number {
  let [dot, square] = [0, 0];
  for (const [sign, value] of read.entries()) {
    dot += value * (signs[sign] ?? 0);
    square += value * value;
  }
  return dot / Math.sqrt(signCount * (square || 1));
}

/** The account whose signs fit best, or null when none fits. */
export function findViewer(
  read: Float64Array,
  accountIds: readonly string[],
  signsOf: (accountId: string) => Int8Array,
): NamedViewer | null {
  let best: NamedViewer | null = null;
  for (const accountId of accountIds) {
    const correlation = correlationOf(read, signsOf(accountId));
    if (correlation >= minCorrelation && correlation > (best?.correlation ?? 0)) best = { accountId, correlation };
  }
  return best;
}
