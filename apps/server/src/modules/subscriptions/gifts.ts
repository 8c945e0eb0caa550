import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import { giftReference, type SubscriptionGiftState } from '@vlam/contract/rules/subscription-gifts';
import type { SubscriptionGift, subscriptionGiftsOperations } from '@vlam/contract/subscription-gifts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Notice, Notify } from '../../platform/notices.ts';
import type { PaymentsPort, Purpose } from '../../platform/purpose.ts';
import { periodMs } from '../../platform/renewals.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { say } from '../../platform/words.ts';
import type { CreditsService } from '../credits/service.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { createGiftPurpose, notPossible } from './gift-purpose.ts';
import * as gifts from './gift-store.ts';
import { splitMonths } from './months.ts';
import { insertMonths } from './months-store.ts';
import { placeAll } from './place.ts';
import { addSubscribers } from './purchase.ts';
import { requireSelling } from './sales.ts';
import * as store from './store.ts';
import { requireTermCents } from './terms.ts';
import { listTiers, tierNameOf } from './tiers-store.ts';
import { isTrial } from './view.ts';

type Operations = typeof subscriptionGiftsOperations;

/** A member pays a creator's term for another member, who accepts or refuses it. */
export interface SubscriptionGiftsService {
  /** Charges the saved method; idempotent by `key`. Throws what the quote and the charge throw. */
  giveSubscription(
    viewer: Viewer,
    gift: BodyOf<Operations['giveSubscription']>,
    key: string | null,
  ): Promise<SubscriptionGift>;
  listSubscriptionGifts(viewer: Viewer): Promise<ResponseOf<Operations['listSubscriptionGifts']>>;
  /** Idempotent. Throws `NOT_FOUND`, `SUBSCRIPTIONS_STOPPED`, and `CONFLICT` for a gift that is over. */
  acceptSubscriptionGift(viewer: Viewer, id: string): Promise<SubscriptionGift>;
  refuseSubscriptionGift(viewer: Viewer, id: string): Promise<SubscriptionGift>;
  withdrawSubscriptionGift(viewer: Viewer, id: string): Promise<SubscriptionGift>;
  giftPurpose: Purpose;
  /** Gives the money of gifts back that were not answered or can no longer be delivered. */
  returnGifts(): Promise<void>;
}

const listLimit = 100;
const batchSize = 100;
const over = () => new AppError('CONFLICT', { message: say`This gift is over` });
const shownState = (state: gifts.GiftState): SubscriptionGiftState => (state === 'refused' ? 'returned' : state);

