import type { CreatorStats } from './api.ts';

type Series = Pick<CreatorStats, 'period' | 'series' | 'previousSeries'>;

export interface Bar {
  from: string;
  cents: number;
  /** Cents of the same step in the previous period; null without one. */
  before: number | null;
  /** Has not begun. */
  isAhead: boolean;
}

const dayMs = 86_400_000;
const monthLength = (from: string): number => {
  // Midnight in Johannesburg is an evening in UTC.
  const day = new Date(new Date(from).getTime() + dayMs / 2);
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
};

/** Earnings as bars, oldest first, each with the same step of the previous period; a month has all of its days. */
export function toBars({ period, series, previousSeries }: Series): Bar[] {
  const first = series[0]?.from;
  const count = first && period === 'month' ? monthLength(first) : series.length;
  return Array.from({ length: count }, (_, index) => ({
    from: series[index]?.from ?? new Date(new Date(first ?? 0).getTime() + index * dayMs).toISOString(),
    cents: series[index]?.amountCents ?? 0,
    before: previousSeries?.[index]?.amountCents ?? null,
    isAhead: index >= series.length,
  }));
}

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
  if (unit === 'day' && count > 8) return 7;
  return count <= 8 ? 1 : Math.ceil(count / 5);
}
