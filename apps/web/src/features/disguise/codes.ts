import { changeDisguise, type DisguiseSettings, disguiseStore, type StoredCode } from '../../lib/disguise.ts';

export const minCodeDigits = 4;
export const maxCodeDigits = 12;
/** Makes a guess take about half a second on a phone. */
const rounds = 600_000;
/** Wrong codes that cost no wait. */
const freeTries = 3;
const firstWaitMs = 30_000;
const longestWaitMs = 15 * 60_000;

const toHex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) as Uint8Array<ArrayBuffer>;

export const isCode = (text: string): boolean =>
  /^\d+$/.test(text) && text.length >= minCodeDigits && text.length <= maxCodeDigits;

async function hash(code: string, salt: Uint8Array<ArrayBuffer>): Promise<string> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(code), 'PBKDF2', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }, key, 256);
  return toHex(new Uint8Array(bits));
}

/** The code as it is stored: salted, and slow to guess. */
export async function storeCode(code: string): Promise<StoredCode> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  return { salt: toHex(salt), hash: await hash(code, salt) };
}

export const isCodeOf = async (stored: StoredCode | null, code: string): Promise<boolean> =>
  stored !== null && (await hash(code, fromHex(stored.salt))) === stored.hash;

/** Wait after so many wrong codes, in milliseconds: none for three, then 30 s, doubling to 15 minutes. */
export const waitAfter = (wrong: number): number =>
  wrong < freeTries ? 0 : Math.min(firstWaitMs * 2 ** (wrong - freeTries), longestWaitMs);

/** `duressInWait`: it did its work, and must look like `wait`. */
export type CodeVerdict = 'real' | 'duress' | 'wrong' | 'wait' | 'duressInWait';

/** What the duress code does; the alarm and the end of the session follow (`app/cover.tsx`). */
function duress(now: number): Partial<DisguiseSettings> {
  const { duressEndsSession, duressNotifiesContact, endsSession, alarmOf } = disguiseStore.get();
  return {
    endsSession: duressEndsSession || endsSession,
    alarmOf: duressNotifiesContact ? new Date(now).toISOString() : alarmOf,
  };
}

/**
 * Checks a typed code and counts wrong ones. During a wait even the right code is refused; the duress code always works.
 * Each answer checks two codes, so that its duration says nothing.
 */
export async function tryCode(typed: string, now = Date.now()): Promise<CodeVerdict> {
  const { code, duressCode, waitUntil } = disguiseStore.get();
  const isWaiting = now < waitUntil;
  if (!isWaiting) {
    // Counted before the slow check, so that closing the page does not save a try.
    const wrongCodes = disguiseStore.get().wrongCodes + 1;
    changeDisguise({ wrongCodes, waitUntil: now + waitAfter(wrongCodes) });
  }
  const [isReal, matchesSecond] = await Promise.all([isCodeOf(code, typed), isCodeOf(duressCode ?? code, typed)]);
  const isDuress = matchesSecond && duressCode !== null;
  const forget = { wrongCodes: 0, waitUntil: 0 };
  if (isWaiting) {
    if (isDuress) changeDisguise(duress(now));
    return isDuress ? 'duressInWait' : 'wait';
  }
  if (isReal) {
    changeDisguise(forget);
    return 'real';
  }
  if (!isDuress) return 'wrong';
  changeDisguise({ ...forget, ...duress(now) });
  return 'duress';
}
