/** A pack as it will be sold: `price` in whole rand. */
export interface CreditPack {
  credits: number;
  bonus: number;
  price: number;
  isPopular: boolean;
}

export const creditPacks: readonly CreditPack[] = [
  { credits: 100, bonus: 0, price: 99, isPopular: false },
  { credits: 250, bonus: 50, price: 199, isPopular: true },
  { credits: 500, bonus: 150, price: 349, isPopular: false },
  { credits: 1000, bonus: 400, price: 599, isPopular: false },
];

/** Whole percent a credit of this pack costs less than one of the smallest pack. */
export function savingOf(pack: CreditPack): number {
  const [smallest] = creditPacks;
  if (!smallest) return 0;
  const costOf = ({ price, credits, bonus }: CreditPack) => price / (credits + bonus);
  return Math.round((1 - costOf(pack) / costOf(smallest)) * 100);
}

/** What a credit buys, in credits each. */
export const creditCosts = { photo: 5, video: 15, message: 2, liveShow: 25, customRequest: 50 } as const;
export const firstPurchaseBonus = 50;
