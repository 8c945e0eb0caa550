import { ApiError, codeOf } from './api.ts';

/** The price a purchase was refused with because another one had been shown, in its own unit; null for every other refusal. */
export function newPriceOf(error: unknown): number | null {
  const price = error instanceof ApiError ? error.body?.details?.price : undefined;
  return codeOf(error) === 'PRICE_CHANGED' && typeof price === 'number' ? price : null;
}
