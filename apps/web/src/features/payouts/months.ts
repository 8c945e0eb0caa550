import { formatDate } from '../../lib/format.ts';
import type { Language } from '../../lib/language.ts';

const maxMonths = 24;
const calendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Africa/Johannesburg',
  year: 'numeric',
  month: '2-digit',
});

/** Months such as `2026-11` from the current one back to that of `since`, at most 24; Johannesburg calendar. */
export function monthsSince(since: string, now: Date): string[] {
  const first = calendar.format(new Date(since)).slice(0, 7);
  const [year = 0, month = 1] = calendar.format(now).split('-').map(Number);
  const months: string[] = [];
  for (let back = 0; back < maxMonths; back += 1) {
    const at = new Date(Date.UTC(year, month - 1 - back, 15)).toISOString().slice(0, 7);
    if (at < first) break;
    months.push(at);
  }
  return months;
}

/** `November`; short where browsers lack the language's names. */
export const monthName = (at: string | Date, language: Language): string =>
  language === 'en' || language === 'af'
    ? new Date(at).toLocaleDateString(language, { month: 'long', timeZone: 'Africa/Johannesburg' })
    : (formatDate(at, language).split(' ')[1] ?? '');

/** Tax years from the current one back to that of `since`: each ends in February of the year it is named after. */
export function taxYearsSince(since: string, now: Date): number[] {
  const yearOf = (at: Date): number => {
    const [year = 0, month = 1] = calendar.format(at).split('-').map(Number);
    return month >= 3 ? year + 1 : year;
  };
  const [first, last] = [yearOf(new Date(since)), yearOf(now)];
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, back) => last - back);
}
