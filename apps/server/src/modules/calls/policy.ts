import {
  type CallEnding,
  callConnectsMs,
  callDoubtMs,
  callFreeMs,
  callLostMs,
  callRingsMs,
} from '@vlam/contract/rules/calls';
import type { CallRow } from './store.ts';

export type CallState = 'ringing' | 'accepted' | 'active' | 'ended';

/** What a call must do now by the server's clock: end as of a moment, or begin a minute that is to be paid. */
export type Due = { end: CallEnding; at: Date } | { minute: number; startsAt: Date } | null;

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

export function stateOf(row: Pick<CallRow, 'accepted_at' | 'started_at' | 'ended_at'>): CallState {
  if (row.ended_at) return 'ended';
  if (row.started_at) return 'active';
  return row.accepted_at ? 'accepted' : 'ringing';
}

export const ringsUntil = (row: Pick<CallRow, 'created_at'>): Date => later(row.created_at, callRingsMs);

const earlier = (...times: (Date | null)[]): Date =>
  new Date(Math.min(...times.flatMap((at) => (at ? [at.getTime()] : []))));

/** Whether the first minute begins: both pages say at present that they are connected. */
export const mayBegin = (row: CallRow): boolean =>
  row.accepted_at !== null && !row.started_at && !row.ended_at && row.caller_connected && row.partner_connected;

/**
 * Until when a call carried something: until its creator's page last said so. Pictures and sound pass the server by, and
 * each of the two has a reason to deny or to claim them; so what goes back is what the one who loses it admits, and a
 * claim that the caller's page does not share is good for no more than the time in which a side is lost.
 */
export const carriedUntil = (row: CallRow, startedAt: Date): Date =>
  row.partner_connected_at && row.partner_connected_at > startedAt ? row.partner_connected_at : startedAt;

/** Before the first minute: nothing is paid, so a doubt ends it. One page's word alone is neither billed nor carried. */
function failureOf(row: CallRow, acceptedAt: Date, lostMs: number): Date {
  const graceMs = lostMs - callLostMs;
  return earlier(
    later(earlier(row.caller_seen_at ?? acceptedAt, row.partner_seen_at ?? acceptedAt), lostMs),
    row.connected_since && later(row.connected_since, callDoubtMs + graceMs),
    later(acceptedAt, callConnectsMs),
  );
}

/** `lostMs`: silence after which a side has left; longer right after a start of the server. */
export function dueOf(row: CallRow, now: Date, lostMs: number = callLostMs): Due {
  const reached = (at: Date) => at <= now;
  if (row.ended_at) return null;
  if (!row.accepted_at) return reached(ringsUntil(row)) ? { end: 'missed', at: ringsUntil(row) } : null;
  if (!row.started_at) {
    const at = failureOf(row, row.accepted_at, lostMs);
    return reached(at) ? { end: 'failed', at } : null;
  }
  const startsAt = later(row.started_at, row.minutes * row.minute_ms);
  // As long as one of the two does not say so, whether it denies it or is silent, they are not connected.
  const together = earlier(row.caller_connected_at ?? row.started_at, row.partner_connected_at ?? row.started_at);
  const over = carriedUntil(row, row.started_at);
  if (reached(later(together, lostMs)) && over < startsAt) return { end: 'dropped', at: over };
  return reached(startsAt) ? { minute: row.minutes + 1, startsAt } : null;
}

/** How a call ends: why, as of when, and whether its caller hung up. */
export interface End {
  ending: CallEnding;
  at: Date;
  byCaller?: boolean;
}

/** Who hangs up on a call that has carried nothing for some seconds ends one that had broken off before. */
export function endOf(row: CallRow, end: End): End {
  if (!row.started_at || (end.ending !== 'hung_up' && end.ending !== 'unavailable')) return end;
  const over = carriedUntil(row, row.started_at);
  if (later(over, callDoubtMs) > end.at) return end;
  return { ending: end.ending === 'hung_up' ? 'dropped' : end.ending, at: over };
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
