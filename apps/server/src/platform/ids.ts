import { randomBytes, randomFillSync } from 'node:crypto';

const pool = new Uint8Array(16 * 256);
let used = pool.length;
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** A UUIDv7 (RFC 9562): sorts by the millisecond it was made, with 74 random bits. */
export function newId(nowMs: number = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + 16);
  used += 16;
  bytes[0] = nowMs / 2 ** 40;
  bytes[1] = nowMs / 2 ** 32;
  bytes[2] = nowMs / 2 ** 24;
  bytes[3] = nowMs / 2 ** 16;
  bytes[4] = nowMs / 2 ** 8;
  bytes[5] = nowMs;
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
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
