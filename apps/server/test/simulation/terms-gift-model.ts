import type { TestProfile } from '../factories.ts';

export type GiftState = 'offered' | 'accepted' | 'refused' | 'withdrawn' | 'returned';

/** A gift as the model knows it; `cents` is what its giver saw. */
export interface ModelGift {
  id: string;
  orderId: string;
  giver: TestProfile;
  recipient: TestProfile;
  creatorId: string;
  tier: number;
  months: number;
  cents: number;
  answerBy: number;
  state: GiftState;
  reversed: boolean;
}

/** What a giver saw, by giver, recipient and creator; a screen may stay open while prices change. */
export interface Wanted {
  giver: TestProfile;
  recipient: TestProfile;
  creatorId: string;
  tier: number;
  months: number;
  cents: number;
}
export interface GiftsWorld {
  byId: Map<string, ModelGift>;
  screens: Map<string, Wanted>;
  /** What was seen, by order; a payment may be reported long after. */
  orders: Map<string, Wanted>;
  /** Pages of the provider that nobody has paid yet. */
  pages: string[];
}
export const createGiftsWorld = (): GiftsWorld => ({
  byId: new Map(),
  screens: new Map(),
  orders: new Map(),
  pages: [],
});
