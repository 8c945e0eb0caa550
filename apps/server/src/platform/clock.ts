/** The one source of time, so that tests can move it. */
export interface Clock {
  now(): Date;
  /** Milliseconds from an arbitrary start that never go back: for the age of what is cached. */
  monotonicMs(): number;
  /** Calls `act` once, `ms` milliseconds from now; the process may end before. */
  after(ms: number, act: () => void | Promise<void>): void;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  after: (ms, act) => void setTimeout(act, ms).unref(),
};

const johannesburg = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Johannesburg' });

/** The calendar day in South Africa (UTC+2, no daylight saving), as YYYY-MM-DD. */
export const johannesburgDay = (at: Date): string => johannesburg.format(at);

const dayMs = 86_400_000;

/** Start of a Johannesburg day (YYYY-MM-DD). */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00+02:00`);

/** The calendar day `days` later; earlier for a negative number. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
