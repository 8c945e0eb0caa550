export const heatLevels = ['cool', 'warm', 'hot', 'blazing'] as const;
export type HeatLevel = (typeof heatLevels)[number];

/** Counts below this never show: a few people could be told apart. */
export const smallestShownCount = 10;

/** A count as others may see it. */
export const shownCount = (count: number): number | null => (count < smallestShownCount ? null : count);

/** How hot a place is: above 300 active people blazing, above 200 hot, above 100 warm, else cool. */
export function heatLevel(activeUsers: number): HeatLevel {
  if (activeUsers > 300) return 'blazing';
  if (activeUsers > 200) return 'hot';
  return activeUsers > 100 ? 'warm' : 'cool';
}
