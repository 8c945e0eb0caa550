import { beforeEach, describe, expect, it } from 'vitest';
import { aCreator, aPaidPicture, aProfile, giveCredits, type TestProfile } from '../../../../test/factories.ts';
import {
  aSavedCard,
  checkoutOrder,
  createTestProvider,
  deliver,
  packCheckout,
} from '../../../../test/payment-provider.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';

let fan: TestProfile;

const provider = createTestProvider();
const t = useTestApp({ paymentAdapter: provider, at: new Date('2026-11-10T08:00:00Z') });
beforeEach(async () => {
  t.clock.set(new Date('2026-11-10T08:00:00Z'));
  fan = await aProfile(t);
});

const hourMs = 3_600_000;
const get = async () => (await t.client(fan).call('getSpendingLimits')).body;
const set = async (dailyCents: number | null, monthlyCents: number | null, coolOffDays?: number) =>
  (
    await t.client(fan).call('setSpendingLimits', {
      body: { dailyCents, monthlyCents, ...(coolOffDays === undefined ? {} : { coolOffDays }) },
    })
  ).body;
const checkout = (reference: string) => t.client(fan).call('createCheckout', { body: packCheckout(reference) });
async function pay(reference: string) {
  const { body } = await checkout(reference);
  await deliver(t, provider, provider.event(checkoutOrder(provider, body.orderId)));
  await t.drain();
}

