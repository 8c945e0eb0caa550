import { type CallEnding, callConnectsMs, callFreeMs, callLostMs, callRingsMs } from '@vlam/contract/rules/calls';
import type { CallRow } from './store.ts';

export type CallState = 'ringing' | 'accepted' | 'active' | 'ended';
export type Side = 'caller' | 'partner';

/** What a call must do now by the server's clock: end as of a moment, or begin a minute that is to be paid. */
export type Due = { end: CallEnding; at: Date } | { minute: number; startsAt: Date } | null;

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

export function stateOf(row: Pick<CallRow, 'accepted_at' | 'started_at' | 'ended_at'>): CallState {
  if (row.ended_at) return 'ended';
  if (row.started_at) return 'active';
  return row.accepted_at ? 'accepted' : 'ringing';
}

export const ringsUntil = (row: Pick<CallRow, 'created_at'>): Date => later(row.created_at, callRingsMs);

/** When the one of the two sides who has been silent for longer was last heard of. */
function silentSince(row: CallRow, acceptedAt: Date): Date {
  const seen = [row.caller_seen_at, row.partner_seen_at].map((at) => (at ?? acceptedAt).getTime());
  return new Date(Math.min(...seen));
}

/** `lostMs` is how long somebody may be silent; a server that has just come back waits longer before it judges. */
export function dueOf(row: CallRow, now: Date, lostMs: number = callLostMs): Due {
  const reached = (at: Date) => at <= now;
  if (row.ended_at) return null;
  if (!row.accepted_at) return reached(ringsUntil(row)) ? { end: 'missed', at: ringsUntil(row) } : null;
  const silent = silentSince(row, row.accepted_at);
  if (reached(later(silent, lostMs))) return { end: row.started_at ? 'dropped' : 'failed', at: silent };
  if (!row.started_at)
    return reached(later(row.accepted_at, callConnectsMs))
      ? { end: 'failed', at: later(row.accepted_at, callConnectsMs) }
      : null;
  const startsAt = later(row.started_at, row.minutes * row.minute_ms);
  return reached(startsAt) ? { minute: row.minutes + 1, startsAt } : null;
}

/**
 * Whether a charged minute goes back when a call ends: those that began after it had ended, and the first one where the
 * call broke off within its first ten seconds by anything but its caller's hanging up.
 */
export function isReturned(
  row: Pick<CallRow, 'started_at' | 'minute_ms'>,
  minute: { minute: number; started_at: Date },
  end: { ending: CallEnding; at: Date; byCaller: boolean },
): boolean {
  if (minute.started_at > end.at) return true;
  if (minute.minute !== 1 || end.byCaller || !row.started_at) return false;
  const lasted = end.at.getTime() - row.started_at.getTime();
  return lasted < Math.min(callFreeMs, row.minute_ms / 6);
}
