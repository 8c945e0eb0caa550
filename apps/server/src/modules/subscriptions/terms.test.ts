import { beforeEach, describe, expect, it } from 'vitest';
import type { TestProfile } from '../../../test/factories.ts';
import { createTestProvider, deliver, mostCapable } from '../../../test/payment-provider.ts';
import { createSubscribing } from '../../../test/subscribing.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { periodMs } from '../../platform/renewals.ts';

const provider = createTestProvider(mostCapable);
const t = useTestApp({ paymentAdapter: provider, at: new Date('2026-11-21T10:00:00+02:00') });
useReconciledBooks(t);
beforeEach(() => provider.payImmediately());

const subscribing = createSubscribing(t, provider);
const { clientOf, aPair, setTerms, ordersOf, ownOf, takeBack } = subscribing;
const subscribe = (fan: TestProfile, creator: TestProfile, amount: number, months?: number) =>
  subscribing.subscribe(fan, creator, { amount, months });
const getTerms = async (fan: TestProfile, creator: TestProfile) =>
  (await (await clientOf(fan)).call('getSubscriptionTerms', { params: { id: creator.profileId } })).body;
const chargesTo = async (fan: TestProfile) => (await ordersOf(fan)).map(({ amount_cents }) => Number(amount_cents));
const refund = async (fan: TestProfile, kind: 'refunded' | 'charged_back') =>
  takeBack((await ordersOf(fan))[0]?.id ?? '', kind);

