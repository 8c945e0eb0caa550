import { kindOfPeriod, type PeriodReportKind } from '@vlam/contract/rules/period-reports';
import { johannesburgDay, startOfDay } from '../../../platform/clock.ts';

export interface Period {
  kind: PeriodReportKind;
  /** `2026-11`, or `2026-H2`. */
  name: string;
  from: Date;
  /** Excluded. */
  to: Date;
}

const firstOf = (year: number, month: number): Date =>
  startOfDay(`${year + Math.floor((month - 1) / 12)}-${String(((month - 1) % 12) + 1).padStart(2, '0')}-01`);

/** A period by its name, which must be a valid one. */
export function periodOf(name: string): Period {
  const kind = kindOfPeriod(name);
  const [year, part] = [Number(name.slice(0, 4)), name.slice(5)];
  const [month, months] = kind === 'acquirer' ? [Number(part), 1] : [part === 'H1' ? 1 : 7, 6];
  return { kind, name, from: firstOf(year, month), to: firstOf(year, month + months) };
}

/** The period of a kind that contains a moment. */
export function periodAt(kind: PeriodReportKind, at: Date): Period {
  const [year = '', month = ''] = johannesburgDay(at).split('-');
  return periodOf(kind === 'acquirer' ? `${year}-${month}` : `${year}-H${Number(month) <= 6 ? 1 : 2}`);
}

export const periodBefore = ({ kind, from }: Period): Period => periodAt(kind, new Date(from.getTime() - 1));

/** Periods of a kind from the one that contains `since` to the one that contains `until`, newest first. */
export function periodsBetween(kind: PeriodReportKind, since: Date, until: Date): Period[] {
  const found: Period[] = [];
  for (let each = periodAt(kind, until); each.to > since; each = periodBefore(each)) found.push(each);
  return found;
}
