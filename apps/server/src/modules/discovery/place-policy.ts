import { greatCircleDistance } from 'h3-js';
import { centreOf } from './cells.ts';

export const maxChangesPerDay = 10;
/** Others see a move after a stay of 30 to 60 minutes. */
export const stayMs = 30 * 60_000;
export const maxWaitMs = 30 * 60_000;
/** An airliner's speed, with tolerance for inaccurate positions and wide cities. */
const maxKmh = 900;
const toleranceKm = 60;

/** Whether a person can have travelled between two cells in that time. */
export function canTravel(from: bigint, to: bigint, milliseconds: number): boolean {
  const km = greatCircleDistance(centreOf(from), centreOf(to), 'km');
  return km <= toleranceKm + (Math.max(0, milliseconds) / 3_600_000) * maxKmh;
}

/** Changes left today; all of them when the row counts another day. */
export const changesLeft = (row: { day: string; changes: number } | undefined, today: string): number =>
  row?.day === today ? Math.max(0, maxChangesPerDay - row.changes) : maxChangesPerDay;
