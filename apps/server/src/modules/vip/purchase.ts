import type { VipTierId } from '@vlam/contract/vip';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { endClaim } from '../../platform/one-charge.ts';
import type { PaidOrder, Purpose, Quote } from '../../platform/purpose.ts';
import { createRenewalMails, type RenewalMailDependencies } from '../../platform/renewal-mail.ts';
import { firstAttempt, isSecondPayment, periodMs, timeDetails } from '../../platform/renewals.ts';
import { say } from '../../platform/words.ts';
import {
  accountOf,
  cash,
  grantPosting,
  losses,
  movePosting,
  type Posting,
  platformIncome,
  promotions,
  reverseOrder,
} from '../credits/service.ts';
import type { IdentityService } from '../identity/service.ts';
import {
  afterPayment,
  afterReversal,
  applyBonus,
  findTier,
  isHigher,
  type PaidTime,
  requireShownPrice,
  tierOf,
} from './policy.ts';
import * as store from './store.ts';

export const claimName = (accountId: string, tier: VipTierId): string => `vip:${accountId}:${tier}`;

export const vipQuote = (tier: VipTierId, amountCents: number, time: ReturnType<typeof timeDetails>): Quote => ({
  amountCents,
  description: `VIP ${tierOf(tier).name}, 30 days`,
  details: time,
});

export const johannesburgMonth = (at: Date): string => johannesburgDay(at).slice(0, 7);

/** The paid tier and its end at `now`; null without one. */
export const currentTierOf = (row: store.MembershipRow | undefined, now: Date): PaidTime | null =>
  row && row.paid_until > now ? { tier: row.tier as VipTierId, paidUntil: row.paid_until } : null;

const monthFormat = new Intl.DateTimeFormat('en-ZA', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `given` is the month's total with this grant; it makes the key unique, so each sum is granted once. */
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
    description: `VIP ${tierOf(tier).name} bonus for ${monthFormat.format(new Date(`${month}-01T00:00Z`))}`,
  });

const isRenewal = ({ details }: PaidOrder): boolean => details.renewal === true;

function requireOrderTier({ reference }: PaidOrder): VipTierId {
  const tier = findTier(reference);
  if (!tier) throw new Error(`paid order with an unknown tier: ${reference}`);
  return tier.id;
}

/** The period an order pays for: a renewal continues the paid time, any other payment adds the time it is worth. */
function toExtension(order: PaidOrder, row: store.MembershipRow, emailConfirmed: boolean, now: Date): store.Extension {
  const wanted = requireOrderTier(order);
  const running = currentTierOf(row, now);
  const renewal = isRenewal(order);
  // After an intervening payment the tier it brought stays, and this sum extends its time.
  const follows = renewal && !isSecondPayment(order, row.paid_until, now);
  const startsAt = follows && running ? running.paidUntil : now;
  const after = follows
    ? { tier: wanted, paidUntil: new Date(startsAt.getTime() + periodMs) }
    : afterPayment(wanted, order.amountCents, running, now);
  const month = johannesburgMonth(now);
  const had = { month: row.bonus_month, credits: row.bonus_credits, owed: row.bonus_owed };
  const { grant, record } = applyBonus(had, { tier: after.tier, month, renewal, emailConfirmed });
  // Cancelled during a renewal: the payment counts, but renewals stop.
  const renews = row.next_attempt_at !== null || (!renewal && order.chargeable);
  return {
    orderId: order.id,
    accountId: order.accountId,
    tier: after.tier,
    amountCents: order.amountCents,
    bonusCredits: grant,
    startedAt: running || renewal ? row.started_at : now,
    startsAt,
    endsAt: after.paidUntil,
    nextAttemptAt: renews ? firstAttempt(after.paidUntil) : null,
    bonus: record,
  };
}

/** Quotes, grants and reverses orders of purpose `vip`; the reference is the tier. */
export function createVipPurpose(
  deps: RenewalMailDependencies & { db: Db; clock: Clock; identity: Pick<IdentityService, 'listUnconfirmed'> },
): Purpose {
  const { db, clock, identity } = deps;
  const mails = createRenewalMails(deps);

  async function lockMembership(tx: Db, accountId: string, tier: VipTierId): Promise<store.MembershipRow> {
    const row = await store.lock(tx, accountId);
    if (row) return row;
    await store.insertUnpaid(tx, accountId, tier, clock.now());
    const made = await store.lock(tx, accountId);
    if (!made) throw new Error('the inserted membership was not found');
    return made;
  }

  async function extend(tx: Db, paid: readonly { order: PaidOrder; row: store.MembershipRow }[]): Promise<Posting[]> {
    const now = clock.now();
    const unconfirmed = await identity.listUnconfirmed(
      tx,
      paid.map(({ order }) => order.accountId),
    );
    const extended = paid.map(({ order, row }) => ({
      order,
      row,
      extension: toExtension(order, row, !unconfirmed.has(order.accountId), now),
    }));
    await store.extendAll(
      tx,
      extended.map(({ extension }) => extension),
    );
    const postings: Posting[] = [];
    for (const { order, row, extension } of extended) {
      const { accountId, tier, endsAt, bonusCredits, bonus } = extension;
      if (!isRenewal(order)) await endClaim(tx, claimName(accountId, requireOrderTier(order)));
      if (isSecondPayment(order, row.paid_until, now)) await mails.secondPayment(tx, accountId, endsAt);
      postings.push(paymentPosting(order));
      if (bonusCredits > 0) postings.push(bonusPosting(accountId, tier, bonus.month, bonusCredits, bonus.credits));
    }
    return postings;
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
    renews: 'altogether',
    async quote(viewer, { reference, amount }) {
      const tier = findTier(reference);
      if (!tier) throw new AppError('NOT_FOUND');
      const now = clock.now();
      const row = await store.find(db, viewer.accountId);
      const running = currentTierOf(row, now);
      if (running?.tier === tier.id) throw new AppError('CONFLICT', { message: say`You are VIP ${tier.name} already` });
      if (running && isHigher(running.tier, tier.id))
        throw new AppError('CONFLICT', { message: say`VIP ${tier.name} can begin with your next renewal` });
      return vipQuote(
        tier.id,
        requireShownPrice(tier.id, running, now, amount),
        timeDetails(row?.paid_until ?? null, false),
      );
    },

    paid: async (tx, order) =>
      extend(tx, [{ order, row: await lockMembership(tx, order.accountId, requireOrderTier(order)) }]),
    async paidAll(tx, orders) {
      const found = await store.lockAll(
        tx,
        orders.map(({ accountId }) => accountId),
      );
      const rowOf = new Map(found.map((row) => [row.account_id, row]));
      const paid = orders.map((order) => {
        const row = rowOf.get(order.accountId);
        rowOf.delete(order.accountId);
        if (!row || !isRenewal(order)) throw new Error('order does not renew a membership of its own');
        return { order, row };
      });
      return extend(tx, paid);
    },

    async reversed(tx, order, reason) {
      const row = await store.lock(tx, order.accountId);
      const period = await store.findPeriod(tx, order.id);
      if (!row || !period || period.reversed_at) return [];
      const now = clock.now();
      const running = currentTierOf(row, now);
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
      const postings = (await reverseOrder(tx, order, reason)).map(movePosting);
      if (period.bonus_credits > 0)
        postings.push(
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
      return postings;
    },
  };
}
