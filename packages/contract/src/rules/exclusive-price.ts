/** What exclusive content costs more, in percent of its price. */
export const exclusivePremiumPercent = 30;

/** What a request costs in all, in whole credits: the premium is added once and rounded up. */
export function exclusivePrice(price: number, isExclusive: boolean): number {
  return isExclusive ? price + Math.ceil((price * exclusivePremiumPercent) / 100) : price;
}
