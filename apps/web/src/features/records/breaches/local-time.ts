const offsetMs = 2 * 3_600_000;

/** For a field of date and time: `2026-11-24T08:30`, in Johannesburg (UTC+2, no daylight saving). */
export const toJohannesburg = (at: string): string => new Date(Date.parse(at) + offsetMs).toISOString().slice(0, 16);

/** The moment that such a field names, in UTC; what is no time stays as it is, for the server to refuse. */
export function toUtc(typed: string): string {
  const at = Date.parse(`${typed}:00+02:00`);
  return Number.isNaN(at) ? typed : new Date(at).toISOString();
}
