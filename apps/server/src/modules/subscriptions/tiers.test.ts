import { beforeEach, describe, expect, it } from 'vitest';
import { aPaidPicture, type TestProfile } from '../../../test/factories.ts';
import { createTestProvider, deliver, mostCapable } from '../../../test/payment-provider.ts';
import { createSubscribing } from '../../../test/subscribing.ts';
import { createTiers } from '../../../test/tiers.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { periodMs } from '../../platform/renewals.ts';

const day = 86_400_000;
const provider = createTestProvider(mostCapable);
const t = useTestApp({ paymentAdapter: provider, at: new Date('2026-11-21T10:00:00+02:00') });
useReconciledBooks(t);
beforeEach(() => provider.payImmediately());

const subscribing = createSubscribing(t, provider);
const { clientOf, aFan, ordersOf, chargesTo, ownOf, takeBack } = subscribing;
const { aTieredCreator, subscribe, upgrade, openTo, itemFrom, renewWith } = createTiers(t, subscribing);
const at = (days: number) => new Date(t.clock.now().getTime() + days * day).toISOString();
const renew = async () => {
  await t.context.subscriptions.renewDue();
  await t.context.subscriptions.processEnded();
};
/** A creator with tiers at R100, R200 and R400, and a fan of one of them. */
async function aPair(tier = 1, months?: number): Promise<{ creator: TestProfile; fan: TestProfile }> {
  const [creator, fan] = [await aTieredCreator(), await aFan()];
  expect((await subscribe(fan, creator, tier, months)).status).toBe(201);
  return { creator, fan };
}

describe('tiers of a creator', () => {
  it('stand in order of price, are at most three, and the first is the price of the profile', async () => {
    const creator = await aTieredCreator();
    const studio = await clientOf(creator);
    const { tiers } = (await studio.call('listOwnTiers')).body;
    expect(tiers.map(({ tier, name, priceCents }) => [tier, name, priceCents])).toEqual([
      [1, '', 10_000],
      [2, 'Gold', 20_000],
      [3, 'Diamond', 40_000],
    ]);
    const fourth = await studio.call('addTier', { body: { name: 'More', opens: '', price: 500 } });
    expect(fourth.error?.code).toBe('QUOTA_REACHED');
    const change = async (tier: '1' | '2' | '3', body: Record<string, unknown>) =>
      (await studio.call('updateTier', { params: { tier }, body })).error?.code ?? 'changed';
    expect(await change('2', { price: 100 })).toBe('VALIDATION_FAILED');
    expect(await change('2', { price: 400 })).toBe('VALIDATION_FAILED');
    expect(await change('2', { price: 399.99 })).toBe('changed');
    expect(await change('1', { price: 50 })).toBe('VALIDATION_FAILED');
    expect(await change('1', { name: 'Silver' })).toBe('changed');
    const profile = async (subscriptionPrice: number) =>
      (await studio.call('updateProfile', { body: { subscriptionPrice } })).error?.code ?? 'changed';
    expect(await profile(399.99)).toBe('VALIDATION_FAILED');
    expect(await profile(399.98)).toBe('changed');
  });

  it('keep the prices in order when two calls come at once', async () => {
    const creator = await aTieredCreator();
    const studio = await clientOf(creator);
    await Promise.all([
      studio.call('updateTier', { params: { tier: '2' }, body: { price: 350 } }),
      studio.call('updateTier', { params: { tier: '3' }, body: { price: 300 } }),
      studio.call('updateProfile', { body: { subscriptionPrice: 320 } }),
    ]);
    const prices = (await studio.call('listOwnTiers')).body.tiers.map(({ priceCents }) => priceCents);
    expect(prices).toEqual([...prices].sort((one, other) => one - other));
    expect(new Set(prices).size).toBe(3);
  });

  it('take no new people while they are closed, and keep those they have', async () => {
    const { creator, fan } = await aPair(2);
    const studio = await clientOf(creator);
    await studio.call('updateTier', { params: { tier: '2' }, body: { open: false } });
    expect((await subscribe(await aFan(), creator, 2)).error?.code).toBe('CONFLICT');
    t.clock.advance(periodMs);
    await renew();
    expect(await chargesTo(fan)).toEqual([20_000, 20_000]);
    expect(await openTo(fan, creator)).toBe(2);
  });
});

