import type { CreatorFigures } from './api.ts';

export interface Step {
  /** First and last day. */
  from: string;
  to: string;
  visits: number;
}

/** Days as they are up to a month, as weeks that end today up to a quarter, else by calendar month. */
export function toSteps(days: CreatorFigures['visits']['days']): Step[] {
  const steps: Step[] = [];
  const isNew = (day: string, index: number): boolean => {
    if (index === 0 || days.length <= 31) return true;
    if (days.length > 100) return day.endsWith('-01');
    return (days.length - index) % 7 === 0;
  };
  for (const [index, { day, visits }] of days.entries()) {
    const last = steps.at(-1);
    if (!last || isNew(day, index)) steps.push({ from: day, to: day, visits });
    else {
      last.to = day;
      last.visits += visits;
    }
  }
  return steps;
}

const rounds = [1, 2, 2.5, 5, 10];

/** Three or so whole values for grid lines, from 0 to at least the highest. */
export function gridLines(highest: number): number[] {
  const span = Math.max(highest, 2);
  const power = 10 ** Math.floor(Math.log10(span / 2));
  const step = Math.max(1, Math.round((rounds.find((each) => each * power * 2 >= span) ?? 10) * power));
  const lines = [0];
  while ((lines.at(-1) ?? 0) < highest) lines.push((lines.at(-1) ?? 0) + step);
  return lines;
}

/** Whole percent, or one decimal below ten; null without a whole. */
export function percentOf(part: number, whole: number): number | null {
  if (whole === 0) return null;
  const percent = (part / whole) * 100;
  return percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent);
}
