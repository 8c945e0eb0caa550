import { giftAnswerDays } from '@vlam/contract/rules/subscription-gifts';
import { beforeEach, describe, expect, it } from 'vitest';
import { storedBalance } from '../../../test/balances.ts';
import { aBlock, aCreator, aProfile, aSession, type TestProfile } from '../../../test/factories.ts';
import { aSavedCard, createTestProvider, deliver, mostCapable } from '../../../test/payment-provider.ts';
import { splitPrice } from '../../../test/split.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { periodMs } from '../../platform/renewals.ts';
import { accountOf } from '../credits/service.ts';

const provider = createTestProvider(mostCapable);
const t = useTestApp({ paymentAdapter: provider, at: new Date('2026-11-21T10:00:00+02:00') });
useReconciledBooks(t);
beforeEach(() => provider.payImmediately());

const day = 86_400_000;
const clientOf = async ({ accountId }: TestProfile) => t.client(await aSession(t, accountId));

interface Trio {
  creator: TestProfile;
  giver: TestProfile;
  friend: TestProfile;
}
/** A creator at R100 with 10 percent off three months, a giver with a card, and a friend without one. */
async function aTrio(): Promise<Trio> {
  const [creator, giver, friend] = [await aCreator(t, { priceCents: 10_000 }), await aProfile(t), await aProfile(t)];
  await aSavedCard(t, provider, giver);
  const body = { percentOff: { '3': 10, '6': 0, '12': 0 } };
  expect((await (await clientOf(creator)).call('setOwnTerms', { body })).status).toBe(200);
  return { creator, giver, friend };
}
const give = async ({ creator, giver, friend }: Trio, more: Record<string, unknown> = {}, idempotencyKey?: string) =>
  (await clientOf(giver)).call('giveSubscription', {
    body: { creatorId: creator.profileId, recipientId: friend.profileId, amount: 100, ...more },
    ...(idempotencyKey ? { idempotencyKey } : {}),
  });