describe('what a tier opens', () => {
  it('T31: is decided by the server for items and files, and a higher one opens all of the lower', async () => {
    const creator = await aTieredCreator();
    const items = await Promise.all([1, 2, 3].map((tier) => itemFrom(creator, tier)));
    for (const tier of [1, 2, 3]) {
      const fan = await aFan();
      await subscribe(fan, creator, tier);
      const client = await clientOf(fan);
      for (const [index, { contentId, mediaId }] of items.entries()) {
        const { body } = await client.call('getContent', { params: { id: contentId } });
        const isOpen = index < tier;
        expect([tier, index, body.isLocked, body.mediaUrl !== null]).toEqual([tier, index, !isOpen, isOpen]);
        expect(body.fromTier ?? 1).toBe(index + 1);
        expect(await t.context.fileRights.mayView(fan.accountId, mediaId)).toBe(isOpen);
      }
    }
  });

  it('T31: a signed address of a higher tier is of no use to a lower one', async () => {
    const creator = await aTieredCreator();
    const { contentId } = await itemFrom(creator, 2);
    const [gold, silver] = [await aFan(), await aFan()];
    await subscribe(gold, creator, 2);
    await subscribe(silver, creator, 1);
    const { mediaUrl } = (await (await clientOf(gold)).call('getContent', { params: { id: contentId } })).body;
    expect(mediaUrl).not.toBeNull();
    expect((await (await clientOf(silver)).request('GET', mediaUrl ?? '')).status).not.toBe(200);
  });

  it('what is bought for credits stays open whatever the tier', async () => {
    const creator = await aTieredCreator();
    const { contentId } = await itemFrom(creator, 3);
    expect((await (await clientOf(await aFan())).call('getContent', { params: { id: contentId } })).body).toMatchObject(
      {
        ...{ isLocked: true, fromTier: 3, tierName: 'Diamond' },
      },
    );
    const { contentId: first } = await aPaidPicture(t, { creator });
    expect((await (await clientOf(await aFan())).call('getContent', { params: { id: first } })).body.fromTier).toBe(
      undefined,
    );
  });
});

describe('what is said of the tiers', () => {
  it('names the tier that is open and whether a higher one takes new people, to each for themselves', async () => {
    const { creator, fan } = await aPair(2);
    const params = { id: creator.profileId };
    const client = await clientOf(fan);
    const seen = async () => (await client.call('getProfile', { params })).body;
    expect(await seen()).toMatchObject({
      hasTiers: true,
      relation: { subscription: { tier: 2, tierName: 'Gold', higherTier: 'open' } },
    });
    await (await clientOf(creator)).call('updateTier', { params: { tier: '3' }, body: { open: false } });
    expect((await seen()).relation?.subscription?.higherTier).toBe('closed');
    const top = await aFan();
    await subscribe(top, creator, 1);
    expect((await (await clientOf(top)).call('listSubscriptions')).body[0]?.higherTier).toBe('open');
    const termsOf = async (one: TestProfile) =>
      (await (await clientOf(one)).call('getSubscriptionTerms', { params, query: {} })).body.ownTier;
    expect([await termsOf(fan), await termsOf(top), await termsOf(await aFan())]).toEqual([2, 1, null]);
  });

  it('narrows a list of people and its file to the tier that is open to them now', async () => {
    const { creator, fan } = await aPair();
    const gold = await aFan();
    await subscribe(gold, creator, 2);
    const studio = await clientOf(creator);
    const of = async (tier: '1' | '2' | '3') =>
      (await studio.call('listFans', { query: { tier } })).body.items.map(({ id }) => id);
    expect([await of('1'), await of('2'), await of('3')]).toEqual([[fan.profileId], [gold.profileId], []]);
    // Who moved up is of the higher tier alone, although days of the lower one wait.
    await upgrade(fan, creator, 2);
    expect(await of('1')).toEqual([]);
    expect((await of('2')).sort()).toEqual([fan.profileId, gold.profileId].sort());
    expect((await studio.call('listFans', { query: { tier: '4' } })).error?.code).toBe('VALIDATION_FAILED');
  });
});

