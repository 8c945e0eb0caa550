import type { VipTierId } from '@vlam/contract/vip';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { endClaim } from '../../platform/one-charge.ts';
import type { PaidOrder, Purpose, Quote } from '../../platform/purpose.ts';
import { firstAttempt, periodMs } from '../../platform/renewals.ts';
import {
  accountOf,
  type CreditsService,
  cash,
  grantPosting,
  losses,
  movePosting,
  type Posting,
  platformIncome,
  promotions,
  takeBackIncome,
} from '../credits/service.ts';
import {
  afterPayment,
  afterReversal,
  bonusAfter,
  findTier,
  isHigher,
  type PaidTime,
  priceOf,
  tierOf,
} from './policy.ts';
import * as store from './store.ts';

export const claimName = (accountId: string, tier: VipTierId): string => `vip:${accountId}:${tier}`;

export const vipQuote = (tier: VipTierId, amountCents: number, renewal: boolean): Quote => ({
  amountCents,
  description: `VIP ${tierOf(tier).name}, 30 days`,
  details: { renewal },
});

export const monthOf = (at: Date): string => johannesburgDay(at).slice(0, 7);

/** What of a membership is paid for at `now`, or null. */
export const runningOf = (row: store.MembershipRow | undefined, now: Date): PaidTime | null =>
  row && row.paid_until > now ? { tier: row.tier as VipTierId, paidUntil: row.paid_until } : null;

/** `given` is what the month's bonus has come to: each sum is granted once. */
export const bonusPosting = (
  accountId: string,
  tier: VipTierId,
  month: string,
  amount: number,
  given: number,
): Posting =>
  grantPosting({
    kind: 'vip_bonus',
    ownerId: accountId,
    amount,
    reference: `${month}:${given}`,
    key: `vip_bonus:${month}:${given}`,
    description: `VIP ${tierOf(tier).name} bonus for ${month}`,
  });

/** What an order of purpose `vip` does; its reference is the tier. */
export function createVipPurpose(deps: { db: Db; clock: Clock; credits: Pick<CreditsService, 'postAll'> }): Purpose {
  const { db, clock, credits } = deps;

  async function lockMembership(tx: Db, accountId: string, tier: VipTierId): Promise<store.MembershipRow> {
    const row = await store.lock(tx, accountId);
    if (row) return row;
    await store.insertBlank(tx, accountId, tier, clock.now());
    const made = await store.lock(tx, accountId);
    if (!made) throw new Error('a membership vanished');
    return made;
  }

  const paymentPosting = (order: PaidOrder): Posting =>
    movePosting({
      kind: 'vip',
      ownerId: order.accountId,
      key: order.id,
      reference: order.id,
      description: order.description,
      amount: order.amountCents,
      from: cash,
      to: platformIncome('cents'),
    });

  return {
    async quote(viewer, { reference }) {
      const tier = findTier(reference);
      if (!tier) throw new AppError('NOT_FOUND');
      const now = clock.now();
      const running = runningOf(await store.find(db, viewer.accountId), now);
      if (running?.tier === tier.id) throw new AppError('CONFLICT', { message: `You are VIP ${tier.name} already` });
      if (running && isHigher(running.tier, tier.id))
        throw new AppError('CONFLICT', { message: `VIP ${tier.name} can begin with your next renewal` });
      return vipQuote(tier.id, priceOf(tier.id, running, now), false);
    },

    async paid(tx, order) {
      const wanted = findTier(order.reference);
      if (!wanted) throw new Error(`a paid order names no tier: ${order.reference}`);
      const { accountId } = order;
      const row = await lockMembership(tx, accountId, wanted.id);
      const now = clock.now();
      const renewal = order.details.renewal === true;
      const running = runningOf(row, now);
      const startsAt = renewal && running ? running.paidUntil : now;
      const after = renewal
        ? { tier: wanted.id, paidUntil: new Date(startsAt.getTime() + periodMs) }
        : afterPayment(wanted.id, order.amountCents, running, now);
      const month = monthOf(now);
      const had = { month: row.bonus_month, credits: row.bonus_credits, owed: row.bonus_owed };
      const { grant, record } = bonusAfter(had, { tier: after.tier, month, renewal });
      const renews = renewal ? row.next_attempt_at !== null : true;
      await store.insertPeriod(tx, {
        orderId: order.id,
        accountId,
        tier: after.tier,
        amountCents: order.amountCents,
        bonusCredits: grant,
        startsAt,
        endsAt: after.paidUntil,
      });
      await store.update(tx, accountId, {
        tier: after.tier,
        nextTier: null,
        ...(running || renewal ? {} : { startedAt: now }),
        paidUntil: after.paidUntil,
        nextAttemptAt: renews ? firstAttempt(after.paidUntil) : null,
        bonus: record,
      });
      if (!renewal) await endClaim(tx, claimName(accountId, wanted.id));
      const bonus = grant > 0 ? [bonusPosting(accountId, after.tier, month, grant, record.credits)] : [];
      await credits.postAll(tx, [paymentPosting(order), ...bonus]);
    },

    async reversed(tx, order, why) {
      const row = await store.lock(tx, order.accountId);
      const period = await store.findPeriod(tx, order.id);
      if (!row || !period || period.reversed_at) return;
      const now = clock.now();
      const running = runningOf(row, now);
      await store.setReversed(tx, order.id, now);
      await store.update(tx, order.accountId, {
        nextTier: null,
        nextAttemptAt: null,
        ...(running
          ? {
              paidUntil: afterReversal(
                running,
                { amountCents: period.amount_cents, startsAt: period.starts_at, endsAt: period.ends_at },
                now,
              ),
            }
          : {}),
      });
      const back = takeBackIncome(order, why).map(movePosting);
      if (period.bonus_credits > 0)
        back.push(
          movePosting({
            kind: 'bonus_return',
            ownerId: order.accountId,
            key: `${order.id}:bonus`,
            reference: order.id,
            description: 'VIP bonus taken back',
            amount: period.bonus_credits,
            from: accountOf(order.accountId, 'wallet_promotional'),
            reserve: losses.credits,
            to: promotions,
          }),
        );
      await credits.postAll(tx, back);
    },
  };
}
