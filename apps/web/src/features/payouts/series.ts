import type { CreatorStats } from './api.ts';

export interface Bar {
  from: string;
  cents: number;
  /** As far into the period before; null where there is none. */
  before: number | null;
}

/** Earnings as bars, oldest first, each with what the same step of the period before brought. */
export const barsOf = ({ series, previousSeries }: Pick<CreatorStats, 'series' | 'previousSeries'>): Bar[] =>
  series.map(({ from, amountCents }, index) => ({
    from,
    cents: amountCents,
    before: previousSeries?.[index]?.amountCents ?? null,
  }));

/** Whether the period before brought anything that a line could show. */
export const hasBefore = (bars: readonly Bar[]): boolean => bars.some(({ before }) => before !== null && before > 0);

const steps = [1, 2, 2.5, 5, 10];

/** Two to three round lines above the ground, the last at or under the highest bar, in cents. */
export function gridOf(highestCents: number): number[] {
  const half = Math.max(highestCents, 10_000) / 2;
  const power = 10 ** Math.floor(Math.log10(half));
  const step = (steps.findLast((each) => each * power <= half) ?? 1) * power;
  return Array.from({ length: Math.floor((half * 2) / step) + 1 }, (_, line) => line * step);
}

/** Beyond this a percentage says nothing: there was hardly anything before. */
const highestChange = 500;

/** Whole percent up or down on the period before; null when there is nothing to compare with. */
export function changeOf({
  periodEarningsCents: now,
  previousPeriodCents: before,
}: Pick<CreatorStats, 'periodEarningsCents' | 'previousPeriodCents'>): number | null {
  if (before === null || before <= 0) return null;
  const change = Math.round(((now - before) / before) * 100);
  return change > highestChange ? null : change;
}

/** Every how many bars the axis names one. */
export function labelEvery(unit: CreatorStats['seriesUnit'], count: number): number {
  if (unit === 'hour') return 6;
  return count <= 8 ? 1 : Math.ceil(count / 5);
}
