import { firstCents } from '@vlam/contract/rules/subscription-terms';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Notify } from '../../platform/notices.ts';
import { endClaim } from '../../platform/one-charge.ts';
import { uuidArray } from '../../platform/prepared.ts';
import type { PaidOrder, Purpose, Quote } from '../../platform/purpose.ts';
import { createRenewalMails, type RenewalMailDependencies } from '../../platform/renewal-mail.ts';
import { firstAttempt, isSecondPayment, periodMs, timeDetails } from '../../platform/renewals.ts';
import { requireShownRand } from '../../platform/shown-price.ts';
import type { Posting } from '../credits/service.ts';
import { addSubscribersTo, type ProfileCard, type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { bookMonths, monthsOf, moveMonthsForward, reverseMonths } from './months.ts';
import type { SubscriptionOffers } from './offers.ts';
import { requireSelling } from './sales.ts';
import * as store from './store.ts';
import { requireTermCents } from './terms.ts';
import { isTrial } from './view.ts';

export const claimName = ({ subscriberId, creatorId }: store.SubscriptionPair): string =>
  `subscription:${subscriberId}:${creatorId}`;

/** What an order says of its term. */
export interface TermDetails {
  months?: number;
  /** Price of the term from the second payment on, where a code lowers the first. */
  listCents?: number;
  offerId?: string;
}
export const termDetails = (months: number): TermDetails => (months === 1 ? {} : { months });

/** Quote of a first or renewed subscription. */
export const subscriptionQuote = (
  subscriberId: string,
  creator: Pick<ProfileCard, 'displayName'>,
  priceCents: number,
  /** A renewal stores the agreed price at its start, so that a consent given during it is kept. */
  time: ReturnType<typeof timeDetails> & TermDetails & { agreedCents?: number | null },
): Quote => ({
  amountCents: priceCents,
  description: `Subscription to ${creator.displayName}, ${30 * (time.months ?? 1)} days`,
  details: { subscriberId, ...time },
});

export const addSubscribers = async (tx: Db, creatorIds: readonly string[], subscribers: 1 | -1): Promise<void> =>
  void (await addSubscribersTo(
    sql`(select id as profile_id, ${subscribers}::int as subscribers from unnest(${uuidArray(creatorIds)}::uuid[]) as id)`,
  ).execute(tx));

const pairOf = ({ details, reference }: PaidOrder): store.SubscriptionPair => ({
  subscriberId: String(details.subscriberId),
  creatorId: reference,
});
const claimNameOf = (row: store.SubscriptionRow): string =>
  claimName({ subscriberId: row.subscriber_id, creatorId: row.creator_id });

/** The term an order pays for: after the paid time, or from now. */
function toExtension(order: PaidOrder, row: store.SubscriptionRow, now: Date): store.Extension {
  const renewal = order.details.renewal === true;
  const running = row.paid_until > now;
  const startsAt = running ? row.paid_until : now;
  const months = monthsOf(order);
  const agreedBefore = order.details.agreedCents ?? null;
  const endsAt = new Date(startsAt.getTime() + months * periodMs);
  // Cancelled during a renewal: the payment counts, but renewals stop.
  const renews = row.next_attempt_at !== null || (!renewal && order.chargeable);
  return {
    subscriptionId: row.id,
    orderId: order.id,
    amountCents: order.amountCents,
    priceCents: Number(order.details.listCents ?? order.amountCents),
    months,
    // A consent given during this order applies to the following renewal of the same term.
    agreedCents:
      renewal && row.term_months === months && agreedBefore !== row.agreed_price_cents ? row.agreed_price_cents : null,
    startedAt: running || renewal ? row.started_at : now,
    startsAt,
    endsAt,
    nextAttemptAt: renews ? firstAttempt(endsAt) : null,
  };
}

/** Quotes, grants and reverses orders of purpose `subscription`; the reference is the creator. */
export function createSubscriptionPurpose(
  deps: RenewalMailDependencies & {
    db: Db;
    clock: Clock;
    notify: Notify;
    /** Called in the transaction that pays for a new subscription. */
    onSubscribed(tx: Db, pairs: readonly store.SubscriptionPair[]): Promise<void>;
    profiles: Pick<ProfilesService, 'requireCreator'>;
    offers: Pick<SubscriptionOffers, 'requirePercent' | 'reserve' | 'use'>;
  },
): Purpose {
  const { db, clock, profiles, offers } = deps;
  const mails = createRenewalMails(deps);

  /** Locks the pair's row, creating it when missing. */
  async function lockPair(tx: Db, pair: store.SubscriptionPair, priceCents: number): Promise<store.SubscriptionRow> {
    const row = await store.lockByPair(tx, pair);
    if (row) return row;
    const at = clock.now();
    await store.insertUnpaid(tx, { ...pair, id: newId(at.getTime()), priceCents, at });
    const made = await store.lockByPair(tx, pair);
    if (!made) throw new Error('the inserted subscription was not found');
    return made;
  }

  async function extend(tx: Db, paid: readonly { order: PaidOrder; row: store.SubscriptionRow }[]): Promise<Posting[]> {
    const now = clock.now();
    const extended = paid.map(({ order, row }) => ({ order, row, extension: toExtension(order, row, now) }));
    await store.extendAll(
      tx,
      extended.map(({ extension }) => extension),
    );
    for (const { order, row, extension } of extended)
      if (isSecondPayment(order, row.paid_until, now)) await mails.secondPayment(tx, order.accountId, extension.endsAt);
    await deps.notify(
      tx,
      ...paid.flatMap(({ order }) =>
        order.details.renewal
          ? []
          : {
              kind: 'subscriber' as const,
              to: { profileId: order.reference },
              key: `subscriber:${order.id}`,
              actorId: String(order.details.subscriberId),
            },
      ),
    );
    await deps.onSubscribed(
      tx,
      paid.flatMap(({ order }) => (order.details.renewal ? [] : pairOf(order))),
    );
    const returning = paid.filter(({ row }) => row.ended_at).map(({ row }) => row.creator_id);
    if (returning.length > 0) await addSubscribers(tx, returning, 1);
    const postings: Posting[] = [];
    for (const { order, extension } of extended) postings.push(...(await bookMonths(tx, order, extension.startsAt)));
    return postings;
  }

  return {
    renews: 'each',
    async quote(viewer, { reference, amount, months = 1, code }) {
      if (!z.safeParse(z.uuid(), reference).success) throw new AppError('NOT_FOUND');
      const creator = await profiles.requireCreator(viewer, reference);
      const subscriberId = requireProfileId(viewer);
      if (creator.id === subscriberId) throw new AppError('CONFLICT', { message: 'You cannot subscribe to yourself' });
      const known = await store.findByPair(db, { subscriberId, creatorId: creator.id });
      if (known && known.paid_until > clock.now() && !isTrial(known))
        throw new AppError('CONFLICT', { message: 'You are subscribed to this creator already' });
      requireSelling(creator);
      const listCents = await requireTermCents(db, creator, months);
      const offer = code === undefined ? null : await offers.requirePercent(viewer, creator.id, code);
      const priceCents = offer ? firstCents(listCents, offer.value) : listCents;
      requireShownRand(amount, priceCents);
      return subscriptionQuote(subscriberId, creator, priceCents, {
        ...timeDetails(known?.paid_until ?? null, false),
        ...termDetails(months),
        ...(offer ? { listCents, offerId: offer.id } : {}),
      });
    },
    reserve: offers.reserve,

    async paid(tx, order) {
      const pair = pairOf(order);
      const row = await lockPair(tx, pair, order.amountCents);
      await offers.use(tx, order);
      if (!order.details.renewal) await endClaim(tx, claimName(pair));
      return extend(tx, [{ order, row }]);
    },
    async paidAll(tx, orders) {
      const rows = new Map((await store.lockPairs(tx, orders.map(pairOf))).map((row) => [claimNameOf(row), row]));
      const paid = orders.map((order) => {
        const row = rows.get(claimName(pairOf(order)));
        rows.delete(claimName(pairOf(order)));
        if (!row || !order.details.renewal) throw new Error('order does not renew a subscription of its own');
        return { order, row };
      });
      return extend(tx, paid);
    },

    async reversed(tx, order, reason) {
      const found = await store.lockByOrder(tx, order.id);
      if (!found || found.period.reversed_at) return [];
      const { period, subscription } = found;
      const now = clock.now();
      // The rest of the reversed period is removed; other paid periods stay.
      const left = Math.max(0, period.ends_at.getTime() - Math.max(period.starts_at.getTime(), now.getTime()));
      const paidUntil = left > 0 ? new Date(subscription.paid_until.getTime() - left) : subscription.paid_until;
      const ends = paidUntil <= now && !subscription.ended_at;
      await store.reversePeriod(tx, {
        orderId: order.id,
        subscriptionId: subscription.id,
        paidUntil,
        endedAt: ends ? now : subscription.ended_at,
        at: now,
      });
      if (ends) await addSubscribers(tx, [subscription.creator_id], -1);
      if (left > 0)
        await moveMonthsForward(tx, { subscriptionId: subscription.id, startsAfter: period.starts_at, byMs: left });
      return reverseMonths(tx, order, reason, now);
    },
  };
}
