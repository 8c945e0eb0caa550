export type PostedAge = { unit: 'now' } | { unit: 'minutes' | 'hours' | 'days'; count: number };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Age on a content card: "Just now" under an hour, then hours, then days. Future times count as now. */
export function cardAge(postedAt: Date, now: Date): PostedAge {
  const elapsed = now.getTime() - postedAt.getTime();
  if (elapsed < hour) return { unit: 'now' };
  if (elapsed < day) return { unit: 'hours', count: Math.floor(elapsed / hour) };
  return { unit: 'days', count: Math.floor(elapsed / day) };
}

/** Age of an item in the live feed: "Just now" under a minute, then minutes, then hours. */
export function feedAge(postedAt: Date, now: Date): PostedAge {
  const elapsed = now.getTime() - postedAt.getTime();
  if (elapsed < minute) return { unit: 'now' };
  if (elapsed < hour) return { unit: 'minutes', count: Math.floor(elapsed / minute) };
  return { unit: 'hours', count: Math.floor(elapsed / hour) };
}

/** Age of a request, gift or sale: as in the live feed on its first day, then days. */
export function listAge(postedAt: Date, now: Date): PostedAge {
  const elapsed = now.getTime() - postedAt.getTime();
  return elapsed < day ? feedAge(postedAt, now) : { unit: 'days', count: Math.floor(elapsed / day) };
}
