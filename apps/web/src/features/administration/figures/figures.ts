import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Answer } from '../../../lib/api.ts';
import { formatNumber, formatRand } from '../../../lib/numbers.ts';

export type PlatformStats = Answer<'platformStats'>;
type Day = PlatformStats['history'][number];

/** The nine figures of the specification, in its order. */
export const figureNames = [
  'totalUsers',
  'activeUsers',
  'newSignups',
  'totalContent',
  'newContent',
  'dailyRevenue',
  'totalRevenue',
  'reportedContent',
  'suspendedUsers',
] as const satisfies readonly (keyof Day)[];
export type FigureName = (typeof figureNames)[number];

export const figureLabels: Record<FigureName, MessageDescriptor> = {
  totalUsers: msg`Total users`,
  activeUsers: msg`Active users`,
  newSignups: msg`New sign-ups`,
  totalContent: msg`Total content`,
  newContent: msg`New content`,
  dailyRevenue: msg`Daily revenue`,
  totalRevenue: msg`Total revenue`,
  reportedContent: msg`Reported content`,
  suspendedUsers: msg`Suspended users`,
};

/** Counted again each day, so their bars begin at zero; the others are levels. */
const daily: readonly FigureName[] = ['newSignups', 'newContent', 'dailyRevenue'];
export const isDaily = (name: FigureName): boolean => daily.includes(name);

export const formatFigure = (name: FigureName, value: number): string =>
  name === 'dailyRevenue' || name === 'totalRevenue' ? formatRand(value) : formatNumber(value);

export interface Point {
  day: string;
  /** Null where no one measured. */
  value: number | null;
}

/** A figure day by day, oldest first; days before its first value are left out. */
export function historyOf(stats: PlatformStats, name: FigureName): Point[] {
  const points = stats.history.map((day) => ({ day: day.day, value: day[name] }));
  const first = points.findIndex(({ value }) => value !== null);
  return first < 0 ? [] : points.slice(first);
}

/** How much a level grew since the first day that is known; null for daily figures and without two days. */
export function growthOf(stats: PlatformStats, name: FigureName): { by: number; days: number } | null {
  const points = historyOf(stats, name);
  const [first, last] = [points[0]?.value, points.at(-1)?.value];
  if (isDaily(name) || points.length < 2 || typeof first !== 'number' || typeof last !== 'number') return null;
  return { by: last - first, days: points.length - 1 };
}

const steps = [1, 2, 2.5, 5, 10];

/**
 * Round values for three or four grid lines around the values. Bars (`fromZero`) begin at zero; a level begins just
 * below its lowest value, so that its changes are seen.
 */
export function gridLines(values: readonly number[], fromZero: boolean): number[] {
  const highest = Math.max(0, ...values);
  const lowest = fromZero ? 0 : Math.min(...values, highest);
  const span = Math.max(highest - lowest, 2);
  const power = 10 ** Math.floor(Math.log10(span / 2));
  const step = Math.max(1, (steps.find((each) => each * power * 2 >= span) ?? 10) * power);
  const start = Math.floor(lowest / step) * step;
  const lines = [start];
  while ((lines.at(-1) ?? 0) < highest) lines.push((lines.at(-1) ?? 0) + step);
  return lines;
}
