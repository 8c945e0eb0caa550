import {
  freeMessagesPerDay,
  type VipTierId,
  type vipMembership,
  type vipTier,
  vipTierIds,
  vipTiers,
} from '@vlam/contract/vip';
import type * as z from 'zod/mini';
import { isHigher, priceForNow, tierOf, type VipTier } from './policy.ts';
import { currentTierOf } from './purchase.ts';
import type { MembershipRow } from './store.ts';

export type TierView = z.input<typeof vipTier>;
export type MembershipView = z.input<typeof vipMembership>;

function toTierView(tier: VipTier): TierView {
  const { id, name, price, priceCents, monthlyBonusCredits, boost, messagesPerDay, contentRequests } = tier;
  return {
    ...{ id, name, price, priceCents, monthlyBonusCredits, boost, messagesPerDay, contentRequests },
    period: 'month',
    features: [
      `${monthlyBonusCredits} credits monthly bonus`,
      `${boost}x boost`,
      messagesPerDay === null ? 'Unlimited messages' : `${messagesPerDay} messages/day`,
    ],
    exclusiveFeatures: contentRequests ? ['Custom content requests'] : [],
  };
}

export const tierViews: readonly TierView[] = vipTiers.map(toTierView);

/** Entitlements without a tier. */
export const noTier = { boost: 1, messagesPerDay: freeMessagesPerDay as number | null, contentRequests: false };

/** `month` is the Johannesburg month, YYYY-MM. */
export function toMembershipView(row: MembershipRow | undefined, now: Date, month: string): MembershipView {
  const running = currentTierOf(row, now);
  const { boost, messagesPerDay, contentRequests } = running ? tierOf(running.tier) : noTier;
  return {
    tier: running?.tier ?? null,
    paidUntil: running?.paidUntil.toISOString() ?? null,
    renews: row !== undefined && row.next_attempt_at !== null,
    boost,
    messagesPerDay,
    contentRequests,
    bonusGranted: row?.bonus_month === month ? row.bonus_credits : 0,
    bonusWaits: running !== null && row?.bonus_owed === true && row.bonus_month < month,
    nextTier: running ? ((row?.next_tier as VipTierId | null) ?? null) : null,
    changes: vipTierIds
      .filter((id) => id !== running?.tier)
      .map((tier) => {
        const isImmediate = !running || isHigher(tier, running.tier);
        const amountCents = isImmediate ? priceForNow(tier, running, now) : tierOf(tier).priceCents;
        return { tier, isImmediate, amount: amountCents / 100, amountCents };
      }),
  };
}
