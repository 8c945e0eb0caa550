/** The one source of time, so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

const johannesburg = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Johannesburg' });

/** The calendar day in South Africa (UTC+2, no daylight saving), as YYYY-MM-DD. */
export const johannesburgDay = (at: Date): string => johannesburg.format(at);
