const dayMs = 86_400_000;

/** Whole days until access ends, a begun day counted; 0 when it has ended. */
export const daysLeft = (until: string, now: Date): number =>
  Math.max(0, Math.ceil((new Date(until).getTime() - now.getTime()) / dayMs));
