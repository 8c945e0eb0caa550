import { type VipTierId, vipTierIds, vipTiers } from '@vlam/contract/vip';
import { periodMs } from '../../platform/renewals.ts';
import { requireShownRand } from '../../platform/shown-price.ts';

export type VipTier = (typeof vipTiers)[number];

export const tierOf = (id: VipTierId): VipTier => {
  const tier = vipTiers.find((one) => one.id === id);
  if (!tier) throw new Error(`no such tier: ${id}`);
  return tier;
};

/** Undefined for an unknown tier. */
export const findTier = (name: string): VipTier | undefined => vipTiers.find((one) => one.id === name);

const rank = (id: VipTierId): number => vipTierIds.indexOf(id);
export const isHigher = (id: VipTierId, than: VipTierId): boolean => rank(id) > rank(than);

export interface PaidTime {
  tier: VipTierId;
  paidUntil: Date;
}

/** Value in cents of the remaining paid time: the tier's price by the remaining share of 30 days. */
export const remainingCents = ({ tier, paidUntil }: PaidTime, now: Date): number =>
  (tierOf(tier).priceCents * Math.max(0, paidUntil.getTime() - now.getTime())) / periodMs;

/** Price in cents of `tier` now: its list price less the remaining value of a lower tier. */
export const priceForNow = (tier: VipTierId, running: PaidTime | null, now: Date): number => {
  const { priceCents } = tierOf(tier);
  return running ? Math.max(100, priceCents - Math.floor(remainingCents(running, now))) : priceCents;
};

/** How long an upgrade quote is valid: the remaining value of a tier falls every second. */
const quoteValidMs = 60 * 60_000;

/**
 * Price in cents for `shown` rand. A price that was valid within the last hour is charged as shown; `afterPayment` then
 * gives the time it is worth. Throws `PRICE_CHANGED` with the current price for any other.
 */
export function requireShownPrice(
  tier: VipTierId,
  running: PaidTime | null,
  now: Date,
  shown: number | undefined,
): number {
  const price = priceForNow(tier, running, now);
  const cents = Math.round((shown ?? 0) * 100);
  const earliest = priceForNow(tier, running, new Date(now.getTime() - quoteValidMs));
  if (running && cents < price && cents >= earliest) return cents;
  requireShownRand(shown, price);
  return price;
}

/**
 * Tier and end of the paid time after a payment of `amountCents` for `wanted`. The remaining value counts as paid and the
 * higher of both tiers stays, so neither a stale price nor a second payment gains or loses value.
 */
export function afterPayment(wanted: VipTierId, amountCents: number, running: PaidTime | null, now: Date): PaidTime {
  const tier = running && isHigher(running.tier, wanted) ? running.tier : wanted;
  const worth = amountCents + (running ? remainingCents(running, now) : 0);
  const milliseconds = Math.round((worth / tierOf(tier).priceCents) * periodMs);
  // Prices are whole cents, so a time within one cent of a period is rounded to the period.
  const whole =
    Math.abs(milliseconds - periodMs) <= Math.ceil(periodMs / tierOf(tier).priceCents) ? periodMs : milliseconds;
  return { tier, paidUntil: new Date(now.getTime() + whole) };
}

export interface PaidPeriod {
  amountCents: number;
  startsAt: Date;
  endsAt: Date;
}

/** End of the paid time after the unused share of a period is reversed; `now` when nothing remains. */
export function afterReversal(running: PaidTime, period: PaidPeriod, now: Date): Date {
  const length = period.endsAt.getTime() - period.startsAt.getTime();
  const unused = Math.min(1, Math.max(0, (period.endsAt.getTime() - now.getTime()) / length));
  const worth = remainingCents(running, now) - period.amountCents * unused;
  const milliseconds = (worth / tierOf(running.tier).priceCents) * periodMs;
  return milliseconds < 60_000 ? now : new Date(now.getTime() + Math.round(milliseconds));
}

export interface BonusRecord {
  /** YYYY-MM of the latest bonus; empty without one. */
  month: string;
  credits: number;
  owed: boolean;
}

/**
 * Bonus due with a payment: the highest tier's, once per Johannesburg month. The bonus of a second renewal in a month is
 * owed until the next month, and that of an unconfirmed address until the confirmation.
 */
export function applyBonus(
  had: BonusRecord,
  payment: { tier: VipTierId; month: string; renewal: boolean; emailConfirmed: boolean },
): { grant: number; record: BonusRecord } {
  const due = tierOf(payment.tier).monthlyBonusCredits;
  // After the clock went back, the latest bonus lies in a later month: grant nothing.
  if (had.month > payment.month) return { grant: 0, record: had };
  const given = had.month === payment.month ? had.credits : 0;
  const grant = Math.max(0, due - given);
  if (grant > 0 && !payment.emailConfirmed) return { grant: 0, record: { ...had, owed: true } };
  const owed = had.owed || (payment.renewal && had.month === payment.month);
  return { grant, record: { month: payment.month, credits: given + grant, owed } };
}
