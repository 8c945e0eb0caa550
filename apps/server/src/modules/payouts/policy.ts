import { creditValueCents } from '@vlam/contract/credits';

/** Value in cents of an amount in both currencies. */
export const toCents = ({ credits, cents }: { credits: bigint; cents: bigint }): number =>
  Number(credits) * creditValueCents + Number(cents);

export interface Funds {
  credits: bigint;
  cents: bigint;
}

const clampToZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** Amounts that can be withdrawn: earnings less those still clearing. */
export const subtractClearing = (held: Funds, clearing: Funds): Funds => ({
  credits: clampToZero(held.credits - clampToZero(clearing.credits)),
  cents: clampToZero(held.cents - clampToZero(clearing.cents)),
});

/**
 * Credits that must be turned into rand to withdraw `amountCents`, cents first; null when there is not enough. Excess
 * cents of the last credit stay among the earnings.
 */
export function creditsToRedeem(cleared: Funds, amountCents: number): number | null {
  const missing = amountCents - Number(cleared.cents);
  const credits = missing > 0 ? Math.ceil(missing / creditValueCents) : 0;
  return credits > Number(cleared.credits) ? null : credits;
}