describe('spending limits', () => {
  it('count payments of today and this month in Johannesburg', async () => {
    await pay('p100');
    t.clock.advance(15 * hourMs);
    await pay('p250');
    expect(await get()).toMatchObject({ spentTodayCents: 19_900, spentThisMonthCents: 29_800, dailyCents: null });
    t.clock.set(new Date('2026-11-30T22:00:00Z'));
    const december = await t.context.payments.limits.get(fan.accountId);
    expect(december).toMatchObject({ spentTodayCents: 0, spentThisMonthCents: 0 });
  });

  it('a purchase over the limit is refused, by page and by card', async () => {
    await aSavedCard(t, provider, fan);
    await set(30_000, null);
    await pay('p250');
    for (const answer of [
      await checkout('p250'),
      await t.client(fan).call('purchaseCredits', { body: { packId: 'p250', price: 199 } }),
    ])
      expect(answer.error).toMatchObject({
        code: 'SPENDING_LIMIT_REACHED',
        details: { period: 'day', limitCents: 30_000, spentCents: 19_900 },
      });
    expect((await checkout('p100')).status).toBe(200);
    await set(30_000, 20_000);
    expect((await checkout('p100')).error?.details).toMatchObject({ period: 'month' });
  });

  it('ten concurrent charges stay within the limit', async () => {
    await aSavedCard(t, provider, fan);
    await set(30_000, null);
    const creators = await Promise.all(Array.from({ length: 10 }, () => aCreator(t)));
    const answers = await Promise.all(
      creators.map(({ profileId }) => t.client(fan).call('sendTip', { body: { profileId, amount: 99 } })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect((await get()).spentTodayCents).toBe(29_700);
  });

  it('concurrent pages stay within the limit, and one more reuses an open page', async () => {
    await set(30_000, null);
    const answers = await Promise.all(Array.from({ length: 10 }, () => checkout('p100')));
    const orders = [...new Set(answers.map(({ body }) => body.orderId))];
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(orders).toHaveLength(3);
    expect(await get()).toMatchObject({ spentTodayCents: 0, reservedCents: 29_700 });
    for (const id of orders) await deliver(t, provider, provider.event(checkoutOrder(provider, id)));
    await t.drain();
    expect(await get()).toMatchObject({ spentTodayCents: 29_700, reservedCents: 0 });
  });

  it('open orders count until cancelled or for an hour, and are honoured when paid later', async () => {
    await set(null, 30_000);
    const { body } = await checkout('p250');
    expect((await checkout('p100')).status).toBe(200);
    const refused = await checkout('p500');
    expect(refused.error).toMatchObject({
      code: 'SPENDING_LIMIT_REACHED',
      message: expect.stringContaining('can still be paid'),
      details: { period: 'month', limitCents: 30_000, spentCents: 0, reservedCents: 29_800 },
    });
    await deliver(t, provider, provider.event(checkoutOrder(provider, body.orderId), { kind: 'cancelled' }));
    await t.drain();
    expect((await get()).reservedCents).toBe(9_900);
    const second = await checkout('p250');
    expect(second.body.orderId).not.toBe(body.orderId);
    t.clock.advance(hourMs);
    expect((await get()).reservedCents).toBe(0);
    await deliver(t, provider, provider.event(checkoutOrder(provider, second.body.orderId)));
    await t.drain();
    expect(await get()).toMatchObject({ spentThisMonthCents: 19_900, reservedCents: 0 });
    expect((await t.context.credits.balance(fan.accountId)).balance).toBeGreaterThan(0);
  });

  it('a page the provider never created stops counting', async () => {
    await set(30_000, null);
    const { createCheckout } = provider;
    provider.createCheckout = () => Promise.reject(new Error('no connection'));
    expect((await checkout('p250')).status).toBe(500);
    provider.createCheckout = createCheckout;
    expect((await get()).reservedCents).toBe(19_900);
    t.clock.advance(2 * 60_000);
    expect((await get()).reservedCents).toBe(0);
  });

  it('a card check does not count', async () => {
    await set(0, 0);
    expect((await t.client(fan).call('createCheckout', { body: { purpose: 'method', reference: '' } })).status).toBe(
      200,
    );
    expect((await get()).reservedCents).toBe(0);
  });

  it('are lowered at once and raised after a day, which a repeat does not restart', async () => {
    await set(50_000, 200_000);
    expect(await set(10_000, 200_000)).toMatchObject({ dailyCents: 10_000, pending: null });
    const from = '2026-11-11T08:00:00.000Z';
    const raised = { dailyCents: 10_000, pending: { dailyCents: null, monthlyCents: 100_000, from } };
    expect(await set(null, 100_000)).toMatchObject({ ...raised, monthlyCents: 100_000 });
    t.clock.advance(5 * hourMs);
    expect(await set(null, 100_000)).toMatchObject(raised);
    t.clock.advance(19 * hourMs - 1);
    expect((await get()).dailyCents).toBe(10_000);
    t.clock.advance(1);
    expect(await get()).toMatchObject({ dailyCents: null, monthlyCents: 100_000, pending: null });
    expect(await set(5_000, 100_000)).toMatchObject({ dailyCents: 5_000, pending: null });
  });
});

describe('a pause', () => {
  it('stops every purchase until it ends and cannot be shortened', async () => {
    const until = '2026-11-17T08:00:00.000Z';
    expect((await set(null, null, 7)).coolOffUntil).toBe(until);
    for (const days of [0, 1, undefined]) expect((await set(null, null, days)).coolOffUntil).toBe(until);
    expect((await checkout('p100')).error).toMatchObject({
      code: 'SPENDING_LIMIT_REACHED',
      details: { period: 'cool_off', until },
    });
    await expect(t.context.payments.requireMayBuy(fan.accountId)).rejects.toMatchObject({
      code: 'SPENDING_LIMIT_REACHED',
    });
    const creator = await aCreator(t);
    await giveCredits(t, fan.accountId, 100);
    const { contentId } = await aPaidPicture(t, { creator, price: 10 });
    const tip = { id: newId(), type: 'tip', amount: 5, description: 'Tip', status: 'pending' };
    for (const answer of [
      await t.client(fan).call('unlockContent', { params: { id: contentId }, body: { price: 10 } }),
      await t.client(fan).call('syncTransaction', {
        body: { ...tip, timestamp: t.clock.now().toISOString(), metadata: { userId: creator.profileId } },
      }),
    ])
      expect(answer.error?.code).toBe('SPENDING_LIMIT_REACHED');
    expect((await t.context.credits.balance(fan.accountId)).balance).toBe(100);
    t.clock.set(new Date(until));
    await t.context.payments.requireMayBuy(fan.accountId);
    expect((await checkout('p100')).status).toBe(200);
    expect((await get()).coolOffUntil).toBeNull();
  });
});
