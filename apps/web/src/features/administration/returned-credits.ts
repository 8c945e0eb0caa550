import type { DisputeVerdict } from './api.ts';

export type DisputeDecisionKind = DisputeVerdict['decision'];

/** Whole credits returned to the requester; null when the typed split is invalid or leaves one side nothing. */
export function returnedCredits(kind: DisputeDecisionKind, held: number, typed: string): number | null {
  if (kind === 'released') return 0;
  if (kind === 'returned') return held;
  const part = typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isInteger(part) && part >= 1 && part < held ? part : null;
}
