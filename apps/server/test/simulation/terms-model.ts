import { termCents } from '@vlam/contract/rules/subscription-terms';
import { periodMs } from '../../src/platform/renewals.ts';

// A plain model of terms, codes and renewals, which knows nothing of the server's tables.

export interface ModelCreator {
  id: string;
  priceCents: number;
  /** Percent off by months. */
  off: Map<number, number>;
}

export interface ModelOffer {
  id: string;
  creatorId: string;
  kind: 'trial' | 'percent';
  code: string;
  value: number;
  limit: number;
  /** Subscribers who used it. */
  usedBy: Set<string>;
}

export interface ModelSubscription {
  months: number;
  /** What each renewal costs at most. */
  agreedCents: number;
  /** Agreed to for the next renewal. */
  nextAgreedCents: number | null;
  paidUntil: number;
  isTrial: boolean;
}

/** What a buyer saw before an order was made. */
export interface Shown {
  amountCents: number;
  months: number;
  /** Price of the following terms. */
  listCents: number;
  offerId: string | null;
}

export interface ModelOrder extends Shown {
  pair: string;
  startsAt: number;
  endsAt: number;
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

export const priceOf = ({ priceCents, off }: ModelCreator, months: number): number =>
  termCents(priceCents, { months, percentOff: off.get(months) ?? 0 });

/** What the next renewal of a pair costs. */
export function renewalOf(model: Model, pair: string): { months: number; cents: number } {
  const [, creatorId = ''] = pair.split(' ');
  const [own, creator] = [model.subscriptions.get(pair), model.creators.get(creatorId)];
  if (!own || !creator || own.isTrial) throw new Error('nothing renews');
  return {
    months: own.months,
    cents: Math.min(own.nextAgreedCents ?? own.agreedCents, priceOf(creator, own.months)),
  };
}

/** An order was paid at `now`. */
export function pay(model: Model, orderId: string, { now, isRenewal }: { now: number; isRenewal: boolean }): void {
  const order = model.shown.get(orderId);
  if (!order) throw new Error('an order that nobody saw was paid');
  const own = model.subscriptions.get(order.pair);
  const startsAt = Math.max(now, own?.paidUntil ?? 0);
  const endsAt = startsAt + order.months * periodMs;
  model.paid.set(orderId, { ...order, startsAt, endsAt });
  // Agreed to after the renewal was ordered, for the same term.
  const isLater = isRenewal && own?.months === order.months && own.nextAgreedCents !== (order.nextAgreedCents ?? null);
  model.subscriptions.set(order.pair, {
    months: order.months,
    agreedCents: isRenewal ? order.amountCents : order.listCents,
    nextAgreedCents: isLater ? own.nextAgreedCents : null,
    paidUntil: endsAt,
    isTrial: false,
  });
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
  own.paidUntil -= Math.max(0, order.endsAt - Math.max(order.startsAt, now));
}
