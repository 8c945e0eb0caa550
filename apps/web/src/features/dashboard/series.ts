import type { CreatorStats } from './api.ts';

export interface Bar {
  from: string;
  cents: number;
}

/** Earnings as bars, oldest first. */
export const barsOf = (series: CreatorStats['series']): Bar[] =>
  series.map(({ from, amountCents }) => ({ from, cents: amountCents }));

const steps = [1, 2, 2.5, 5, 10];

/** Two or three round grid lines that reach at least the highest bar, in cents. */
export function gridOf(highestCents: number): number[] {
  const wanted = Math.max(highestCents, 10_000) / 2.4;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = (steps.find((each) => each * power >= wanted) ?? 10) * power;
  const lines = [0];
  for (let line = step; line - step < highestCents || lines.length < 3; line += step) {
    if (lines.length > 3) break;
    lines.push(line);
  }
  return lines;
}

/** Whole percent up or down on the period before; null when there is nothing to compare with. */
export function changeOf({
  periodEarningsCents: now,
  previousPeriodCents: before,
}: Pick<CreatorStats, 'periodEarningsCents' | 'previousPeriodCents'>): number | null {
  return before === null || before <= 0 ? null : Math.round(((now - before) / before) * 100);
}

/** Every how many bars the axis names one. */
export function labelEvery(unit: CreatorStats['seriesUnit'], count: number): number {
  if (unit === 'hour') return 6;
  return count <= 8 ? 1 : Math.ceil(count / 5);
}
