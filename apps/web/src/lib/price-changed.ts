import { ApiError, codeOf } from './api.ts';

/** The current price, in its own unit, when a purchase was refused with PRICE_CHANGED; null for other errors. */
export function newPriceOf(error: unknown): number | null {
  const price = error instanceof ApiError ? error.body?.details?.price : undefined;
  return codeOf(error) === 'PRICE_CHANGED' && typeof price === 'number' ? price : null;
}
