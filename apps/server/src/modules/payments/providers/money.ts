/** Cents of `199.00`, `199.5` or `199`; null for anything else. Without floating point. */
export function centsOf(text: string | undefined): number | null {
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text ?? '');
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : null;
}

/** `199.00` for 19 900 cents. */
export const decimalOf = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** The last day of `month` (1 to 12) as YYYY-MM-DD; null when either is out of range. */
export function lastDayOf(year: string | undefined, month: string | undefined): string | null {
  if (!/^\d{4}$/.test(year ?? '') || !/^(0?[1-9]|1[0-2])$/.test(month ?? '')) return null;
  return new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10);
}
