/** A day as `2026-11-27`, of the device's own calendar. */
export const dayKey = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** The weeks that show a month, Monday first. */
export function weeksOf(year: number, month: number): Date[][] {
  const first = new Date(year, month, 1);
  const start = 1 - ((first.getDay() + 6) % 7);
  const days = new Date(year, month + 1, 0).getDate();
  return Array.from({ length: Math.ceil((days + 1 - start) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => new Date(year, month, start + week * 7 + day)),
  );
}

/** Easter Sunday by the Gregorian computus (Meeus, Jones, Butcher). */
export function easter(year: number): Date {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return new Date(year, Math.floor(n / 31) - 1, (n % 31) + 1);
}

const fixed: Readonly<Record<string, string>> = {
  '01-01': "New Year's Day",
  '03-21': 'Human Rights Day',
  '04-27': 'Freedom Day',
  '05-01': "Workers' Day",
  '06-16': 'Youth Day',
  '08-09': "National Women's Day",
  '09-24': 'Heritage Day',
  '12-16': 'Day of Reconciliation',
  '12-25': 'Christmas Day',
  '12-26': 'Day of Goodwill',
};

/** South African public holidays by day. One on a Sunday is also kept on Monday, by the Public Holidays Act. */
export function holidaysOf(year: number): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [day, name] of Object.entries(fixed)) {
    const [month = 1, date = 1] = day.split('-').map(Number);
    const on = new Date(year, month - 1, date);
    found[dayKey(on)] = name;
    const next = dayKey(new Date(year, month - 1, date + 1));
    if (on.getDay() === 0) found[next] ??= name;
  }
  const sunday = easter(year);
  const near = (days: number) => dayKey(new Date(year, sunday.getMonth(), sunday.getDate() + days));
  return { ...found, [near(-2)]: 'Good Friday', [near(1)]: 'Family Day' };
}