describe('terms', () => {
  it('stand on the statement of the fan as one entry, and so does what comes back', async () => {
    const { creator, fan } = await aPair();
    await subscribe(fan, creator, 269.97, 3);
    const read = async () =>
      (await (await clientOf(fan)).call('memberStatement', { query: { currency: 'rand' } })).body;
    const cents = async () => (await read()).items.map(({ group, amountCents }) => [group, amountCents]);
    expect(await cents()).toEqual([['subscriptions', -26_997]]);
    t.clock.advance(periodMs);
    await t.drain();
    expect(await cents()).toEqual([['subscriptions', -26_997]]);
    await refund(fan, 'refunded');
    expect(await cents()).toEqual([
      ['returns', 26_997],
      ['subscriptions', -26_997],
    ]);
    expect((await read()).summary?.paidCents).toBe(0);
  });

  it('shows totals and prices a month, and charges exactly the total', async () => {
    const { creator, fan } = await aPair();
    const { terms } = await getTerms(fan, creator);
    expect(terms.map(({ months, monthCents, totalCents }) => [months, monthCents, totalCents])).toEqual([
      [1, 9_999, 9_999],
      [3, 8_999, 26_997],
      [6, 8_499, 50_994],
      [12, 7_499, 89_988],
    ]);
    const answer = await subscribe(fan, creator, 269.97, 3);
    expect(answer.body).toMatchObject({
      ...{ amountCents: 26_997, nextAmountCents: 26_997, months: 3, renews: true, trial: false },
      expiryDate: new Date(t.clock.now().getTime() + 3 * periodMs).toISOString(),
    });
    expect(await chargesTo(fan)).toEqual([26_997]);
  });

  it('T29: refuses another total, another term and a term that is not sold', async () => {
    const { creator, fan } = await aPair();
    for (const [amount, months] of [
      [99.99, 3],
      [269.96, 3],
      [269.97, undefined],
      [509.94, 12],
    ] as const)
      expect((await subscribe(fan, creator, amount, months)).error?.code).toBe('PRICE_CHANGED');
    expect((await subscribe(fan, creator, 99.99, 2)).error?.code).toBe('VALIDATION_FAILED');
    await setTerms(creator, 0);
    expect((await subscribe(fan, creator, 269.97, 3)).error?.code).toBe('CONFLICT');
    expect(await chargesTo(fan)).toEqual([]);
    for (const off of [51, -1, 2.5]) expect((await setTerms(creator, off)).error?.code).toBe('VALIDATION_FAILED');
  });

  it('renews the same term at the agreed total, whatever the creator asks by then, and less when that is less', async () => {
    const { creator, fan } = await aPair();
    await subscribe(fan, creator, 269.97, 3);
    await (await clientOf(creator)).call('updateProfile', { body: { subscriptionPrice: 150 } });
    await setTerms(creator, 0);
    expect(await ownOf(fan)).toMatchObject({ nextAmountCents: 26_997, months: 3 });
    t.clock.advance(3 * periodMs - 60_000);
    await t.context.subscriptions.renewDue();
    expect(await chargesTo(fan)).toEqual([26_997, 26_997]);
    expect(await ownOf(fan)).toMatchObject({
      ...{ months: 3, amountCents: 26_997 },
      expiryDate: new Date(t.clock.now().getTime() + 60_000 + 3 * periodMs).toISOString(),
    });
    await (await clientOf(creator)).call('updateProfile', { body: { subscriptionPrice: 50 } });
    await setTerms(creator, 20);
    t.clock.advance(3 * periodMs);
    await t.context.subscriptions.renewDue();
    expect(await chargesTo(fan)).toEqual([26_997, 26_997, 12_000]);
  });

  it('T95: asks for a new price by term, and charges it only to those who agreed', async () => {
    const { creator, fan } = await aPair();
    await subscribe(fan, creator, 269.97, 3);
    await (await clientOf(creator)).call('updateProfile', { body: { subscriptionPrice: 120 } });
    const asked = await (await clientOf(creator)).call('askForNewPrice', { body: { amount: 120 } });
    expect(asked.body.request).toMatchObject({ asked: 1 });
    await t.drain();
    const own = await ownOf(fan);
    expect(own.priceRequest?.amountCents).toBe(3 * 10_800);
    const mails = await t.context.mailer.outbox();
    expect(mails.find(({ to, subject }) => to === fan.email && /new price/.test(subject))?.text).toContain(
      'asks R324 for 3 months',
    );
    const answer = (amount: number) => ({ params: { id: own.id }, body: { amount, agree: true } });
    expect((await (await clientOf(fan)).call('answerNewPrice', answer(120))).error?.code).toBe('PRICE_CHANGED');
    expect((await (await clientOf(fan)).call('answerNewPrice', answer(324))).body).toMatchObject({ nextAmount: 324 });
    t.clock.advance(3 * periodMs - 60_000);
    await t.context.subscriptions.renewDue();
    expect(await chargesTo(fan)).toEqual([26_997, 32_400]);
  });

  it('T95: a price agreed to for a term is not taken for the month of a renewal that is paid late', async () => {
    const { creator, fan } = await aPair();
    const body = { purpose: 'subscription' as const, reference: creator.profileId, amount: 269.97, months: 3 as const };
    expect((await (await clientOf(fan)).call('createCheckout', { body })).status).toBe(200);
    const page = provider.checkouts.at(-1);
    await t.db.updateTable('payment_orders').set({ state: 'cancelled' }).where('via', '=', 'hosted').execute();
    await subscribe(fan, creator, 99.99);
    provider.onCharge(() => ({ status: 'unknown' }));
    t.clock.advance(periodMs - 60_000);
    await t.context.subscriptions.renewDue();
    const renewal = provider.charges.at(-1)?.order;
    if (!page || !renewal) throw new Error('not charged');
    await deliver(t, provider, provider.event(page, { kind: 'paid' }));
    await t.drain();
    await (await clientOf(creator)).call('updateProfile', { body: { subscriptionPrice: 120 } });
    await (await clientOf(creator)).call('askForNewPrice', { body: { amount: 120 } });
    const { id } = await ownOf(fan);
    const answer = await (await clientOf(fan)).call('answerNewPrice', {
      params: { id },
      body: { amount: 324, agree: true },
    });
    expect(answer.status).toBe(200);
    await deliver(t, provider, provider.event(renewal, { kind: 'paid' }));
    await t.drain();
    await (await clientOf(creator)).call('updateProfile', { body: { subscriptionPrice: 300 } });
    expect(await ownOf(fan)).toMatchObject({ months: 1, nextAmount: 99.99 });
  });

  it('another reduction ends the open request', async () => {
    const { creator, fan } = await aPair();
    await subscribe(fan, creator, 269.97, 3);
    await (await clientOf(creator)).call('updateProfile', { body: { subscriptionPrice: 120 } });
    await (await clientOf(creator)).call('askForNewPrice', { body: { amount: 120 } });
    await setTerms(creator, 10, 15, 25);
    expect((await ownOf(fan)).priceRequest?.amountCents).toBe(32_400);
    await setTerms(creator, 5, 15, 25);
    expect((await ownOf(fan)).priceRequest).toBeNull();
  });
});
