/** One stretch of work, in milliseconds since 1970. */
export interface WorkTime {
  /** Begin of the stretch. */
  since: number;
  /** When it was last seen to go on. */
  last: number;
}

/** Without a screen of this kind for so long, a person has rested. */
export const restMs = 10 * 60_000;

/** The stretch of work as it is now: a new one after a rest, or after the clock was set back. */
export function goOnWorking(before: WorkTime | null, now: number): WorkTime {
  if (!before || now - before.last > restMs || before.last > now) return { since: now, last: now };
  return { since: before.since, last: now };
}

/** Whether a break is due after `breakMinutes` of work, unless it was put off until `laterUntil`. */
export const isBreakDue = ({ since, last }: WorkTime, breakMinutes: number, laterUntil: number): boolean =>
  breakMinutes > 0 && last >= laterUntil && last - since >= breakMinutes * 60_000;
