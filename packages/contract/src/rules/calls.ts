/** What a creator may ask for a started minute, in credits. */
export const callRates = { lowest: 12, highest: 30 } as const;

/** How calls are named by what they cost. */
export const callBands = ['rising', 'premium', 'vip'] as const;
export type CallBand = (typeof callBands)[number];

/** The band of a rate: rising stars to 15 credits a minute, premium to 20, VIP above. */
export const callBandOf = (creditsPerMinute: number): CallBand =>
  creditsPerMinute <= 15 ? 'rising' : creditsPerMinute <= 20 ? 'premium' : 'vip';

/** A billed minute, in milliseconds. */
export const callMinuteMs = 60_000;
/** A call that nobody takes is missed after this, in milliseconds. */
export const callRingsMs = 30_000;
/** A call that was taken must connect within this, in milliseconds; it has cost nothing until then. */
export const callConnectsMs = 45_000;
/** Who was not heard of for so long has left the call, in milliseconds. */
export const callLostMs = 20_000;
/** How long one page may be alone in saying that the two are connected, in milliseconds: above one word's interval. */
export const callDoubtMs = 8_000;
/** A page in a call says that it is there this often, in milliseconds. */
export const callAliveMs = 5_000;
/** A call that breaks off within this gives its first minute back, in milliseconds. */
export const callFreeMs = 10_000;
/** Answered calls an hour that a caller may pay nothing for, whatever the cause. */
export const callsForNothing = 4;
/** Calls that a caller may make to one creator within `callsUnansweredMs` without one being taken. */
export const callsUnanswered = 3;
export const callsUnansweredMs = 600_000;
/** Size of one signal between the two browsers. */
export const callSignalBytes = 32_000;

/** How a call can end. The last five end one that was taken, and may have cost something. */
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

/** Minutes that have begun after `ms` of a call; the first begins with it. */
export const startedMinutes = (ms: number, minuteMs: number = callMinuteMs): number =>
  ms < 0 ? 0 : Math.floor(ms / minuteMs) + 1;

/** Whole minutes that a balance pays for. */
export const minutesFor = (balance: number, creditsPerMinute: number): number =>
  Math.max(0, Math.floor(balance / creditsPerMinute));

const sdpLine = /^[a-z]=[^\r\n]*$/;
/** Whether a text has the shape of a session description; what it means is for the browser to judge. */
export function isSdp(text: string): boolean {
  const lines = text.split('\r\n');
  return lines[0] === 'v=0' && lines.pop() === '' && lines.every((line) => sdpLine.test(line));
}
