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

/** The counts that add up to what was decided. */
const partsOf: Record<ReportTime, readonly ReportCount[]> = {
  takedowns: ['takedowns_removed', 'takedowns_refused'],
  reports: ['reports_resolved', 'reports_dismissed'],
  appeals: ['appeals_upheld', 'appeals_reversed'],
  authorities: ['authority_answered', 'authority_refused'],
};

/** As published: no count of one to four, no sum that would reveal one, and no time that so few cases give away. */
export function mask({ counts, times }: ReportFigures): ReportFigures {
  const masked = new Set(counts.filter(({ count }) => isFew(count)).map(({ name }) => name));
  return {
    counts: counts.map(({ name, count }) => ({ name, count: masked.has(name) ? null : count })),
    times: times.map((time) => {
      if (isFew(time.decided)) return { name: time.name, decided: null, medianMinutes: null, p90Minutes: null };
      return partsOf[time.name].some((part) => masked.has(part)) ? { ...time, decided: null } : time;
    }),
  };
}

/** The figures as they are stored and hashed. */
export const writeFigures = (figures: ReportFigures): string => JSON.stringify(figures);

export const hashFigures = ({ kind, name }: Pick<Period, 'kind' | 'name'>, figures: string): Buffer =>
  createHash('sha256').update(`${kind}\n${name}\n${figures}`).digest();
