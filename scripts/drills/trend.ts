import { median } from '../../bench/lib/stats.ts';

/** How much a series may rise before it counts as a leak: by a part of itself, and by so much in any case. */
export interface Tolerance {
  share: number;
  most: number;
}

export interface Trend {
  /** Medians of the second and the last quarter. */
  second: number;
  last: number;
  isRising: boolean;
}

/**
 * Judges a series by two medians: the last quarter against the second. The first is left out, because caches fill then;
 * medians, because one peak is no leak. Fewer than eight values say nothing, and count as rising.
 */
export function judge(values: readonly number[], { share, most }: Tolerance): Trend {
  const quarter = Math.floor(values.length / 4);
  const second = median(values.slice(quarter, quarter * 2));
  const last = median(values.slice(values.length - quarter));
  return { second, last, isRising: !(quarter >= 2 && last <= second * (1 + share) + most) };
}
