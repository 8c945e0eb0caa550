import { giftAnswerDays, parseGiftReference } from '@vlam/contract/rules/subscription-gifts';
import { id } from '@vlam/contract/schemas';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Notify } from '../../platform/notices.ts';
import type { PaidOrder, Purpose } from '../../platform/purpose.ts';
import { requireShownRand } from '../../platform/shown-price.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { say } from '../../platform/words.ts';
import { cash, movePosting, type Posting } from '../credits/service.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import * as gifts from './gift-store.ts';
import { escrowOf, monthsOf, reverseMonths } from './months.ts';
import { addSubscribers, orderTier, termDetails, usedCents } from './purchase.ts';
import { requireSelling } from './sales.ts';
import * as store from './store.ts';
import { noSuchTier, requireTermCents } from './terms.ts';
import { keepTier } from './tiers-store.ts';
import { leftMs, moveLaterForward } from './time-store.ts';

const dayMs = 86_400_000;

export const notPossible = (): AppError =>
  new AppError('CONFLICT', { message: say`This subscription cannot be given to this person` });
const waiting = (): AppError =>
  new AppError('CONFLICT', { message: say`You gave them this subscription already. It waits for their answer` });

/** Throws `NOT_FOUND` for anything that names no two people. */
function requireReference(reference: string) {
  const parsed = parseGiftReference(reference);
  if (!parsed || ![parsed.creatorId, parsed.recipientId].every((one) => z.safeParse(id, one).success))
    throw new AppError('NOT_FOUND');
  return parsed;
}

/** Quotes, holds and gives back orders of purpose `subscription_gift`; the reference names creator and recipient. */
export function createGiftPurpose(deps: {
  db: Db;
  clock: Clock;
  notify: Notify;
  profiles: Pick<ProfilesService, 'requireCreator' | 'listVisibleCards'>;
}): Purpose {
  const { db, clock, profiles } = deps;

  /** Throws `CONFLICT` for a gift to oneself, of oneself, to the creator, and for one that cannot reach its recipient. */
  async function requireGivable(viewer: Viewer, people: gifts.GiftPeople): Promise<void> {
    const { giverId, recipientId, creatorId } = people;
    if (creatorId === giverId)
      throw new AppError('CONFLICT', { message: say`You cannot give a subscription to yourself as a creator` });
    if (recipientId === giverId)
      throw new AppError('CONFLICT', { message: say`This is your own address. Subscribe instead` });
    if (recipientId === creatorId) throw notPossible();
    const [recipient] = await profiles.listVisibleCards(viewer.profileId, [recipientId]);
    if (!recipient) throw new AppError('NOT_FOUND');
    if (!(await gifts.canReach(db, people))) throw notPossible();
    if (await gifts.isOffered(db, people)) throw waiting();
  }

  /** All of what was paid, while no month was passed on. */
  const hold = (order: PaidOrder): Posting =>
    movePosting({
      kind: 'subscription_hold',
      ownerId: order.accountId,
      key: `${order.id}:hold`,
      reference: order.id,
      description: order.description,
      amount: order.amountCents,
      from: cash,
      to: escrowOf(order.id),
    });

  /** Removes the rest of the given time from the recipient's subscription. */
  async function endTime(tx: Db, orderId: string, now: Date): Promise<void> {
    const found = await store.lockByOrder(tx, orderId);
    if (!found || found.period.reversed_at) return;
    const { period, subscription } = found;
    const left = leftMs(period, now);
    const paidUntil = new Date(subscription.paid_until.getTime() - left);
    const ends = paidUntil <= now && !subscription.ended_at;
    const reversed = { orderId, subscriptionId: subscription.id, paidUntil, at: now };
    await store.reversePeriod(tx, { ...reversed, endedAt: ends ? now : subscription.ended_at });
    if (ends) await addSubscribers(tx, [subscription.creator_id], -1);
    if (left > 0)
      await moveLaterForward(tx, {
        ...{ subscriptionId: subscription.id, byMs: left, now },
        startsAfter: period.rest_from ?? period.starts_at,
      });
  }

  return {
    async quote(viewer, { reference, amount, tier = 1, months = 1 }) {
      const { creatorId, recipientId, unnamed } = requireReference(reference);
      const creator = await profiles.requireCreator(viewer, creatorId);
      const giverId = requireProfileId(viewer);
      await requireGivable(viewer, { giverId, recipientId, creatorId });
      requireSelling(creator);
      const priceCents = await requireTermCents(db, creator, { tier, months });
      requireShownRand(amount, priceCents);
      return {
        amountCents: priceCents,
        // Without the recipient: it stands on the provider's page and the receipt.
        description:
          `Gift: subscription to ${creator.displayName}, ${tier > 1 ? `tier ${tier}, ` : ''}${30 * months} days`.slice(
            0,
            200,
          ),
        details: { giverId, recipientId, unnamed, ...termDetails(tier, months), months },
      };
    },

    async paid(tx, order) {
      const { creatorId, recipientId, unnamed } = requireReference(order.reference);
      const giverId = String(order.details.giverId);
      const at = clock.now();
      const giftId = newId(at.getTime());
      if (!(await keepTier(tx, { creatorId, tier: orderTier(order) }))) throw noSuchTier();
      const written = await gifts.insertGift(tx, {
        ...{ id: giftId, order_id: order.id, giver_account_id: order.accountId, giver_id: giverId },
        ...{ recipient_id: recipientId, creator_id: creatorId, months: monthsOf(order), is_unnamed: unnamed },
        tier: orderTier(order),
        ...{ amount_cents: order.amountCents, offered_at: at },
        answer_by: new Date(at.getTime() + giftAnswerDays * dayMs),
      });
      // A second page of the same gift was paid: staff decide.
      if (!written) throw waiting();
      const creatorName = (await gifts.findNames(tx, [creatorId])).get(creatorId);
      await deps.notify(tx, {
        kind: 'subscription_offered',
        to: { profileId: recipientId },
        key: `subscription_offered:${order.id}`,
        actorId: giverId,
        targetId: giftId,
        ...(creatorName ? { subject: creatorName } : {}),
      });
      return [hold(order)];
    },

    async reversed(tx, order, why) {
      const gift = await gifts.lockByOrder(tx, order.id);
      if (!gift || gift.reversed_at) return [];
      const now = clock.now();
      await gifts.setReversed(tx, gift.id, now);
      if (gift.state === 'accepted') {
        await endTime(tx, order.id, now);
        return reverseMonths(tx, order, why, now);
      }
      return [
        movePosting({
          kind: why,
          ownerId: order.accountId,
          key: `${order.id}:hold:${why}`,
          reference: order.id,
          description: order.description,
          amount: order.amountCents,
          from: escrowOf(order.id),
          to: cash,
        }),
      ];
    },

    usedCents: (tx, order) => usedCents(tx, order, clock.now()),
  };
}
