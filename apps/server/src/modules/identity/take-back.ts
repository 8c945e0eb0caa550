import type { Factors } from './factors.ts';
import type { IdentityParts } from './parts.ts';
import { createTakeBackEmail, type TakeBackEmail } from './take-back-email.ts';
import { createTakeBackSignIn, type TakeBackSignIn } from './take-back-sign-in.ts';

/** What the owner of a mailbox takes back by a mailed link, with a new password. */
export interface TakeBack {
  takeBackEmail: TakeBackEmail;
  takeBackSignIn: TakeBackSignIn;
}

export const createTakeBack = (parts: IdentityParts, factors: Pick<Factors, 'removeAll'>): TakeBack => ({
  takeBackEmail: createTakeBackEmail(parts),
  takeBackSignIn: createTakeBackSignIn(parts, factors),
});
