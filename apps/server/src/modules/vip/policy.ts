import { type VipTierId, vipTierIds, vipTiers } from '@vlam/contract/vip';
import { periodMs } from '../../platform/renewals.ts';
import { requireShownRand } from '../../platform/shown-price.ts';

export type VipTier = (typeof vipTiers)[number];

export const tierOf = (id: VipTierId): VipTier => {
  const tier = vipTiers.find((one) => one.id === id);
  if (!tier) throw new Error(`no such tier: ${id}`);
  return tier;
};

/** Undefined for what is not the name of a tier. */
export const findTier = (name: string): VipTier | undefined => vipTiers.find((one) => one.id === name);

const rank = (id: VipTierId): number => vipTierIds.indexOf(id);
export const isHigher = (id: VipTierId, than: VipTierId): boolean => rank(id) > rank(than);

export interface PaidTime {
  tier: VipTierId;
  paidUntil: Date;
}

/** What the time still paid for is worth, in cents: the tier's price by the share of 30 days that is left. */
export const worthOf = ({ tier, paidUntil }: PaidTime, now: Date): number =>
  (tierOf(tier).priceCents * Math.max(0, paidUntil.getTime() - now.getTime())) / periodMs;

/** What `tier` costs now: its price less what is left of a lower one. */
export const priceOf = (tier: VipTierId, running: PaidTime | null, now: Date): number => {
  const { priceCents } = tierOf(tier);
  return running ? Math.max(100, priceCents - Math.floor(worthOf(running, now))) : priceCents;
};

/** What is left of a tier is worth less with each second, so an upgrade's price is good for this long. */
const shownForMs = 60 * 60_000;

/**
 * The price in cents that was shown in rand, where `tier` cost that within the last hour: it is charged as shown, and
 * `afterPayment` gives as much time as it is worth. Throws `PRICE_CHANGED` with today's price for any other.
 */
export function shownPriceOf(tier: VipTierId, running: PaidTime | null, now: Date, shown: number | undefined): number {
  const price = priceOf(tier, running, now);
  const cents = Math.round((shown ?? 0) * 100);
  const earliest = priceOf(tier, running, new Date(now.getTime() - shownForMs));
  if (running && cents < price && cents >= earliest) return cents;
  requireShownRand(shown, price);
  return price;
}

/**
 * The tier and the end of its time after `amountCents` were paid for `wanted`. What was left counts as paid, and the
 * higher of both tiers stays, so the sum decides how long: no stale price and no second payment is worth more or less.
 */
export function afterPayment(wanted: VipTierId, amountCents: number, running: PaidTime | null, now: Date): PaidTime {
  const tier = running && isHigher(running.tier, wanted) ? running.tier : wanted;
  const worth = amountCents + (running ? worthOf(running, now) : 0);
  const milliseconds = Math.round((worth / tierOf(tier).priceCents) * periodMs);
  // A price is in whole cents: what is within one of them of a period is a period.
  const whole =
    Math.abs(milliseconds - periodMs) <= Math.ceil(periodMs / tierOf(tier).priceCents) ? periodMs : milliseconds;
  return { tier, paidUntil: new Date(now.getTime() + whole) };
}

export interface PaidPeriod {
  amountCents: number;
  startsAt: Date;
  endsAt: Date;
}

/** The end of what stays paid when the unused share of a period is taken back; `now` when that is nothing. */
export function afterReversal(running: PaidTime, period: PaidPeriod, now: Date): Date {
  const length = period.endsAt.getTime() - period.startsAt.getTime();
  const unused = Math.min(1, Math.max(0, (period.endsAt.getTime() - now.getTime()) / length));
  const worth = worthOf(running, now) - period.amountCents * unused;
  const milliseconds = (worth / tierOf(running.tier).priceCents) * periodMs;
  return milliseconds < 60_000 ? now : new Date(now.getTime() + Math.round(milliseconds));
}

export interface BonusRecord {
  /** YYYY-MM of the latest bonus; empty before the first. */
  month: string;
  credits: number;
  owed: boolean;
}

/**
 * The bonus that a payment brings: the highest tier's, once in a Johannesburg month. A renewal in a month that had its
 * bonus brings it when the next month begins; without a confirmed address it waits for the confirmation.
 */
export function bonusAfter(
  had: BonusRecord,
  payment: { tier: VipTierId; month: string; renewal: boolean; emailConfirmed: boolean },
): { grant: number; record: BonusRecord } {
  const due = tierOf(payment.tier).monthlyBonusCredits;
  // A clock that went back finds a later month and grants nothing.
  if (had.month > payment.month) return { grant: 0, record: had };
  const given = had.month === payment.month ? had.credits : 0;
  const grant = Math.max(0, due - given);
  if (grant > 0 && !payment.emailConfirmed) return { grant: 0, record: { ...had, owed: true } };
  const owed = had.owed || (payment.renewal && had.month === payment.month);
  return { grant, record: { month: payment.month, credits: given + grant, owed } };
}
