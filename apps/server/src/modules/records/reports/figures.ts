import { createHash } from 'node:crypto';
import type { ReportFigures } from '@vlam/contract/records-reports';
import {
  leastShownCount,
  type ReportCount,
  type ReportTime,
  reportCounts,
  reportTimes,
} from '@vlam/contract/rules/period-reports';
import type { Period } from './periods.ts';

/** Minutes from receipt to decision of what was decided in a period. */
export interface TimeFigures {
  decided: number;
  medianMinutes: number | null;
  p90Minutes: number | null;
}

/** What the rows say of a period; what is absent is zero. */
export interface CountedFigures {
  counts: ReadonlyMap<string, number>;
  times: ReadonlyMap<string, TimeFigures>;
}

/** Every figure in its order, zeros included: a report is made even of a month in which nothing happened. */
export function toFigures({ counts, times }: CountedFigures): ReportFigures {
  return {
    counts: reportCounts.map((name: ReportCount) => ({ name, count: counts.get(name) ?? 0 })),
    times: reportTimes.map((name: ReportTime) => {
      const { decided = 0, medianMinutes = null, p90Minutes = null } = times.get(name) ?? {};
      return { name, decided, medianMinutes, p90Minutes };
    }),
  };
}

const isFew = (count: number | null): boolean => count !== null && count > 0 && count < leastShownCount;

/** As published: no count of one to four, and no time that so few cases give away. */
export const mask = ({ counts, times }: ReportFigures): ReportFigures => ({
  counts: counts.map(({ name, count }) => ({ name, count: isFew(count) ? null : count })),
  times: times.map((time) =>
    isFew(time.decided) ? { name: time.name, decided: null, medianMinutes: null, p90Minutes: null } : time,
  ),
});

/** The figures as they are stored and hashed. */
export const writeFigures = (figures: ReportFigures): string => JSON.stringify(figures);

export const hashFigures = ({ kind, name }: Pick<Period, 'kind' | 'name'>, figures: string): Buffer =>
  createHash('sha256').update(`${kind}\n${name}\n${figures}`).digest();
