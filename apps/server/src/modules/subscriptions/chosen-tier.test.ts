import { beforeEach, describe, expect, it } from 'vitest';
import { aProfile, type TestProfile } from '../../../test/factories.ts';
import { createTestProvider, deliver, mostCapable } from '../../../test/payment-provider.ts';
import { createSubscribing } from '../../../test/subscribing.ts';
import { createTiers } from '../../../test/tiers.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { periodMs, renewalLeadMs, unknownRetryMs } from '../../platform/renewals.ts';

const day = 86_400_000;
const provider = createTestProvider(mostCapable);
const t = useTestApp({ paymentAdapter: provider, at: new Date('2026-11-21T10:00:00+02:00') });
useReconciledBooks(t);
beforeEach(() => provider.payImmediately());

const subscribing = createSubscribing(t, provider);
const { clientOf, aFan, ordersOf, chargesTo } = subscribing;
const { aTieredCreator, subscribe, renewWith, openTo } = createTiers(t, subscribing);
const removeGold = async (creator: TestProfile) =>
  (await clientOf(creator)).call('removeTier', { params: { tier: '2' } });

describe('T29: the tier chosen instead of one that was removed while it was being renewed', () => {
  /** Tier 2 was renewed, left for tier 1 and removed before the charge was answered: its payment waits for staff. */
  async function aHeldRenewal() {
    const [creator, fan] = [await aTieredCreator(), await aFan()];
    await subscribe(fan, creator, 2);
    t.clock.advance(periodMs - renewalLeadMs);
    provider.onCharge(async (order) => {
      // A fan of another test.
      if (!order.description.includes('tier 2')) return { status: 'unknown' };
      provider.onCharge(() => ({ status: 'unknown' }));
      t.clock.advance(day);
      await renewWith(fan, 1, 100);
      await removeGold(creator);
      return { status: 'paid', event: provider.event(order) };
    });
    await t.context.subscriptions.renewDue();
    await t.drain();
    const [, held] = await ordersOf(fan);
    if (!held) throw new Error('nothing was renewed');
    return { creator, fan, held };
  }
  const stateOf = async (fan: TestProfile) =>
    (await ordersOf(fan)).map(({ state, amount_cents }) => [state, Number(amount_cents)]);
  const nextRun = async () => {
    t.clock.advance(unknownRetryMs);
    await t.context.subscriptions.renewDue();
    await t.drain();
  };
  const giveBack = async (held: { id: string }) => {
    const staff = t.client(await aProfile(t, { role: 'admin' }));
    const body = { amount: 20_000, currency: 'ZAR', reason: 'The tier is gone' };
    expect((await staff.call('refundPayment', { params: { id: held.id }, body })).status).toBe(200);
    await t.drain();
  };

  it('is renewed while staff decide, once', async () => {
    const { creator, fan } = await aHeldRenewal();
    expect(await stateOf(fan)).toEqual([
      ['paid', 20_000],
      ['held', 20_000],
    ]);
    provider.payImmediately();
    await nextRun();
    expect(await stateOf(fan)).toEqual([
      ['paid', 20_000],
      ['held', 20_000],
      ['paid', 10_000],
    ]);
    expect(await openTo(fan, creator)).toBe(1);
    await nextRun();
    expect(await chargesTo(fan)).toEqual([20_000, 10_000]);
  });

  it('is charged under one key: a charge without an answer is asked for, not sent again', async () => {
    const { fan } = await aHeldRenewal();
    await nextRun();
    await nextRun();
    expect(await stateOf(fan)).toEqual([
      ['paid', 20_000],
      ['held', 20_000],
      ['pending', 10_000],
    ]);
  });

  it('is renewed, and is no refusal, after staff gave the held payment back', async () => {
    const { creator, fan, held } = await aHeldRenewal();
    await giveBack(held);
    const order = provider.refunds.find(({ id }) => id === held.id);
    if (!order) throw new Error('nothing was given back');
    await deliver(t, provider, provider.event(order, { kind: 'refunded' }));
    await t.drain();
    provider.payImmediately();
    await nextRun();
    expect(await stateOf(fan)).toEqual([
      ['paid', 20_000],
      ['refunded', 20_000],
      ['paid', 10_000],
    ]);
    expect(await openTo(fan, creator)).toBe(1);
  });

  it('waits while the tier is the same: a held payment is not charged a second time', async () => {
    const [creator, fan] = [await aTieredCreator(), await aFan()];
    await subscribe(fan, creator, 2);
    t.clock.advance(periodMs - renewalLeadMs);
    provider.onCharge((order) => ({ status: 'paid', event: provider.event(order, { amountCents: 19_900 }) }));
    await t.context.subscriptions.renewDue();
    await t.drain();
    provider.payImmediately();
    await nextRun();
    expect(await stateOf(fan)).toEqual([
      ['paid', 20_000],
      ['held', 20_000],
    ]);
  });
});
