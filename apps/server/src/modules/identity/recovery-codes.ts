import { randomInt } from 'node:crypto';
import { recoveryCodeCount } from '@vlam/contract/identity-factors';
import type { KeyRing } from '../../platform/key-ring.ts';
import { blindIndex } from '../../platform/keys.ts';

/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 10;

export interface RecoveryCodes {
  /** Ten codes of fifty bits, written in two groups. */
  create(): string[];
  /** What is stored of an account's code, however it was typed; null for what cannot be one. */
  hash(accountId: string, code: string): Buffer | null;
}

export function createRecoveryCodes(keys: KeyRing): RecoveryCodes {
  const key = keys.lookup('recovery codes');
  const letter = () => alphabet[randomInt(alphabet.length)];
  return {
    create: () =>
      Array.from({ length: recoveryCodeCount }, () => {
        const text = Array.from({ length }, letter).join('');
        return `${text.slice(0, length / 2)}-${text.slice(length / 2)}`;
      }),
    hash(accountId, code) {
      const text = code.toUpperCase().replace(/[^A-Z0-9]/g, '');
      return text.length === length ? blindIndex(key, `${accountId} ${text}`) : null;
    },
  };
}
