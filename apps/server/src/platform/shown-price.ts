import { AppError } from './errors.ts';

/** The price a buyer was shown and accepted, in whole units of its currency. */
export interface Price {
  amount: number;
  currency: 'credits' | 'cents';
}

export const inCredits = (amount: number): Price => ({ amount, currency: 'credits' });
export const inRand = (rand: number): Price => ({ amount: Math.round(rand * 100), currency: 'cents' });

/** Throws `PRICE_CHANGED` with the current price in credits unless the buyer was shown that one. */
export function requireShownCredits(shown: number, price: number): void {
  if (shown !== price) throw new AppError('PRICE_CHANGED', { details: { price } });
}

/** Throws `PRICE_CHANGED` with the current price in rand and in cents unless the buyer was shown that one. */
export function requireShownRand(shown: number | undefined, priceCents: number): void {
  if (shown === undefined || Math.abs(shown * 100 - priceCents) >= 1e-6)
    throw new AppError('PRICE_CHANGED', { details: { price: priceCents / 100, priceCents } });
}
