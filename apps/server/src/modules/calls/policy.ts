import {
  type CallEnding,
  callConnectTimeoutMs,
  callHeartbeatTimeoutMs,
  callOneSidedLimitMs,
  callRefundWindowMs,
  callRingTimeoutMs,
} from '@vlam/contract/rules/calls';
import type { CallRow } from './store.ts';

export type CallState = 'ringing' | 'accepted' | 'active' | 'ended';

/** What is due for a call by the server's clock: ending it as of a moment, or charging a minute. */
export type Due = { end: CallEnding; at: Date } | { minute: number; startsAt: Date } | null;

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

export function stateOf(row: Pick<CallRow, 'accepted_at' | 'started_at' | 'ended_at'>): CallState {
  if (row.ended_at) return 'ended';
  if (row.started_at) return 'active';
  return row.accepted_at ? 'accepted' : 'ringing';
}

export const ringsUntil = (row: Pick<CallRow, 'created_at'>): Date => later(row.created_at, callRingTimeoutMs);

const earlier = (...times: (Date | null)[]): Date =>
  new Date(Math.min(...times.flatMap((at) => (at ? [at.getTime()] : []))));

/** Whether the first minute begins: both tabs currently report that they are connected. */
export const mayBegin = (row: CallRow): boolean =>
  row.accepted_at !== null && !row.started_at && !row.ended_at && row.caller_connected && row.partner_connected;

/**
 * Until when a call had media: until its creator's tab last reported it. The server does not see media, and each side
 * has a reason to deny or to claim it. So returned money follows the report of the side that loses it, and a claim not
 * shared by the caller's tab counts only for as long as a lost side is tolerated.
 */
export const carriedUntil = (row: CallRow, startedAt: Date): Date =>
  row.partner_connected_at && row.partner_connected_at > startedAt ? row.partner_connected_at : startedAt;

/**
 * Before the first minute nothing is paid, so a doubt ends the call. One tab's claim alone is neither billed nor
 * carried.
 */
function failureOf(row: CallRow, acceptedAt: Date, lostMs: number): Date {
  const graceMs = lostMs - callHeartbeatTimeoutMs;
  return earlier(
    later(earlier(row.caller_seen_at ?? acceptedAt, row.partner_seen_at ?? acceptedAt), lostMs),
    row.connected_since && later(row.connected_since, callOneSidedLimitMs + graceMs),
    later(acceptedAt, callConnectTimeoutMs),
  );
}

/** `lostMs`: silence after which a side has left; longer right after a start of the server. */
export function dueOf(row: CallRow, now: Date, lostMs: number = callHeartbeatTimeoutMs): Due {
  const reached = (at: Date) => at <= now;
  if (row.ended_at) return null;
  if (!row.accepted_at) return reached(ringsUntil(row)) ? { end: 'missed', at: ringsUntil(row) } : null;
  if (!row.started_at) {
    const at = failureOf(row, row.accepted_at, lostMs);
    return reached(at) ? { end: 'failed', at } : null;
  }
  const startsAt = later(row.started_at, row.minutes * row.minute_ms);
  // They are not connected while one of the two denies it or is silent.
  const together = earlier(row.caller_connected_at ?? row.started_at, row.partner_connected_at ?? row.started_at);
  const over = carriedUntil(row, row.started_at);
  if (reached(later(together, lostMs)) && over < startsAt) return { end: 'dropped', at: over };
  return reached(startsAt) ? { minute: row.minutes + 1, startsAt } : null;
}

/** How a call ends: why, when, and whether its caller hung up. */
export interface End {
  ending: CallEnding;
  at: Date;
  byCaller?: boolean;
}

/** Hanging up a call that has had no media for some seconds ends one that had dropped before. */
export function endOf(row: CallRow, end: End): End {
  if (!row.started_at || (end.ending !== 'hung_up' && end.ending !== 'unavailable')) return end;
  const over = carriedUntil(row, row.started_at);
  if (later(over, callOneSidedLimitMs) > end.at) return end;
  return { ending: end.ending === 'hung_up' ? 'dropped' : end.ending, at: over };
}

/**
 * Whether a charged minute is returned when a call ends: minutes that began after its end, and the first one when the
 * call dropped within its first ten seconds other than by its caller's hanging up.
 */
export function isReturned(
  row: Pick<CallRow, 'started_at' | 'minute_ms'>,
  minute: { minute: number; started_at: Date },
  end: { ending: CallEnding; at: Date; byCaller: boolean },
): boolean {
  if (minute.started_at > end.at) return true;
  if (minute.minute !== 1 || end.byCaller || !row.started_at) return false;
  const lasted = end.at.getTime() - row.started_at.getTime();
  return lasted < Math.min(callRefundWindowMs, row.minute_ms / 6);
}
