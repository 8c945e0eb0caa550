import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import { blindIndex } from '../../platform/keys.ts';
import { subnetOf } from '../../platform/subnet.ts';
import * as store from './budget-store.ts';

const second = 1_000;
const minute = 60 * second;

/** `burst` attempts at once, then one more each `everyMs`: attackers slow everyone down but never lock an account. */
const budgets = {
  /** One account, from devices that never signed in to it. */
  signInAccount: { burst: 10, everyMs: 3 * minute },
  /** One device that signed in to it before; no other device can use this up. */
  signInDevice: { burst: 10, everyMs: minute },
  /** One IPv4 /24 or IPv6 /64, from devices unknown to the account. */
  signInNetwork: { burst: 20, everyMs: 30 * second },
  /** One session that has to confirm its account's password. */
  confirmPassword: { burst: 10, everyMs: 3 * minute },
  /** Codes of a second factor: one session, one known device, or one account from all other devices. */
  secondFactor: { burst: 5, everyMs: 3 * minute },
  /** All accounts together, from unknown devices. */
  signInEverywhere: { burst: 2_000, everyMs: 50 },
  registerEmail: { burst: 5, everyMs: 60 * minute },
  /** Mails to one account about sign-ins from new browsers. */
  mailNewDevice: { burst: 5, everyMs: 60 * minute },
  /** Requests of one account for another address. */
  changeEmail: { burst: 5, everyMs: 60 * minute },
  mailEmail: { burst: 3, everyMs: 20 * minute },
} as const;
export type BudgetKind = keyof typeof budgets;
export type BudgetClaim = readonly [kind: BudgetKind, subject: string];

export interface Budgets {
  /** Takes one attempt; returns the wait in ms when none is left, 0 when it was taken. */
  spend(db: Db, claim: BudgetClaim, now: Date): Promise<number>;
  /** Takes one of each in order; throws `TOO_MANY_REQUESTS` with `retryAfterSeconds` at the first one used up. */
  require(db: Db, claims: readonly BudgetClaim[], now: Date): Promise<void>;
  /** Returns attempts to the budget: only failures count. */
  refund(db: Db, claims: readonly BudgetClaim[]): Promise<void>;
}

/** Budgets live in the database, so that neither a restart nor a second process refills them. Keys are keyed hashes. */
export function createBudgets(keys: KeyRing): Budgets {
  const key = keys.lookup('attempt budgets');
  const keyOf = ([kind, subject]: BudgetClaim) => blindIndex(key, `${kind} ${subject}`);

  const spend: Budgets['spend'] = (db, claim, now) => {
    const { burst, everyMs } = budgets[claim[0]];
    return store.takeAttempt(db, { key: keyOf(claim), burst, everyMs, now });
  };
  return {
    spend,
    async require(db, claims, now) {
      for (const claim of claims) {
        const waitMs = await spend(db, claim, now);
        if (waitMs > 0)
          throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: Math.ceil(waitMs / 1000) } });
      }
    },
    async refund(db, claims) {
      for (const claim of claims) await store.returnAttempt(db, keyOf(claim), budgets[claim[0]].everyMs);
    },
  };
}

/** The network an address is counted in: IPv4 by /24, IPv6 by /64. */
export const networkOf = (address: string): string => subnetOf(address, 3);
