import { createCipheriv, createHmac, type KeyObject } from 'node:crypto';

/*
 * Each segment of a film that is sold exists plain and with one or two faint patterns. Which of them an account gets of
 * each segment is its code word: bits that a key derives from the account and the film, as random as a coin for anyone
 * without the key. The address of a segment does not name the variant.
 */

/** A short film carries two bits a segment, so that fifteen seconds are enough to tell its viewers apart. */
const shortBelowSegments = 60;
/** How many patterns a film of so many segments gets. */
export const layersFor = (segments: number): 1 | 2 => (segments < shortBelowSegments ? 2 : 1);

/** The variants beside the plain one: each is a set of patterns, one bit a pattern. */
export const variantsOf = (layers: 1 | 2): readonly number[] => (layers === 2 ? [1, 2, 3] : [1]);

/** How many patterns a film was encoded with. */
export const layersIn = (variants: readonly { variant: number }[]): 1 | 2 =>
  variants.some(({ variant }) => variant > 1) ? 2 : 1;

/** The variant that an account gets of each segment. */
export function codeWord(
  key: KeyObject,
  viewer: { mediaId: string; accountId: string },
  segments: number,
  layers: 1 | 2,
): Uint8Array {
  const seed = createHmac('sha256', key).update(`film ${viewer.mediaId} ${viewer.accountId}`).digest();
  const bytes = createCipheriv('aes-256-ctr', seed, Buffer.alloc(16)).update(Buffer.alloc(segments));
  const mask = (1 << layers) - 1;
  return Uint8Array.from(bytes, (byte) => byte & mask);
}
