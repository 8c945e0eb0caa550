import type { DisputeVerdict } from './api.ts';

export type Kind = DisputeVerdict['decision'];

/** How many whole credits go back by a decision; null when a split as typed would leave one side nothing. */
export function dividedBy(kind: Kind, held: number, typed: string): number | null {
  if (kind === 'released') return 0;
  if (kind === 'returned') return held;
  const part = typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isInteger(part) && part >= 1 && part < held ? part : null;
}
