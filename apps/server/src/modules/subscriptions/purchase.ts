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
import { isSecondPayment, periodMs, timeDetails } from '../../platform/renewals.ts';
import { requireShownRand } from '../../platform/shown-price.ts';
import type { Posting } from '../credits/service.ts';
import { addSubscribersTo, type ProfileCard, type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { bookMonths, monthsOf, reverseMonths } from './months.ts';
import type { SubscriptionOffers } from './offers.ts';
import { type PlacedTime, placeAll } from './place.ts';
import { requireSelling } from './sales.ts';
import * as store from './store.ts';
import { noSuchTier, requireTermCents } from './terms.ts';
import { keepTier, keepTiers, listOpenTime } from './tiers-store.ts';
import { leftMs, moveLaterForward } from './time-store.ts';
import { isTrial } from './view.ts';

export const claimName = ({ subscriberId, creatorId }: store.SubscriptionPair, tier = 1): string =>
  `subscription:${subscriberId}:${creatorId}${tier === 1 ? '' : `:${tier}`}`;

/** What an order says of its tier and term; one of the first tier and of one month says nothing. */
export interface TermDetails {
  tier?: number;
  months?: number;
  /** Price of the term from the second payment on, where a code lowers the first. */
  listCents?: number;
  offerId?: string;
}
export const termDetails = (tier: number, months: number): TermDetails => ({
  ...(tier === 1 ? {} : { tier }),
  ...(months === 1 ? {} : { months }),
});
export const orderTier = ({ details }: Pick<PaidOrder, 'details'>): number => Number(details.tier ?? 1);

/** Quote of a first or renewed subscription. */
export const subscriptionQuote = (
  subscriberId: string,
  creator: Pick<ProfileCard, 'displayName'>,
  priceCents: number,
  /** A renewal stores the agreed price at its start, so that a consent given during it is kept. */
  time: ReturnType<typeof timeDetails> & TermDetails & { agreedCents?: number | null },
): Quote => ({
  amountCents: priceCents,
  // The tier by its number: its name is the creator's text, and this stands on the provider's page.
  description: `Subscription to ${creator.displayName}, ${time.tier ? `tier ${time.tier}, ` : ''}${30 * (time.months ?? 1)} days`,
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

/**
 * Whether an order pays time, but leaves what renews as it was: of a renewal of another tier than was chosen since, or of
 * a page of a lower tier that was paid late.
 */
function keepsRenewal(order: PaidOrder, row: store.SubscriptionRow, now: Date): boolean {
  const tier = orderTier(order);
  const isLower = order.details.renewal === true ? tier !== row.tier : tier < row.tier;
  return isLower && (row.next_attempt_at !== null || (row.paid_until > now && !isTrial(row)));
}

/** The term an order pays for, and what renews after it. */
function toExtension(order: PaidOrder, row: store.SubscriptionRow, placed: PlacedTime, now: Date): store.Extension {
  const renewal = order.details.renewal === true;
  const running = row.paid_until > now;
  const keeps = keepsRenewal(order, row, now);
  const months = monthsOf(order);
  const agreedBefore = order.details.agreedCents ?? null;
  // A consent given during this order applies to the following renewal of the same term.
  const isLater = renewal && row.term_months === months && agreedBefore !== row.agreed_price_cents;
  // Cancelled during a renewal: the payment counts, but renewals stop.
  const renews = row.next_attempt_at !== null || (!renewal && !keeps && order.chargeable);
  return {
    ...{ subscriptionId: row.id, orderId: order.id, amountCents: order.amountCents, tier: orderTier(order) },
    ...(keeps
      ? {
          nextTier: row.tier,
          priceCents: row.price_cents,
          months: row.term_months,
          agreedCents: row.agreed_price_cents,
        }
      : {
          nextTier: orderTier(order),
          priceCents: Number(order.details.listCents ?? order.amountCents),
          months,
          agreedCents: isLater ? row.agreed_price_cents : null,
        }),
    startedAt: running || renewal ? row.started_at : now,
    ...{ startsAt: placed.startsAt, endsAt: placed.endsAt, paidUntil: placed.paidUntil },
    nextAttemptAt: renews ? placed.renewal.nextAttemptAt : null,
    renewsFrom: renews ? placed.renewal.from : null,
  };
}

/** Cents of an order whose time was used, rounded up; 0 while nothing of it began. */
export async function usedCents(tx: Db, order: PaidOrder, now: Date): Promise<number> {
  const found = await store.lockByOrder(tx, order.id);
  const lengthMs = monthsOf(order) * periodMs;
  const usedMs = found ? Math.max(0, lengthMs - leftMs(found.period, now)) : 0;
  return Math.ceil((order.amountCents * usedMs) / lengthMs);
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
    const placed = await placeAll(
      tx,
      paid.map(({ order, row }) => ({
        ...{ row, tier: orderTier(order), months: monthsOf(order) },
        nextTier: keepsRenewal(order, row, now) ? row.tier : orderTier(order),
      })),
      now,
    );
    const extended = paid.map(({ order, row }, index) => {
      const place = placed[index];
      if (!place) throw new Error('a payment without a place');
      return { order, row, extension: toExtension(order, row, place, now) };
    });
    const changed = extended.filter(
      ({ row, extension }) => extension.nextTier !== row.tier || extension.months !== row.term_months,
    );
    if (changed.length > 0)
      await store.dropOpenAnswers(
        tx,
        changed.map(({ row }) => row.id),
      );
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
    async quote(viewer, { reference, amount, tier = 1, months = 1, code }) {
      if (!z.safeParse(z.uuid(), reference).success) throw new AppError('NOT_FOUND');
      const creator = await profiles.requireCreator(viewer, reference);
      const subscriberId = requireProfileId(viewer);
      if (creator.id === subscriberId) throw new AppError('CONFLICT', { message: 'You cannot subscribe to yourself' });
      const known = await store.findByPair(db, { subscriberId, creatorId: creator.id });
      if (known && known.paid_until > clock.now() && !isTrial(known)) {
        const [open] = await listOpenTime(db, [known.id], clock.now());
        if (!open || open.tier >= tier)
          throw new AppError('CONFLICT', { message: 'You are subscribed to this creator already' });
      }
      requireSelling(creator);
      const listCents = await requireTermCents(db, creator, { tier, months });
      const offer = code === undefined ? null : await offers.requirePercent(viewer, creator.id, { code, tier });
      const priceCents = offer ? firstCents(listCents, offer.value) : listCents;
      requireShownRand(amount, priceCents);
      return subscriptionQuote(subscriberId, creator, priceCents, {
        ...timeDetails(known?.paid_until ?? null, false),
        ...termDetails(tier, months),
        ...(offer ? { listCents, offerId: offer.id } : {}),
      });
    },
    reserve: offers.reserve,

    async paid(tx, order) {
      const pair = pairOf(order);
      const row = await lockPair(tx, pair, order.amountCents);
      // A page that was paid after its tier was removed: staff decide.
      if (!(await keepTier(tx, { creatorId: pair.creatorId, tier: orderTier(order) }))) throw noSuchTier();
      await offers.use(tx, order);
      if (!order.details.renewal) await endClaim(tx, claimName(pair, orderTier(order)));
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
      // A charge can be answered after its subscriber left the tier and its creator removed it. One by one, `paid` finds
      // whose it was.
      const tiers = orders.map((order) => ({ creatorId: order.reference, tier: orderTier(order) }));
      if (!(await keepTiers(tx, tiers))) throw noSuchTier();
      return extend(tx, paid);
    },

    async reversed(tx, order, reason) {
      const found = await store.lockByOrder(tx, order.id);
      if (!found || found.period.reversed_at) return [];
      const { period, subscription } = found;
      const now = clock.now();
      // The rest of the reversed period is removed; other paid periods stay.
      const left = leftMs(period, now);
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
        await moveLaterForward(tx, {
          ...{ subscriptionId: subscription.id, byMs: left, now },
          startsAfter: period.rest_from ?? period.starts_at,
        });
      return reverseMonths(tx, order, reason, now);
    },
    usedCents: (tx, order) => usedCents(tx, order, clock.now()),
  };
}
