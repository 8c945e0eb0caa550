/** Premium of exclusive content, in percent of the price. */
export const exclusivePremiumPercent = 30;

/** Total price of a request in whole credits, with the premium added once and rounded up. */
export function exclusivePrice(price: number, isExclusive: boolean): number {
  return isExclusive ? price + Math.ceil((price * exclusivePremiumPercent) / 100) : price;
}