async function aGift(trio: Trio, more: Record<string, unknown> = {}): Promise<string> {
  const given = await give(trio, more);
  expect([given.status, given.error]).toEqual([201, null]);
  return given.body.id;
}
const answer = async (
  who: TestProfile,
  name: 'acceptSubscriptionGift' | 'refuseSubscriptionGift' | 'withdrawSubscriptionGift',
  id: string,
) => (await clientOf(who)).call(name, { params: { id } });
const accept = (who: TestProfile, id: string) => answer(who, 'acceptSubscriptionGift', id);
const listOf = async (who: TestProfile) => (await (await clientOf(who)).call('listSubscriptionGifts')).body;
const earned = ({ profileId }: TestProfile) => storedBalance(t, accountOf(profileId, 'earnings', 'cents'));
const orderOf = async (id: string) => {
  const gift = await t.db.selectFrom('subscription_gifts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return t.db.selectFrom('payment_orders').selectAll().where('id', '=', gift.order_id).executeTakeFirstOrThrow();
};
const aside = async (id: string) => storedBalance(t, accountOf((await orderOf(id)).id, 'escrow', 'cents'));
const chargedFor = async (id: string) => {
  const { id: orderId } = await orderOf(id);
  const charge = provider.charges.find(({ order }) => order.id === orderId);
  if (!charge) throw new Error('no charge');
  return charge.order;
};
/** What the job of every ten minutes does. */
async function runJob(): Promise<void> {
  const { subscriptions } = t.context;
  await subscriptions.renewDue();
  await subscriptions.processEnded();
  await subscriptions.passOnMonths();
  await subscriptions.returnGifts();
  await t.drain();
}
/** The provider confirms the refund that was asked of it. */
async function confirmRefund(id: string): Promise<void> {
  await runJob();
  const order = await chargedFor(id);
  expect(provider.refunds.filter((refund) => refund.id === order.id)).toHaveLength(1);
  await deliver(t, provider, provider.event(order, { kind: 'refunded' }));
  await t.drain();
}
const isSubscribed = async (who: TestProfile, { profileId: id }: TestProfile) =>
  (await (await clientOf(who)).call('checkSubscription', { params: { id } })).body.subscribed;
const ownOf = async (who: TestProfile) => (await (await clientOf(who)).call('listSubscriptions')).body[0];
const noticesOf = async ({ accountId }: TestProfile) => {
  await t.drain();
  const rows = await t.db.selectFrom('notifications').select('kind').where('account_id', '=', accountId).execute();
  return rows.map(({ kind }) => kind).sort();
};

describe('a given subscription', () => {
  it('is paid by the giver, waits in escrow, and opens nothing before it is accepted', async () => {
    const trio = await aTrio();
    const id = await aGift(trio, { amount: 270, months: 3 });
    expect([await aside(id), await earned(trio.creator)]).toEqual([27_000, 0]);
    expect(await isSubscribed(trio.friend, trio.creator)).toBe(false);
    const { received } = await listOf(trio.friend);
    expect(received).toMatchObject([{ id, months: 3, state: 'offered', amountCents: null, until: null }]);
    expect(received[0]?.person?.id).toBe(trio.giver.profileId);
    expect((await listOf(trio.giver)).given).toMatchObject([{ id, state: 'offered', amountCents: 27_000 }]);
    expect(await noticesOf(trio.friend)).toEqual(['subscription_offered']);
    expect(await noticesOf(trio.creator)).toEqual([]);
  });

  it('begins when it is accepted, pays the creator month by month, and never renews', async () => {
    const trio = await aTrio();
    const id = await aGift(trio, { amount: 270, months: 3 });
    t.clock.advance(2 * day);
    const accepted = await accept(trio.friend, id);
    const until = new Date(t.clock.now().getTime() + 3 * periodMs).toISOString();
    expect(accepted.body).toMatchObject({ state: 'accepted', until });
    expect((await accept(trio.friend, id)).body).toEqual(accepted.body);
    expect(await isSubscribed(trio.friend, trio.creator)).toBe(true);
    expect(await ownOf(trio.friend)).toMatchObject({ expiryDate: until, renews: false, nextAmountCents: 10_000 });
    const month = splitPrice(9_000).creator;
    for (const passed of [1, 2, 3, 3]) {
      await runJob();
      expect([await earned(trio.creator), await aside(id)]).toEqual([month * passed, 27_000 - 9_000 * passed]);
      t.clock.advance(periodMs);
    }
    await runJob();
    expect(await isSubscribed(trio.friend, trio.creator)).toBe(false);
    expect(provider.charges.filter(({ order }) => order.amountCents !== 27_000)).toEqual([]);
  });

  it('notifies the giver and, unless they stay unnamed, names them to the creator', async () => {
    for (const unnamed of [false, true]) {
      const trio = await aTrio();
      const id = await aGift(trio, { unnamed });
      await accept(trio.friend, id);
      expect(await noticesOf(trio.giver)).toEqual(['subscription_accepted']);
      expect(await noticesOf(trio.creator)).toEqual(
        unnamed ? ['subscriber'] : ['subscriber', 'subscription_given'].sort(),
      );
      // Neither figures nor lists of people name who paid.
      const studio = await clientOf(trio.creator);
      const activity = (await studio.call('creatorActivity', { query: {} })).body.items;
      expect(activity.map(({ from, description }) => [from, description])).toEqual([[null, 'Subscription, a gift']]);
      const listed = async (list: string) =>
        (await studio.call('listFans', { query: { list } as never })).body.items.map((fan) => fan.id);
      expect([await listed('subscribers'), await listed('spenders')]).toEqual([[trio.friend.profileId], []]);
      await deliver(t, provider, provider.event(await chargedFor(id), { kind: 'charged_back' }));
      await t.drain();
      const after = (await studio.call('creatorActivity', { query: {} })).body.items;
      expect(after.map(({ from }) => from)).toEqual([null, null]);
      expect(await listed('spenders')).toEqual([]);
    }
  });

  it('is refused or taken back once: the money goes back to the giver', async () => {
    for (const [who, name] of [
      ['friend', 'refuseSubscriptionGift'],
      ['giver', 'withdrawSubscriptionGift'],
    ] as const) {
      const trio = await aTrio();
      const id = await aGift(trio);
      expect((await answer(trio[who], name, id)).status).toBe(200);
      expect((await answer(trio[who], name, id)).status).toBe(200);
      expect((await accept(trio.friend, id)).error?.code).toBe('CONFLICT');
      await confirmRefund(id);
      expect([await aside(id), await earned(trio.creator)]).toEqual([0, 0]);
      expect((await orderOf(id)).state).toBe('refunded');
      expect((await listOf(trio.friend)).received).toEqual([]);
      expect(await noticesOf(trio.giver)).toEqual(who === 'friend' ? ['subscription_returned'] : []);
      // The same gift can be given again.
      await aGift(trio);
    }
  });

  it('goes back when it is not answered, and cannot be accepted afterwards', async () => {
    const trio = await aTrio();
    const id = await aGift(trio);
    t.clock.advance(giftAnswerDays * day);
    expect((await accept(trio.friend, id)).error?.code).toBe('CONFLICT');
    await confirmRefund(id);
    expect(await aside(id)).toBe(0);
    expect((await listOf(trio.giver)).given).toMatchObject([{ state: 'returned' }]);
    expect(await noticesOf(trio.giver)).toEqual(['subscription_returned']);
  });

  it('T20: goes back after a block, a suspension and a creator who stopped selling', async () => {
    const hindrances: ((trio: Trio) => Promise<unknown>)[] = [
      ({ friend, giver }) => aBlock(t, { blocker: friend, blocked: giver }),
      ({ friend, giver }) => aBlock(t, { blocker: giver, blocked: friend }),
      ({ friend, creator }) => aBlock(t, { blocker: creator, blocked: friend }),
      ({ friend }) => t.context.profiles.setHidden(t.db, friend.accountId, true),
      ({ giver }) => t.context.profiles.setHidden(t.db, giver.accountId, true),
      async ({ creator }) => (await clientOf(creator)).call('stopSellingSubscriptions'),
    ];
    for (const hinder of hindrances) {
      const trio = await aTrio();
      const id = await aGift(trio);
      await hinder(trio);
      expect((await accept(trio.friend, id)).status).toBeGreaterThanOrEqual(400);
      await confirmRefund(id);
      expect(await aside(id)).toBe(0);
    }
  });

  it('T20: is refused before a charge for oneself, of oneself, to its creator, over a block, and twice', async () => {
    const trio = await aTrio();
    const { creator, giver, friend } = trio;
    const [blocked, stranger] = [await aProfile(t), await aProfile(t)];
    await aBlock(t, { blocker: blocked, blocked: giver });
    await aBlock(t, { blocker: creator, blocked: stranger });
    const charges = provider.charges.length;
    const codeFor = async (changes: Partial<Trio>) => (await give({ ...trio, ...changes })).error?.code;
    expect(await codeFor({ friend: giver })).toBe('CONFLICT');
    expect(await codeFor({ friend: creator })).toBe('CONFLICT');
    expect(await codeFor({ friend: blocked })).toBe('NOT_FOUND');
    expect(await codeFor({ friend: stranger })).toBe('CONFLICT');
    expect(await codeFor({ creator: friend })).toBe('NOT_FOUND');
    expect(await codeFor({ giver: creator })).toBe('CONFLICT');
    for (const reference of [
      '',
      '/',
      `${creator.profileId}`,
      `${creator.profileId}/x`,
      `${creator.profileId}/${friend.profileId}/named`,
    ])
      expect(
        (
          await (
            await clientOf(giver)
          ).call('createCheckout', {
            body: { purpose: 'subscription_gift', reference, amount: 100 },
          })
        ).error?.code,
      ).toBe('NOT_FOUND');
    expect(provider.charges.length).toBe(charges);
    await aGift(trio);
    expect(await codeFor({})).toBe('CONFLICT');
    expect((await give(trio, { unnamed: true })).error?.code).toBe('CONFLICT');
    expect(provider.charges.length).toBe(charges + 1);
  });

  it('T95: costs the price shown, of a term on sale, and is charged once for one key', async () => {
    const trio = await aTrio();
    for (const more of [{ amount: 99 }, { amount: 100, months: 3 }])
      expect((await give(trio, more)).error?.code).toBe('PRICE_CHANGED');
    expect((await give(trio, { amount: 600, months: 6 })).error?.code).toBe('CONFLICT');
    const charges = provider.charges.length;
    const first = await give(trio, {}, 'one-gift');
    expect((await give(trio, {}, 'one-gift')).body).toEqual(first.body);
    expect(provider.charges.length).toBe(charges + 1);
  });

  it('is bought on the page of the provider; a second page that is paid waits for staff', async () => {
    const trio = await aTrio();
    const checkout = async () =>
      (
        await (
          await clientOf(trio.giver)
        ).call('createCheckout', {
          body: {
            ...{ purpose: 'subscription_gift', amount: 100 },
            reference: `${trio.creator.profileId}/${trio.friend.profileId}/unnamed`,
          },
        })
      ).body.orderId;
    const orders = [await checkout(), await checkout()];
    expect(new Set(orders).size).toBe(2);
    for (const orderId of orders) {
      const order = provider.checkouts.find(({ id }) => id === orderId);
      if (!order) throw new Error('no checkout');
      await deliver(t, provider, provider.event(order));
      await t.drain();
    }
    const states = await t.db
      .selectFrom('payment_orders')
      .select('state')
      .where('id', 'in', orders)
      .orderBy('id')
      .execute();
    expect(states.map(({ state }) => state)).toEqual(['paid', 'held']);
    expect((await listOf(trio.giver)).given).toMatchObject([{ unnamed: true, state: 'offered' }]);
  });

  it('follows the time that is paid, and leaves price and renewal of an own subscription alone', async () => {
    const trio = await aTrio();
    await aSavedCard(t, provider, trio.friend);
    const friend = await clientOf(trio.friend);
    const own = await friend.call('subscribe', { body: { creatorId: trio.creator.profileId, amount: 100 } });
    expect(own.status).toBe(201);
    const before = await earned(trio.creator);
    await (await clientOf(trio.creator)).call('updateProfile', { body: { subscriptionPrice: 150 } });
    const id = await aGift(trio, { amount: 150 });
    const { body } = await accept(trio.friend, id);
    expect(body.until).toBe(new Date(Date.parse(own.body.expiryDate) + periodMs).toISOString());
    await t.drain();
    // The given month has not begun.
    expect([await earned(trio.creator), await aside(id)]).toEqual([before, 15_000]);
    expect(await ownOf(trio.friend)).toMatchObject({ renews: true, nextAmountCents: 10_000, expiryDate: body.until });
    t.clock.advance(periodMs);
    await runJob();
    expect((await earned(trio.creator)) - before).toBe(splitPrice(15_000).creator);
    const charges = provider.charges.length;
    t.clock.advance(periodMs - 1_800_000);
    await runJob();
    expect(provider.charges.slice(charges).map(({ order }) => order.amountCents)).toEqual([10_000]);
  });

  it('is not accepted while a renewal of the recipient is being paid', async () => {
    const trio = await aTrio();
    await aSavedCard(t, provider, trio.friend);
    const friend = await clientOf(trio.friend);
    await friend.call('subscribe', { body: { creatorId: trio.creator.profileId, amount: 100 } });
    const id = await aGift(trio);
    await t.db
      .updateTable('subscriptions')
      .set({ claimed_until: new Date(t.clock.now().getTime() + 60_000) })
      .where('subscriber_id', '=', trio.friend.profileId)
      .execute();
    expect((await accept(trio.friend, id)).error?.code).toBe('CONFLICT');
    t.clock.advance(61_000);
    expect((await accept(trio.friend, id)).status).toBe(200);
  });

  it('T38: is taken back whole after a refund or chargeback, with what is left of its time', async () => {
    for (const kind of ['refunded', 'charged_back'] as const) {
      const trio = await aTrio();
      const id = await aGift(trio, { amount: 270, months: 3 });
      await accept(trio.friend, id);
      await t.drain();
      t.clock.advance(15 * day);
      const order = await chargedFor(id);
      for (let twice = 0; twice < 2; twice += 1) await deliver(t, provider, provider.event(order, { kind }));
      await t.drain();
      expect(await aside(id)).toBe(0);
      // Dates of the ledger are the database's: nothing has cleared.
      expect(await earned(trio.creator)).toBe(0);
      expect(await isSubscribed(trio.friend, trio.creator)).toBe(false);
      const debts = await t.db
        .selectFrom('payment_debts')
        .select('owed_cents')
        .where('account_id', '=', trio.giver.accountId)
        .execute();
      expect(debts.map(({ owed_cents }) => Number(owed_cents))).toEqual(kind === 'refunded' ? [] : [27_000 / 6]);
      t.clock.advance(3 * periodMs);
      await runJob();
      expect(await earned(trio.creator)).toBe(0);
    }
  });

  it('owes nothing after a chargeback before it is accepted', async () => {
    const trio = await aTrio();
    const id = await aGift(trio);
    await deliver(t, provider, provider.event(await chargedFor(id), { kind: 'charged_back' }));
    await t.drain();
    expect([await aside(id), await earned(trio.creator)]).toEqual([0, 0]);
    expect((await accept(trio.friend, id)).error?.code).toBe('CONFLICT');
    const debts = t.db.selectFrom('payment_debts').selectAll().where('account_id', '=', trio.giver.accountId);
    expect(await debts.execute()).toEqual([]);
  });

  it('has one answer when both sides answer at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const trio = await aTrio();
      const id = await aGift(trio);
      const answers = await Promise.all([
        accept(trio.friend, id),
        answer(trio.giver, 'withdrawSubscriptionGift', id),
        answer(trio.friend, 'refuseSubscriptionGift', id),
        accept(trio.friend, id),
        t.context.subscriptions.returnGifts(),
      ]);
      const won = answers.flatMap((one) => (one && one.status === 200 ? [one.body.state] : []));
      expect(new Set(won).size).toBe(1);
      const accepted = won[0] === 'accepted';
      await t.drain();
      expect(await isSubscribed(trio.friend, trio.creator)).toBe(accepted);
      const order = await orderOf(id);
      expect(order.refund_requested_at !== null).toBe(!accepted);
    }
  });

  it('stands on the statement of the giver alone', async () => {
    const trio = await aTrio();
    const id = await aGift(trio, { amount: 270, months: 3 });
    await accept(trio.friend, id);
    await t.drain();
    const statement = async (who: TestProfile) =>
      (await (await clientOf(who)).call('memberStatement', { query: { currency: 'rand' } })).body.items.map(
        ({ group, amountCents }) => [group, amountCents],
      );
    expect(await statement(trio.giver)).toEqual([['subscriptions', -27_000]]);
    expect(await statement(trio.friend)).toEqual([]);
  });

  it('is no one else’s to read or answer', async () => {
    const trio = await aTrio();
    const id = await aGift(trio);
    const other = await aProfile(t);
    expect((await accept(trio.giver, id)).error?.code).toBe('NOT_FOUND');
    expect((await accept(other, id)).error?.code).toBe('NOT_FOUND');
    expect((await answer(trio.giver, 'refuseSubscriptionGift', id)).error?.code).toBe('NOT_FOUND');
    expect((await answer(trio.friend, 'withdrawSubscriptionGift', id)).error?.code).toBe('NOT_FOUND');
    expect(await listOf(other)).toEqual({ received: [], given: [] });
  });
});
