/** Reached part of a tip goal in whole per cent, capped at 100; 0 without a goal. */
export const tipGoalPercent = (tips: number, goal: number | null): number =>
  goal === null || goal <= 0 ? 0 : Math.min(100, Math.floor((tips / goal) * 100));
