import { randomBytes, randomFillSync } from 'node:crypto';

const pool = new Uint32Array(3 * 256);
const bytes = new Uint8Array(16);
let used = pool.length;
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The last id of a millisecond: its bits after the time, as 12, 30 and 32 bits. */
interface Tail {
  nowMs: number;
  high: number;
  middle: number;
  low: number;
}
// Two, since a clock that is passed in may differ from the process's own.
let latest: Tail = { nowMs: -1, high: 0, middle: 0, low: 0 };
let other: Tail = { nowMs: -1, high: 0, middle: 0, low: 0 };

/**
 * A UUIDv7 (RFC 9562): sorts by the millisecond it was made, and within one by the order in which this process made
 * it (§6.2, method 2). The first of a millisecond has 73 random bits; each later one is above it by a random step of 48
 * bits, so that ids neither count anything nor can be guessed from another.
 */
export function newId(nowMs: number = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const first = pool[used] ?? 0;
  const second = pool[used + 1] ?? 0;
  const third = pool[used + 2] ?? 0;
  used += 3;
  if (latest.nowMs !== nowMs) [latest, other] = [other, latest];
  if (latest.nowMs === nowMs) {
    const low = latest.low + first + 1;
    latest.low = low >>> 0;
    const middle = latest.middle + (second & 0xffff) + (low > 0xffffffff ? 1 : 0);
    latest.middle = middle & 0x3fffffff;
    if (middle > 0x3fffffff) latest.high = (latest.high + 1) & 0xfff;
  } else {
    latest.nowMs = nowMs;
    latest.low = first;
    latest.middle = second >>> 2;
    // The upper half is for the ids after it.
    latest.high = third & 0x7ff;
  }
  const { high, middle, low } = latest;
  bytes[0] = nowMs / 2 ** 40;
  bytes[1] = nowMs / 2 ** 32;
  bytes[2] = nowMs / 2 ** 24;
  bytes[3] = nowMs / 2 ** 16;
  bytes[4] = nowMs / 2 ** 8;
  bytes[5] = nowMs;
  bytes[6] = 0x70 | (high >>> 8);
  bytes[7] = high;
  bytes[8] = 0x80 | (middle >>> 24);
  bytes[9] = middle >>> 16;
  bytes[10] = middle >>> 8;
  bytes[11] = middle;
  bytes[12] = low >>> 24;
  bytes[13] = low >>> 16;
  bytes[14] = low >>> 8;
  bytes[15] = low;
  let text = '';
  for (let index = 0; index < 16; index += 1) {
    if (index === 4 || index === 6 || index === 8 || index === 10) text += '-';
    text += hex[bytes[index] ?? 0];
  }
  return text;
}

/** 256 random bits as base64url, 43 characters: session tokens and mailed links. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The lowest UUIDv7 of a moment: ids made at or after it are not below this one. */
export function firstIdAt(at: Date): string {
  const time = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** When a UUIDv7 was made. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
