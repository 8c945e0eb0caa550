/** Range of a creator's rate per started minute, in credits. */
export const callRates = { lowest: 12, highest: 30 } as const;

/** Names of call price bands. */
export const callBands = ['rising', 'premium', 'vip'] as const;
export type CallBand = (typeof callBands)[number];

/** Lowest and highest rate of each band, in credits a minute. */
export const callBandRates: Record<CallBand, readonly [number, number]> = {
  rising: [callRates.lowest, 15],
  premium: [16, 20],
  vip: [21, callRates.highest],
};
/** Orders of the list of creators who take calls. */
export const callSorts = ['rating', 'price', 'answers'] as const;
export type CallSort = (typeof callSorts)[number];

/** The band of a rate: rising stars to 15 credits a minute, premium to 20, VIP above. */
export const callBandOf = (creditsPerMinute: number): CallBand =>
  creditsPerMinute <= 15 ? 'rising' : creditsPerMinute <= 20 ? 'premium' : 'vip';

/** A billed minute, in milliseconds. */
export const callMinuteMs = 60_000;
/** Milliseconds until an unanswered call is missed. */
export const callRingTimeoutMs = 30_000;
/** Milliseconds within which an answered call must connect; free until then. */
export const callConnectTimeoutMs = 45_000;
/** Milliseconds without a heartbeat after which a participant has left. */
export const callHeartbeatTimeoutMs = 20_000;
/** Milliseconds during which one tab alone may report the call as connected; above a heartbeat interval. */
export const callOneSidedLimitMs = 8_000;
/** Milliseconds between heartbeats of a tab in a call. */
export const callHeartbeatIntervalMs = 5_000;
/** A call that breaks off within these milliseconds refunds its first minute. */
export const callRefundWindowMs = 10_000;
/** Answered calls per hour that may end without a charge, per caller. */
export const maxFreeCallsPerHour = 4;
/** Unanswered calls to one creator within `unansweredCallsWindowMs`, per caller. */
export const maxUnansweredCalls = 3;
export const unansweredCallsWindowMs = 600_000;
/** Maximum bytes of one signal between the browsers. */
export const maxCallSignalBytes = 32_000;

/** How a call can end. The last five end an answered call, which may have cost something. */
export const callEndings = [
  'cancelled',
  'declined',
  'missed',
  'failed',
  'hung_up',
  'dropped',
  'no_credits',
  'unavailable',
] as const;
export type CallEnding = (typeof callEndings)[number];

/** Minutes started after `ms` of a call; the first starts with it. */
export const startedMinutes = (ms: number, minuteMs: number = callMinuteMs): number =>
  ms < 0 ? 0 : Math.floor(ms / minuteMs) + 1;

/** Whole minutes a balance covers. */
export const countAffordableMinutes = (balance: number, creditsPerMinute: number): number =>
  Math.max(0, Math.floor(balance / creditsPerMinute));

const sdpLine = /^[a-z]=[^\r\n]*$/;
/** Whether a text has the shape of a session description; the browser validates its content. */
export function isSdp(text: string): boolean {
  const lines = text.split('\r\n');
  return lines[0] === 'v=0' && lines.pop() === '' && lines.every((line) => sdpLine.test(line));
}
