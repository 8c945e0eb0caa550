import type { SubscriptionView } from '@vlam/contract/subscriptions';
import type { ProfileCard } from '../profiles/service.ts';
import type { OpenPriceRequest } from './price-store.ts';
import type { SubscriptionRow } from './store.ts';
import type { OpenTime, TierRow } from './tiers-store.ts';

export function toStatus(
  row: Pick<SubscriptionRow, 'paid_until' | 'failed_attempts'>,
  { renews, now }: { renews: boolean; now: Date },
): SubscriptionView['status'] {
  const over = row.paid_until <= now;
  if (renews) return over || row.failed_attempts > 0 ? 'past_due' : 'active';
  return over ? 'lapsed' : 'stopping';
}

/** The running time is a free trial, or the last one was. */
export const isTrial = (row: Pick<SubscriptionRow, 'paid_until' | 'trial_until'>): boolean =>
  row.trial_until !== null && row.paid_until <= row.trial_until;

/** Price of the next renewal: a higher one only after consent, a lower one always. */
export const renewalCents = (
  row: Pick<SubscriptionRow, 'price_cents' | 'agreed_price_cents'>,
  /** Today's price of the same tier and term; null when there is none. */
  currentCents: number | null,
): number => Math.min(row.agreed_price_cents ?? row.price_cents, currentCents ?? Number.POSITIVE_INFINITY);

/** Null when the subscriber already pays that price. */
const toPriceRequestView = (
  row: SubscriptionRow,
  asked: OpenPriceRequest | undefined,
): SubscriptionView['priceRequest'] =>
  asked && asked.price_cents > row.price_cents
    ? {
        amount: asked.price_cents / 100,
        amountCents: asked.price_cents,
        askedAt: asked.asked_at.toISOString(),
        answer: asked.answer,
      }
    : null;

function toHigherTier(
  tiers: readonly Pick<TierRow, 'number' | 'is_open'>[],
  open: number,
): SubscriptionView['higherTier'] {
  const higher = tiers.filter(({ number }) => number > open);
  if (higher.length === 0) return 'none';
  return higher.some(({ is_open }) => is_open) ? 'open' : 'closed';
}

export function toSubscriptionView(
  row: SubscriptionRow,
  creator: ProfileCard,
  {
    asked,
    currentCents,
    open,
    nameOf,
    tiers,
    now,
  }: {
    asked: OpenPriceRequest | undefined;
    currentCents: number | null;
    open: OpenTime | undefined;
    nameOf(tier: number): string;
    /** Of this creator, above the first. */
    tiers: readonly Pick<TierRow, 'number' | 'is_open'>[];
    now: Date;
  },
): SubscriptionView {
  const { id, displayName, avatar, category, sellsSubscriptions: creatorSells } = creator;
  // The job that ends the renewals may not have come to this one.
  const renews = row.next_attempt_at !== null && creatorSells;
  const trial = isTrial(row);
  const [amountCents, nextCents] = trial
    ? [0, currentCents ?? row.price_cents]
    : [row.price_cents, renewalCents(row, currentCents)];
  const { tier = row.tier, until = null } = open ?? {};
  return {
    id: row.id,
    creatorId: row.creator_id,
    creator: { id, displayName, avatar, category },
    tier: tier as SubscriptionView['tier'],
    tierName: nameOf(tier),
    tierUntil: until && until < row.paid_until ? until.toISOString() : null,
    nextTier: row.tier as SubscriptionView['tier'],
    nextTierName: nameOf(row.tier),
    hasTiers: tiers.length > 0,
    higherTier: toHigherTier(tiers, tier),
    amount: amountCents / 100,
    amountCents,
    months: row.term_months,
    trial,
    nextAmount: nextCents / 100,
    nextAmountCents: nextCents,
    priceRequest: toPriceRequestView(row, asked),
    status: toStatus(row, { renews, now }),
    startedAt: row.started_at.toISOString(),
    expiryDate: row.paid_until.toISOString(),
    renews,
    nextAttemptAt: renews ? (row.next_attempt_at?.toISOString() ?? null) : null,
    creatorSells,
  };
}
