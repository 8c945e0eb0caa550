const offset = '+02:00';
const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Africa/Johannesburg',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

export interface JohannesburgTime {
  /** YYYY-MM-DD in Johannesburg. */
  date: string;
  /** HH:MM in Johannesburg. */
  time: string;
}

/** Date and time of day in Johannesburg, in any time zone of the device. */
export function toJohannesburgTime(at: Date | string): JohannesburgTime {
  const read = Object.fromEntries(parts.formatToParts(new Date(at)).map((part) => [part.type, part.value]));
  return { date: `${read.year}-${read.month}-${read.day}`, time: `${read.hour}:${read.minute}` };
}

/** ISO 8601 of a Johannesburg date and time; undefined while one is missing. */
export const toIsoTime = ({ date, time }: JohannesburgTime): string | undefined =>
  date && /^\d{2}:\d{2}$/.test(time) ? `${date}T${time}:00${offset}` : undefined;

/** Adds days to a calendar day. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The next full quarter of an hour, `minutes` after `at` or later. */
export function nextQuarterHour(at: Date, minutes: number): JohannesburgTime {
  const quarter = 15 * 60_000;
  return toJohannesburgTime(new Date(Math.ceil((at.getTime() + minutes * 60_000) / quarter) * quarter));
}
