import type { PeriodReport } from '@vlam/contract/records-reports';
import { describeMinutes } from '../reports/files.ts';
import { countNames, timeNames } from '../reports/names.ts';

/** A part of a page for a reviewer from outside; in English, as files and mail are. */
export interface ReviewSection {
  title: string;
  rows: { label: string; text: string }[];
}

/** The report of a period, unmasked. */
export const periodSections = ({ counts, times, closedAt, hash }: PeriodReport): ReviewSection[] => [
  {
    title: 'Report',
    rows: [
      { label: 'State', text: closedAt ? `Closed on ${closedAt.slice(0, 10)}` : 'So far' },
      ...(hash ? [{ label: 'SHA-256', text: hash }] : []),
    ],
  },
  { title: 'Counts', rows: counts.map(({ name, count }) => ({ label: countNames[name], text: String(count ?? '') })) },
  {
    title: 'From receipt to decision (median; 90 % within)',
    rows: times.map(({ name, decided, medianMinutes, p90Minutes }) => ({
      label: timeNames[name],
      text: `${decided ?? 0} decided${medianMinutes === null ? '' : `, ${describeMinutes(medianMinutes)}; ${describeMinutes(p90Minutes)}`}`,
    })),
  },
];
