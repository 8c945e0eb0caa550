import { readLocal, writeLocal } from '../../lib/device.ts';

const key = 'referred-by';
/** A link is remembered for a week: long enough to sleep on it, too short to follow anyone. */
const keptMs = 7 * 86_400_000;
const maxCode = 64;

/** Whose link led to the sign-up: the one in the address, which is remembered, or the last one of this week. */
export function readReferral(written: string | null, now = Date.now()): string | null {
  if (written) {
    const by = written.slice(0, maxCode);
    writeLocal(key, JSON.stringify({ by, at: now }));
    return by;
  }
  try {
    const { by, at }: { by?: unknown; at?: unknown } = JSON.parse(readLocal(key) ?? '{}');
    const isFresh = typeof at === 'number' && now - at < keptMs && now >= at;
    if (typeof by === 'string' && by !== '' && isFresh) return by.slice(0, maxCode);
  } catch {
    // Not ours: as if there were none.
  }
  forgetReferral();
  return null;
}

/** Once it was used. Signing out of an account forgets it too, as it does everything that is not the device's. */
export function forgetReferral(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // With storage blocked nothing was kept.
  }
}
