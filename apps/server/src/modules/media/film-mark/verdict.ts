/** The chance at which a wrong account is named, over all that are compared. */
const acceptedChance = 1e-6;

export interface FilmVerdict {
  accountId: string;
  /** How well the copy fits the account's code word, at most 1. */
  correlation: number;
  /** That any account fits so well by chance. */
  chance: number;
}

/** Whether this many bits, read without an error, could name one of so many accounts. */
export const isEnoughFilm = (bits: number, accounts: number): boolean => accounts * 2 ** -bits <= acceptedChance;

/**
 * The account whose code word a copy carries, or null. `strengths` has a number for each bit that the copy shows, about
 * 0 where it is plain and more where it has the pattern; `bitsOf` the same bits of an account's code word.
 *
 * The code words of all other accounts are coin tosses that know nothing of the copy, so the chance that one of them
 * fits this well is bounded exactly (Chernoff), however the copy was made.
 */
export function findFilmViewer(
  strengths: Float64Array,
  accountIds: readonly string[],
  bitsOf: (accountId: string) => Uint8Array,
  compared = accountIds.length,
): FilmVerdict | null {
  const evidence = centred(strengths);
  const norm = Math.sqrt(evidence.reduce((sum, value) => sum + value * value, 0));
  if (norm === 0) return null;
  let best: { accountId: string; fit: number } | null = null;
  for (const accountId of accountIds) {
    const bits = bitsOf(accountId);
    let fit = 0;
    for (const [at, value] of evidence.entries()) fit += bits[at] ? value : -value;
    if (!best || fit > best.fit) best = { accountId, fit };
  }
  if (!best || best.fit <= 0) return null;
  const chance = compared * chanceOf(evidence, best.fit);
  if (chance > acceptedChance) return null;
  return { accountId: best.accountId, correlation: best.fit / (norm * Math.sqrt(evidence.length)), chance };
}

/** Centred between the bits that look plain and those that look marked, with outliers cut. */
function centred(strengths: Float64Array): Float64Array {
  const sorted = strengths.toSorted();
  const mean = (from: number, to: number) =>
    sorted.subarray(from, to).reduce((sum, value) => sum + value, 0) / Math.max(1, to - from);
  let best = { spread: -1, low: 0, high: 0 };
  for (let cut = 1; cut < sorted.length; cut += 1) {
    const [low, high] = [mean(0, cut), mean(cut, sorted.length)];
    const spread = cut * (sorted.length - cut) * (high - low) ** 2;
    if (spread > best.spread) best = { spread, low, high };
  }
  const [middle, half] = [(best.low + best.high) / 2, (best.high - best.low) / 2];
  return strengths.map((value) => Math.max(-1.5 * half, Math.min(1.5 * half, value - middle)));
}

/** A bound for the chance that the sum of these numbers with random signs reaches `fit`. */
function chanceOf(evidence: Float64Array, fit: number): number {
  const scale = Math.max(...evidence.map(Math.abs)) || 1;
  const exponent = (factor: number): number =>
    evidence.reduce((sum, value) => sum + logCosh((factor * value) / scale), -(factor * fit) / scale);
  // Convex in the factor: thirds close in on the least.
  let [low, high] = [0, 60];
  for (let step = 0; step < 80; step += 1) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
    if (exponent(left) < exponent(right)) high = right;
    else low = left;
  }
  return Math.exp(exponent((low + high) / 2));
}

const logCosh = (x: number): number => Math.abs(x) + Math.log1p(Math.exp(-2 * Math.abs(x))) - Math.LN2;
