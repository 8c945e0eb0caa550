import { addDays, johannesburgDay } from './clock.ts';

/** Public holidays on a fixed day (Public Holidays Act 36 of 1994, Schedule 1), as MM-DD. */
const fixed = ['01-01', '03-21', '04-27', '05-01', '06-16', '08-09', '09-24', '12-16', '12-25', '12-26'];

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Easter Sunday by the anonymous Gregorian computus. */
function easterOf(year: number): string {
  const [golden, century, rest] = [year % 19, Math.floor(year / 100), year % 100];
  const leaps = Math.floor((8 * century + 13) / 25);
  const moon = (19 * golden + century - Math.floor(century / 4) - leaps + 15) % 30;
  const week = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7;
  const shift = Math.floor((golden + 11 * moon + 22 * week) / 451);
  const month = Math.floor((moon + week - 7 * shift + 114) / 31);
  const day = ((moon + week - 7 * shift + 114) % 31) + 1;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Whether work is expected on a day (YYYY-MM-DD): no weekend, no holiday, and no Monday after one on a Sunday. */
export function isBusinessDay(day: string): boolean {
  const weekday = weekdayOf(day);
  if (weekday === 0 || weekday === 6 || fixed.includes(day.slice(5))) return false;
  if (weekday === 1 && fixed.includes(addDays(day, -1).slice(5))) return false;
  const easter = easterOf(Number(day.slice(0, 4)));
  return day !== addDays(easter, -2) && day !== addDays(easter, 1);
}

/** The same time of day, this number of business days in South Africa later. */
export function addBusinessDays(at: Date, days: number): Date {
  const from = johannesburgDay(at);
  let day = from;
  let left = days;
  let passed = 0;
  while (left > 0) {
    day = addDays(day, 1);
    passed += 1;
    if (isBusinessDay(day)) left -= 1;
  }
  return new Date(at.getTime() + passed * 86_400_000);
}
