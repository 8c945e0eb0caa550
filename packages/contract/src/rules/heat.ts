export const heatLevels = ['cool', 'warm', 'hot', 'blazing'] as const;
export type HeatLevel = (typeof heatLevels)[number];

/** Lower counts are never shown, since they could identify people. */
export const minShownCount = 10;

/** A count as shown to others. */
export const shownCount = (count: number): number | null => (count < minShownCount ? null : count);

/** Heat level: blazing above 300 active people, hot above 200, warm above 100, else cool. */
export function heatLevel(activeUsers: number): HeatLevel {
  if (activeUsers > 300) return 'blazing';
  if (activeUsers > 200) return 'hot';
  return activeUsers > 100 ? 'warm' : 'cool';
}
