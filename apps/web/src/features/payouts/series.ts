import type { CreatorStats } from './api.ts';

export interface Bar {
  from: string;
  cents: number;
  /** Cents of the same step in the previous period; null without one. */
  before: number | null;
}

/** Earnings as bars, oldest first, each with the same step of the previous period. */
export const toBars = ({ series, previousSeries }: Pick<CreatorStats, 'series' | 'previousSeries'>): Bar[] =>
  series.map(({ from, amountCents }, index) => ({
    from,
    cents: amountCents,
    before: previousSeries?.[index]?.amountCents ?? null,
  }));

export const hasPreviousEarnings = (bars: readonly Bar[]): boolean =>
  bars.some(({ before }) => before !== null && before > 0);

const steps = [1, 2, 2.5, 5, 10];

/** Two or three round values for grid lines, in cents, from 0 to at most the highest bar. */
export function gridLines(highestCents: number): number[] {
  const half = Math.max(highestCents, 10_000) / 2;
  const power = 10 ** Math.floor(Math.log10(half));
  const step = (steps.findLast((each) => each * power <= half) ?? 1) * power;
  return Array.from({ length: Math.floor((half * 2) / step) + 1 }, (_, line) => line * step);
}

/** Percent; a larger change is hidden, because the previous period had almost no earnings. */
const highestChange = 500;

/** Whole percent of change from the previous period; null when there is nothing to compare with. */
export function percentChange({
  periodEarningsCents: now,
  previousPeriodCents: before,
}: Pick<CreatorStats, 'periodEarningsCents' | 'previousPeriodCents'>): number | null {
  if (before === null || before <= 0) return null;
  const change = Math.round(((now - before) / before) * 100);
  return change > highestChange ? null : change;
}

/** Number of bars from one axis label to the next. */
export function labelInterval(unit: CreatorStats['seriesUnit'], count: number): number {
  if (unit === 'hour') return 6;
  return count <= 8 ? 1 : Math.ceil(count / 5);
}
