const dayMs = 86_400_000;

/** Days until access ends, rounded up; 0 after the end. */
export const daysLeft = (until: string, now: Date): number =>
  Math.max(0, Math.ceil((new Date(until).getTime() - now.getTime()) / dayMs));