describe('moving up', () => {
  it('T29: costs what the tier costs, begins at once, and the paid days wait behind it', async () => {
    const { creator, fan } = await aPair();
    t.clock.advance(10 * day);
    for (const amount of [100, 199.99, 200.01, 400])
      expect((await upgrade(fan, creator, 2, amount)).error?.code).toBe('PRICE_CHANGED');
    expect(await openTo(fan, creator)).toBe(1);
    const moved = await upgrade(fan, creator, 2, 200);
    expect(moved.body).toMatchObject({
      ...{ tier: 2, tierName: 'Gold', nextTier: 2, amountCents: 20_000, renews: true },
      ...{ tierUntil: at(30), expiryDate: at(50) },
    });
    expect(await chargesTo(fan)).toEqual([10_000, 20_000]);
    expect(await openTo(fan, creator)).toBe(2);
    // Renews with the higher tier, at its end; the days of the lower one go on waiting.
    t.clock.advance(30 * day - 3_600_000);
    await renew();
    expect(await chargesTo(fan)).toEqual([10_000, 20_000, 20_000]);
    expect(await ownOf(fan)).toMatchObject({ tier: 2, expiryDate: at(50 + 1 / 24) });
    await (await clientOf(fan)).call('stopSubscription', { params: { id: (await ownOf(fan)).id } });
    t.clock.advance(30 * day + 3_600_000);
    expect(await openTo(fan, creator)).toBe(1);
    expect(await ownOf(fan)).toMatchObject({ tier: 1, expiryDate: at(20) });
    t.clock.advance(20 * day);
    await renew();
    expect(await openTo(fan, creator)).toBe(0);
    expect(await chargesTo(fan)).toEqual([10_000, 20_000, 20_000]);
  });

  it('T30: tapped a hundred times it is paid once', async () => {
    const { creator, fan } = await aPair();
    const answers = await Promise.all(Array.from({ length: 100 }, () => upgrade(fan, creator, 3)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await chargesTo(fan)).toEqual([10_000, 40_000]);
  });

  it('is refused for the tier that is open already and for a lower one', async () => {
    const { creator, fan } = await aPair(2);
    for (const tier of [1, 2]) {
      const answer = await subscribe(fan, creator, tier);
      expect([answer.status, answer.body.tier]).toEqual([201, 2]);
      const page = await (await clientOf(fan)).call('createCheckout', {
        body: { purpose: 'subscription', reference: creator.profileId, tier: tier as 1, amount: tier * 100 },
      });
      expect(page.error?.code).toBe('CONFLICT');
    }
    expect(await chargesTo(fan)).toEqual([20_000]);
  });

  it('passes the months of a longer term on later, by as much as they wait', async () => {
    const [creator, fan] = [await aTieredCreator(), await aFan()];
    await subscribing.setTerms(creator, 10);
    await subscribing.subscribe(fan, creator, { amount: 270, months: 3 });
    const begins = async () =>
      (await t.db.selectFrom('subscription_months').select('begins_at').orderBy('number').execute()).map((month) =>
        Math.round((month.begins_at.getTime() - t.clock.now().getTime()) / day),
      );
    expect(await begins()).toEqual([30, 60]);
    t.clock.advance(10 * day);
    await upgrade(fan, creator, 2);
    expect(await begins()).toEqual([50, 80]);
    const [, gold] = await ordersOf(fan);
    t.clock.advance(12 * day);
    await takeBack(gold?.id ?? '', 'refunded');
    // Eighteen days of the higher tier were left: everything behind it begins as much earlier.
    expect(await begins()).toEqual([20, 50]);
    expect(await openTo(fan, creator)).toBe(1);
    expect(await ownOf(fan)).toMatchObject({ expiryDate: at(80), tier: 1, renews: false });
  });
});

describe('what is taken back', () => {
  it('ends the higher tier at once and gives the days of the lower one back', async () => {
    for (const kind of ['refunded', 'charged_back'] as const) {
      const { creator, fan } = await aPair();
      t.clock.advance(10 * day);
      await upgrade(fan, creator, 2);
      t.clock.advance(5 * day);
      const [, gold] = await ordersOf(fan);
      await takeBack(gold?.id ?? '', kind);
      expect(await openTo(fan, creator)).toBe(1);
      expect(await ownOf(fan)).toMatchObject({ tier: 1, renews: false, expiryDate: at(20) });
      const debts = await t.db
        .selectFrom('payment_debts')
        .select('owed_cents')
        .where('account_id', '=', fan.accountId)
        .execute();
      // Five of thirty days were used.
      expect(debts.map(({ owed_cents }) => Number(owed_cents))).toEqual(
        kind === 'refunded' ? [] : [Math.ceil(20_000 / 6)],
      );
    }
  });

  it('of the lower tier leaves the higher one, and takes the days that wait', async () => {
    const { creator, fan } = await aPair();
    t.clock.advance(10 * day);
    await upgrade(fan, creator, 2);
    t.clock.advance(5 * day);
    const [silver] = await ordersOf(fan);
    await takeBack(silver?.id ?? '', 'charged_back');
    expect(await openTo(fan, creator)).toBe(2);
    expect(await ownOf(fan)).toMatchObject({ tier: 2, tierUntil: null, expiryDate: at(25) });
    const [debt] = await t.db
      .selectFrom('payment_debts')
      .select('owed_cents')
      .where('account_id', '=', fan.accountId)
      .execute();
    expect(Number(debt?.owed_cents)).toBe(Math.ceil(10_000 / 3));
  });
});

describe('moving down', () => {
  it('begins with the next renewal, at the price that was shown, and the higher tier stays open until then', async () => {
    const { creator, fan } = await aPair(2);
    expect((await renewWith(fan, 1, 99)).error?.code).toBe('PRICE_CHANGED');
    const chosen = await renewWith(fan, 1, 100);
    expect(chosen.body).toMatchObject({ tier: 2, nextTier: 1, nextAmountCents: 10_000, expiryDate: at(30) });
    expect(await openTo(fan, creator)).toBe(2);
    t.clock.advance(30 * day - 3_600_000);
    await renew();
    expect(await chargesTo(fan)).toEqual([20_000, 10_000]);
    // Paid an hour early; what was paid before stays as it was.
    expect(await openTo(fan, creator)).toBe(2);
    t.clock.advance(3_600_000);
    expect(await openTo(fan, creator)).toBe(1);
    const consents = await t.db
      .selectFrom('consents')
      .select(['kind', 'price'])
      .where('kind', '=', 'new_price')
      .execute();
    expect(consents).toHaveLength(1);
  });

  it('after moving up, the days that wait come first and the renewal follows them', async () => {
    const { creator, fan } = await aPair();
    t.clock.advance(10 * day);
    await upgrade(fan, creator, 2);
    expect((await renewWith(fan, 1, 100)).body).toMatchObject({ nextAttemptAt: at(50 - 1 / 24) });
    t.clock.advance(40 * day);
    await renew();
    expect(await chargesTo(fan)).toEqual([10_000, 20_000]);
    expect(await openTo(fan, creator)).toBe(1);
    t.clock.advance(10 * day);
    await renew();
    expect(await chargesTo(fan)).toEqual([10_000, 20_000, 10_000]);
  });

  it('cannot be chosen while the renewal is being charged, whose price is then the one of before', async () => {
    const { creator, fan } = await aPair(2);
    t.clock.advance(30 * day - 3_600_000);
    provider.onCharge(() => ({ status: 'unknown' }));
    await t.context.subscriptions.renewDue();
    expect((await renewWith(fan, 1, 100)).error?.code).toBe('CONFLICT');
    const waiting = (await ordersOf(fan)).find(({ state }) => state === 'pending');
    const charge = provider.charges.find(({ order }) => order.id === waiting?.id)?.order;
    // Its claim ends before the provider reports.
    t.clock.advance(31 * 60_000);
    expect((await renewWith(fan, 1, 100)).status).toBe(200);
    if (!charge) throw new Error('no charge');
    await deliver(t, provider, provider.event(charge));
    await t.drain();
    expect(await chargesTo(fan)).toEqual([20_000, 20_000]);
    expect(await ownOf(fan)).toMatchObject({ tier: 2, nextTier: 1, nextAmountCents: 10_000 });
    expect(await openTo(fan, creator)).toBe(2);
  });

  it('T29: a dearer price of the tier is charged to nobody who did not agree', async () => {
    const { creator, fan } = await aPair(2);
    const studio = await clientOf(creator);
    await studio.call('updateTier', { params: { tier: '2' }, body: { price: 300 } });
    t.clock.advance(periodMs);
    await renew();
    expect(await chargesTo(fan)).toEqual([20_000, 20_000]);
    const asked = await (await clientOf(creator)).call('askForNewPrice', { body: { amount: 100 } });
    expect(asked.body.request?.asked).toBe(1);
    const { id, priceRequest } = await ownOf(fan);
    expect(priceRequest?.amountCents).toBe(30_000);
    await (await clientOf(fan)).call('answerNewPrice', { params: { id }, body: { amount: 300, agree: true } });
    t.clock.advance(periodMs);
    await renew();
    expect(await chargesTo(fan)).toEqual([20_000, 20_000, 30_000]);
  });

  it('T29: a request of the tier that was left cannot be agreed to any more', async () => {
    const { creator, fan } = await aPair(2);
    const studio = await clientOf(creator);
    await studio.call('updateTier', { params: { tier: '2' }, body: { price: 300 } });
    await studio.call('askForNewPrice', { body: { amount: 100 } });
    await renewWith(fan, 1, 100);
    const { id, priceRequest } = await ownOf(fan);
    expect(priceRequest).toBeNull();
    const answered = await (await clientOf(fan)).call('answerNewPrice', {
      params: { id },
      body: { amount: 300, agree: true },
    });
    expect(answered.error?.code).toBe('NOT_FOUND');
  });
});