export function createSubscriptionGifts(deps: {
  db: Db;
  clock: Clock;
  notify: Notify;
  payments: Pick<PaymentsPort, 'chargeSaved' | 'giveBack'>;
  credits: Pick<CreditsService, 'transact'>;
  profiles: Pick<ProfilesService, 'requireCreator' | 'listVisibleCards' | 'cards'>;
  /** Called in the transaction that accepts a gift. */
  onAccepted(tx: Db): Promise<void>;
  /** Called in the transaction that begins a new subscription. */
  onSubscribed(tx: Db, pairs: readonly store.SubscriptionPair[]): Promise<void>;
}): SubscriptionGiftsService {
  const { db, clock, payments, profiles } = deps;
  const { transact } = deps.credits;

  async function toViews(viewer: Viewer, rows: readonly gifts.GiftRow[]): Promise<SubscriptionGift[]> {
    const own = requireProfileId(viewer);
    const otherOf = (row: gifts.GiftRow) => (row.giver_id === own ? row.recipient_id : row.giver_id);
    const creatorIds = [...new Set(rows.map((row) => row.creator_id))];
    const [creators, others, tiers] = await Promise.all([
      profiles.cards.list(creatorIds),
      profiles.listVisibleCards(own, [...new Set(rows.map(otherOf))]),
      listTiers(db, creatorIds),
    ]);
    const creatorOf = new Map(creators.map((card) => [card.id, card]));
    const personOf = new Map(others.map((card) => [card.id, card]));
    return rows.flatMap((row) => {
      const creator = creatorOf.get(row.creator_id);
      if (!creator) return [];
      const other = personOf.get(otherOf(row));
      return {
        id: row.id,
        creator: { id: creator.id, displayName: creator.displayName, avatar: creator.avatar },
        person: other ? { id: other.id, displayName: other.displayName, avatar: other.avatarUrl } : null,
        tier: row.tier as SubscriptionGift['tier'],
        tierName: tierNameOf(tiers, { creatorId: row.creator_id, tier: row.tier }),
        months: row.months,
        amountCents: row.giver_id === own ? row.amount_cents : null,
        unnamed: row.is_unnamed,
        state: row.reversed_at ? 'returned' : shownState(row.state),
        offeredAt: row.offered_at.toISOString(),
        answerBy: row.answer_by.toISOString(),
        until: row.ends_at?.toISOString() ?? null,
      };
    });
  }

  async function toView(viewer: Viewer, row: gifts.GiftRow): Promise<SubscriptionGift> {
    const [view] = await toViews(viewer, [row]);
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }

  /** Locks the row of recipient and creator, creating it when missing. */
  async function lockPair(tx: Db, pair: store.SubscriptionPair, priceCents: number): Promise<store.SubscriptionRow> {
    const at = clock.now();
    await store.insertUnpaid(tx, { ...pair, id: newId(at.getTime()), priceCents, at });
    const row = await store.lockByPair(tx, pair);
    if (!row) throw new Error('the inserted subscription was not found');
    return row;
  }

  /**
   * Begins the given time, after what is paid of its tier already. A subscription of the recipient's own keeps its price
   * and renews later.
   */
  async function begin(tx: Db, gift: gifts.GiftRow, priceCents: number): Promise<gifts.GiftRow> {
    const now = clock.now();
    const pair = { subscriberId: gift.recipient_id, creatorId: gift.creator_id };
    const row = await lockPair(tx, pair, priceCents);
    if (row.claimed_until && row.claimed_until > now)
      throw new AppError('CONFLICT', { message: say`Your renewal is being paid at this moment` });
    const running = row.paid_until > now;
    const keepsPrice = row.next_attempt_at !== null || (running && !isTrial(row));
    const nextTier = keepsPrice ? row.tier : gift.tier;
    const [placed] = await placeAll(tx, [{ row, tier: gift.tier, months: gift.months, nextTier }], now);
    if (!placed) throw new Error('a gift without a place');
    const { startsAt, endsAt, paidUntil, renewal } = placed;
    await store.extendAll(tx, [
      {
        ...{
          subscriptionId: row.id,
          orderId: gift.order_id,
          amountCents: gift.amount_cents,
          tier: gift.tier,
          nextTier,
        },
        priceCents: keepsPrice ? row.price_cents : priceCents,
        months: keepsPrice ? row.term_months : 1,
        agreedCents: keepsPrice ? row.agreed_price_cents : null,
        startedAt: running ? row.started_at : now,
        ...{ startsAt, endsAt, paidUntil },
        nextAttemptAt: row.next_attempt_at && renewal.nextAttemptAt,
        renewsFrom: row.next_attempt_at && renewal.from,
      },
    ]);
    await insertMonths(
      tx,
      splitMonths(gift.amount_cents, gift.months).map((cents, index) => ({
        ...{ order_id: gift.order_id, number: index + 1, account_id: gift.giver_account_id },
        ...{ creator_id: gift.creator_id, amount_cents: cents, is_gift: true },
        begins_at: new Date(startsAt.getTime() + index * periodMs),
      })),
    );
    if (row.ended_at) await addSubscribers(tx, [gift.creator_id], 1);
    await deps.onSubscribed(tx, [pair]);
    return gifts.answerGift(tx, gift.id, { state: 'accepted', at: now, startsAt, endsAt });
  }

  const acceptedNotices = (gift: gifts.GiftRow): Notice[] => [
    {
      kind: 'subscriber',
      to: { profileId: gift.creator_id },
      key: `subscriber:${gift.order_id}`,
      actorId: gift.recipient_id,
    },
    {
      kind: 'subscription_accepted',
      to: { profileId: gift.giver_id },
      key: `subscription_accepted:${gift.id}`,
      actorId: gift.recipient_id,
      targetId: gift.id,
    },
    ...(gift.is_unnamed
      ? []
      : [
          {
            kind: 'subscription_given' as const,
            to: { profileId: gift.creator_id },
            key: `subscription_given:${gift.id}`,
            actorId: gift.giver_id,
          },
        ]),
  ];
  const returnedNotice = (gift: gifts.GiftRow, creatorName: string | undefined): Notice => ({
    kind: 'subscription_returned',
    to: { profileId: gift.giver_id },
    key: `subscription_returned:${gift.id}`,
    targetId: gift.id,
    amount: { value: gift.amount_cents, currency: 'cents' },
    ...(creatorName ? { subject: creatorName } : {}),
  });

  /** The gift with its lock, for one of its two sides. Throws `NOT_FOUND`. */
  async function lockOwn(tx: Db, viewer: Viewer, id: string, side: 'giver_id' | 'recipient_id') {
    const gift = await gifts.lockById(tx, id);
    if (!gift || viewer.profileId === null || gift[side] !== viewer.profileId) throw new AppError('NOT_FOUND');
    return gift;
  }

  async function giveUp(
    viewer: Viewer,
    id: string,
    { side, state }: { side: 'giver_id' | 'recipient_id'; state: 'refused' | 'withdrawn' },
  ): Promise<SubscriptionGift> {
    const ended = await transact(async (tx) => {
      const gift = await lockOwn(tx, viewer, id, side);
      if (gift.state === state) return gift;
      if (gift.state !== 'offered' || gift.reversed_at) throw over();
      const answered = await gifts.answerGift(tx, id, { state, at: clock.now() });
      await payments.giveBack(tx, gift.order_id);
      const names = await gifts.findNames(tx, [gift.creator_id]);
      if (state === 'refused') await deps.notify(tx, returnedNotice(answered, names.get(gift.creator_id)));
      return answered;
    });
    return toView(viewer, ended);
  }

  return {
    giftPurpose: createGiftPurpose(deps),
    async giveSubscription(viewer, { creatorId, recipientId, tier, months, amount, unnamed }, key) {
      const order = await payments.chargeSaved(viewer, {
        ...{ purpose: 'subscription_gift', reference: giftReference({ creatorId, recipientId, unnamed }) },
        ...{ tier, months, amount, key: key ?? newId() },
      });
      const gift = await gifts.findByOrder(db, order.id);
      if (!gift) throw new AppError('UNAVAILABLE');
      return toView(viewer, gift);
    },

    async listSubscriptionGifts(viewer) {
      const { profileId } = viewer;
      if (!profileId) return { received: [], given: [] };
      const [received, given] = await Promise.all([
        gifts.listGifts(db, 'recipient', profileId, listLimit),
        gifts.listGifts(db, 'giver', profileId, listLimit),
      ]);
      const rows = [...received, ...given];
      const shown = await profiles.listVisibleCards(profileId, [...new Set(rows.map((row) => row.creator_id))]);
      const creatorIds = new Set(shown.map(({ id }) => id));
      const views = await toViews(
        viewer,
        rows.filter((row) => creatorIds.has(row.creator_id)),
      );
      const givenIds = new Set(given.map(({ id }) => id));
      return {
        // A gift of someone whom the recipient cannot see now is on its way back.
        received: views.filter((view) => !givenIds.has(view.id) && (view.person || view.state === 'accepted')),
        given: views.filter((view) => givenIds.has(view.id)),
      };
    },

    async acceptSubscriptionGift(viewer, id) {
      const found = await gifts.findById(db, id);
      if (!found || found.recipient_id !== viewer.profileId) throw new AppError('NOT_FOUND');
      if (found.state === 'accepted' && !found.reversed_at) return toView(viewer, found);
      const creator = await profiles.requireCreator(viewer, found.creator_id);
      requireSelling(creator);
      const accepted = await transact(async (tx) => {
        const gift = await lockOwn(tx, viewer, id, 'recipient_id');
        if (gift.state === 'accepted' && !gift.reversed_at) return gift;
        if (gift.state !== 'offered' || gift.reversed_at || gift.answer_by <= clock.now()) throw over();
        const people = { giverId: gift.giver_id, recipientId: gift.recipient_id, creatorId: gift.creator_id };
        if (!(await gifts.canReach(tx, people))) throw notPossible();
        // What its tier costs today, for someone who chooses to go on after it.
        const priceCents = await requireTermCents(tx, creator, { tier: gift.tier, months: 1, closed: true });
        const begun = await begin(tx, gift, priceCents);
        await deps.notify(tx, ...acceptedNotices(begun));
        await deps.onAccepted(tx);
        return begun;
      });
      return toView(viewer, accepted);
    },
    refuseSubscriptionGift: (viewer, id) => giveUp(viewer, id, { side: 'recipient_id', state: 'refused' }),
    withdrawSubscriptionGift: (viewer, id) => giveUp(viewer, id, { side: 'giver_id', state: 'withdrawn' }),

    async returnGifts() {
      for (let some = batchSize; some === batchSize; )
        some = await transact(async (tx) => {
          const returned = await gifts.returnOverdue(tx, clock.now(), batchSize);
          if (returned.length === 0) return 0;
          for (const gift of returned) await payments.giveBack(tx, gift.order_id);
          const nameOf = await gifts.findNames(
            tx,
            returned.map((gift) => gift.creator_id),
          );
          await deps.notify(tx, ...returned.map((gift) => returnedNotice(gift, nameOf.get(gift.creator_id))));
          return returned.length;
        });
    },
  };
}
