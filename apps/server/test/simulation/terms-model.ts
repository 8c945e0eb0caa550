import { termCents } from '@vlam/contract/rules/subscription-terms';
import { periodMs } from '../../src/platform/renewals.ts';

// A plain model of terms, codes and renewals, which knows nothing of the server's tables.

export interface ModelCreator {
  id: string;
  priceCents: number;
  /** Percent off by months, of the first tier. */
  off: Map<number, number>;
  /** The higher tiers, by number. */
  tiers: Map<number, { priceCents: number; off: Map<number, number>; open: boolean }>;
}

export interface ModelOffer {
  id: string;
  creatorId: string;
  kind: 'trial' | 'percent';
  tier: number;
  code: string;
  value: number;
  limit: number;
  /** Subscribers who used it. */
  usedBy: Set<string>;
}

/** Paid or free time of one order, or of the trial. */
export interface Stretch {
  id: string;
  tier: number;
  ms: number;
}

export interface ModelSubscription {
  /** What renews. */
  tier: number;
  months: number;
  /** What each renewal costs at most. */
  agreedCents: number;
  /** Agreed to for the next renewal. */
  nextAgreedCents: number | null;
  /** What is left, in the order in which it is used; the first runs since `at`. */
  left: Stretch[];
  at: number;
}

/** Time passed: it was taken from what is left. */
export function use(own: ModelSubscription, now: number): void {
  let passed = now - own.at;
  own.at = now;
  while (passed > 0 && own.left[0]) {
    const used = Math.min(passed, own.left[0].ms);
    own.left[0].ms -= used;
    passed -= used;
    if (own.left[0].ms === 0) own.left.shift();
  }
}

/** Time of a tier comes after what there is of it and of higher ones; a lower trial ends with it. */
export function add(own: ModelSubscription, stretch: Stretch): void {
  own.left = own.left.filter(({ id, tier }) => id !== 'trial' || tier >= stretch.tier);
  const before = own.left.findLastIndex(({ id, tier }) => tier >= stretch.tier || id === 'trial');
  own.left.splice(before + 1, 0, stretch);
}

export const paidUntilOf = (own: ModelSubscription): number => own.at + own.left.reduce((sum, { ms }) => sum + ms, 0);
/** Only free time runs. */
export const isTrialOf = (own: ModelSubscription): boolean =>
  own.left.length > 0 && own.left.every(({ id }) => id === 'trial');

/** What a buyer saw before an order was made. */
export interface Shown {
  amountCents: number;
  tier: number;
  months: number;
  /** Price of the following terms. */
  listCents: number;
  offerId: string | null;
}

export interface ModelOrder extends Shown {
  pair: string;
}

export interface Model {
  creators: Map<string, ModelCreator>;
  offers: Map<string, ModelOffer>;
  subscriptions: Map<string, ModelSubscription>;
  /** What was shown, by order. */
  shown: Map<string, Shown & { pair: string; nextAgreedCents?: number | null }>;
  paid: Map<string, ModelOrder>;
  reversed: Set<string>;
}

export const createModel = (): Model => ({
  creators: new Map(),
  offers: new Map(),
  subscriptions: new Map(),
  shown: new Map(),
  paid: new Map(),
  reversed: new Set(),
});

export const pairOf = (subscriberId: string, creatorId: string): string => `${subscriberId} ${creatorId}`;

export function priceOf(creator: ModelCreator, tier: number, months: number): number {
  const { priceCents, off } = tier === 1 ? creator : (creator.tiers.get(tier) ?? creator);
  return termCents(priceCents, { months, percentOff: off.get(months) ?? 0 });
}

/** What the next renewal of a pair costs. */
export function renewalOf(model: Model, pair: string): { tier: number; months: number; cents: number } {
  const [, creatorId = ''] = pair.split(' ');
  const [own, creator] = [model.subscriptions.get(pair), model.creators.get(creatorId)];
  if (!own || !creator) throw new Error('nothing renews');
  const { tier, months } = own;
  return { tier, months, cents: Math.min(own.nextAgreedCents ?? own.agreedCents, priceOf(creator, tier, months)) };
}

/** An order was paid at `now`; `renewed` says whether the pair was to be charged again before. */
export function pay(
  model: Model,
  orderId: string,
  { now, isRenewal, renewed }: { now: number; isRenewal: boolean; renewed: boolean },
): void {
  const order = model.shown.get(orderId);
  if (!order) throw new Error('an order that nobody saw was paid');
  const known = model.subscriptions.get(order.pair);
  if (known) use(known, now);
  const { tier, months } = order;
  const fresh = { tier, months, agreedCents: 0, nextAgreedCents: null, left: [], at: now };
  const own: ModelSubscription = known ?? fresh;
  // A renewal of what was left meanwhile, or a lower tier that is paid late, leaves what renews alone.
  const isOld = known && (isRenewal ? tier !== known.tier : tier < known.tier);
  const keeps = isOld && (renewed || (known.left.length > 0 && !isTrialOf(known)));
  // Agreed to after the renewal was ordered, for the same term.
  const isLater = isRenewal && own.months === months && own.nextAgreedCents !== (order.nextAgreedCents ?? null);
  add(own, { id: orderId, tier, ms: months * periodMs });
  if (!keeps) {
    own.nextAgreedCents = isLater ? own.nextAgreedCents : null;
    Object.assign(own, { tier, months, agreedCents: isRenewal ? order.amountCents : order.listCents });
  }
  model.paid.set(orderId, order);
  model.subscriptions.set(order.pair, own);
  if (order.offerId) {
    const offer = model.offers.get(order.offerId);
    const [subscriberId = ''] = order.pair.split(' ');
    if (offer?.usedBy.has(subscriberId)) throw new Error('a code was used twice by one person');
    offer?.usedBy.add(subscriberId);
  }
}

/** A paid order was taken back at `now`. */
export function reverse(model: Model, orderId: string, now: number): void {
  const order = model.paid.get(orderId);
  const own = order && model.subscriptions.get(order.pair);
  if (!order || !own || model.reversed.has(orderId)) return;
  model.reversed.add(orderId);
  use(own, now);
  own.left = own.left.filter(({ id }) => id !== orderId);
}
