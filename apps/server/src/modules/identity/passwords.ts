import { createHmac } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { AppError } from '../../platform/errors.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import { sameBytes } from '../../platform/keys.ts';
import { sentence } from '../../platform/words.ts';

export interface PasswordCost {
  memoryKib: number;
  passes: number;
}

/** Argon2id with 19 MiB and two passes: OWASP's first recommendation. */
const recommended: PasswordCost = { memoryKib: 19_456, passes: 2 };

export interface Passwords {
  hash(email: string, password: string): Promise<string>;
  /**
   * Index of the first stored hash that matches the password, or -1. Runs Argon2 once whether none, one or many are
   * stored, so that the duration reveals nothing.
   */
  match(email: string, password: string, stored: readonly (string | null)[]): Promise<number>;
}

/**
 * The salt is a keyed hash of the address: as unique as a random one, and known before any row is read. Hashes with
 * another salt or older cost (a changed address, a raised cost) are still verified, one run each.
 */
export function createPasswords(keys: KeyRing, { memoryKib, passes } = recommended): Passwords {
  const saltKey = keys.lookup('password salts');
  const hashPassword = (email: string, password: string) =>
    hash(password.normalize('NFKC'), {
      ...{ memoryCost: memoryKib, timeCost: passes, parallelism: 1 },
      salt: createHmac('sha256', saltKey).update(email).digest().subarray(0, 16),
    });
  return {
    hash: hashPassword,
    async match(email, password, stored) {
      const expected = await hashPassword(email, password);
      const head = expected.slice(0, expected.lastIndexOf('$'));
      let found = -1;
      for (const [index, candidate] of stored.entries()) {
        if (candidate === null) continue;
        const opens = candidate.startsWith(`${head}$`)
          ? sameBytes(Buffer.from(candidate), Buffer.from(expected))
          : await verify(candidate, password.normalize('NFKC'));
        if (opens && found < 0) found = index;
      }
      return found;
    },
  };
}

const common = new Set(
  (dictionary['passwords-common'] as readonly string[]).filter((password) => password.length >= 8),
);
const commonMessage = sentence('This password is on the list of common passwords. Please choose another');

/** Throws `VALIDATION_FAILED` on the field `password` when it is in common guess lists. */
export function refuseCommonPassword(password: string): void {
  if (common.has(password.toLowerCase()))
    throw new AppError('VALIDATION_FAILED', {
      message: commonMessage,
      details: { fields: { password: commonMessage } },
    });
}
