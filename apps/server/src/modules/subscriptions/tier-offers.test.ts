import { beforeEach, describe, expect, it } from 'vitest';
import type { TestProfile } from '../../../test/factories.ts';
import { checkoutOrder, createTestProvider, deliver, mostCapable } from '../../../test/payment-provider.ts';
import { createSubscribing } from '../../../test/subscribing.ts';
import { createTiers } from '../../../test/tiers.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';

const day = 86_400_000;
const provider = createTestProvider(mostCapable);
const t = useTestApp({ paymentAdapter: provider, at: new Date('2026-11-21T10:00:00+02:00') });
useReconciledBooks(t);
beforeEach(() => provider.payImmediately());

const subscribing = createSubscribing(t, provider);
const { clientOf, aFan, chargesTo, ownOf } = subscribing;
const { aTieredCreator, subscribe, openTo } = createTiers(t, subscribing);
const at = (days: number) => new Date(t.clock.now().getTime() + days * day).toISOString();
/** A creator with tiers at R100, R200 and R400, and a fan of the first. */
async function aPair(): Promise<{ creator: TestProfile; fan: TestProfile }> {
  const [creator, fan] = [await aTieredCreator(), await aFan()];
  expect((await subscribe(fan, creator, 1)).status).toBe(201);
  return { creator, fan };
}

describe('trials, codes and gifts of a tier', () => {
  const offer = async (creator: TestProfile, body: Record<string, unknown>) =>
    (await clientOf(creator)).call('createOffer', {
      body: { kind: 'percent', code: 'LESS20', value: 20, limit: 5, audience: 'anyone', ...body } as never,
    });

  it('T95: a code lowers only its own tier', async () => {
    const [creator, fan] = [await aTieredCreator(), await aFan()];
    expect((await offer(creator, { tier: 2 })).body.tier).toBe(2);
    const { body } = await (await clientOf(fan)).call('getSubscriptionTerms', {
      ...{ params: { id: creator.profileId }, query: { code: 'LESS20' } },
    });
    expect(body.tiers.map(({ terms }) => terms[0]?.firstCents)).toEqual([10_000, 16_000, 40_000]);
    const pay = (tier: 1 | 2 | 3, amount: number) =>
      subscribing.subscribe(fan, creator, { tier, amount, code: 'LESS20' });
    for (const [tier, amount] of [
      [1, 80],
      [1, 100],
      [3, 320],
      [3, 160],
      [3, 400],
    ] as const)
      expect((await pay(tier, amount)).error?.code).toBe('CONFLICT');
    expect((await pay(2, 160)).body).toMatchObject({ tier: 2, nextAmountCents: 20_000 });
    expect(await chargesTo(fan)).toEqual([16_000]);
  });

  it('T95: a trial opens its own tier, and a higher one that is paid ends it', async () => {
    const [creator, fan] = [await aTieredCreator(), await aFan()];
    await offer(creator, { kind: 'trial', code: 'FREE10', value: 10, tier: 2 });
    const client = await clientOf(fan);
    await client.call('startTrial', { body: { creatorId: creator.profileId, code: 'FREE10' } });
    expect(await openTo(fan, creator)).toBe(2);
    expect(await ownOf(fan)).toMatchObject({ tier: 2, trial: true, nextAmountCents: 20_000 });
    t.clock.advance(4 * day);
    await subscribe(fan, creator, 3);
    expect(await ownOf(fan)).toMatchObject({ tier: 3, trial: false, expiryDate: at(30) });
    // The same tier goes on after the free days.
    const other = await aFan();
    await offer(creator, { kind: 'trial', code: 'FREE12', value: 12 });
    await (await clientOf(other)).call('startTrial', { body: { creatorId: creator.profileId, code: 'FREE12' } });
    await subscribe(other, creator, 1);
    expect(await ownOf(other)).toMatchObject({ tier: 1, expiryDate: at(42) });
  });

  it('says before moving up what waits and what ends, as the payment then does it', async () => {
    const [creator, fan] = [await aTieredCreator(), await aFan()];
    await offer(creator, { kind: 'trial', code: 'FREE12', value: 12 });
    const client = await clientOf(fan);
    const movesOf = async () =>
      (await client.call('getSubscriptionTerms', { params: { id: creator.profileId }, query: {} })).body.moves;
    expect(await movesOf()).toEqual([]);
    await client.call('startTrial', { body: { creatorId: creator.profileId, code: 'FREE12' } });
    await subscribe(fan, creator, 1);
    t.clock.advance(2 * day);
    // Ten free days end; only the thirty that are paid wait.
    expect(await movesOf()).toEqual([2, 3].map((tier) => ({ tier, endsAt: at(30), waitingDays: 30, endsTrial: true })));
    await subscribe(fan, creator, 2);
    expect(await ownOf(fan)).toMatchObject({ tier: 2, tierUntil: at(30), expiryDate: at(60) });
    t.clock.advance(10 * day);
    expect(await movesOf()).toEqual([{ tier: 3, endsAt: at(30), waitingDays: 50, endsTrial: false }]);
  });

  it('T141: a given tier opens itself and no more, and stands before or behind what is paid', async () => {
    const give = async (creator: TestProfile, friend: TestProfile, tier: 1 | 2 | 3, amount: number) => {
      const giver = await aFan();
      const given = await (await clientOf(giver)).call('giveSubscription', {
        body: { creatorId: creator.profileId, recipientId: friend.profileId, tier, amount },
      });
      if (given.error) return given.error.code;
      return (await (await clientOf(friend)).call('acceptSubscriptionGift', { params: { id: given.body.id } })).body;
    };
    const { creator, fan } = await aPair();
    expect(await give(creator, fan, 2, 100)).toBe('PRICE_CHANGED');
    t.clock.advance(10 * day);
    expect(await give(creator, fan, 2, 200)).toMatchObject({ tier: 2, tierName: 'Gold', until: at(30) });
    expect(await openTo(fan, creator)).toBe(2);
    // Their own goes on renewing, at its price, when all of it is over.
    expect(await ownOf(fan)).toMatchObject({
      tier: 2,
      nextTier: 1,
      amountCents: 10_000,
      nextAttemptAt: at(50 - 1 / 24),
    });
    expect(await give(creator, fan, 1, 100)).toMatchObject({ until: at(80) });
    expect(await openTo(fan, creator)).toBe(2);
    t.clock.advance(31 * day);
    expect(await openTo(fan, creator)).toBe(1);
    expect(await chargesTo(fan)).toEqual([10_000]);
  });

  it('a page of a lower tier that is paid late adds its time and changes nothing of the renewal', async () => {
    const [creator, fan] = [await aTieredCreator(), await aFan()];
    const page = await (await clientOf(fan)).call('createCheckout', {
      body: { purpose: 'subscription', reference: creator.profileId, amount: 100 },
    });
    await subscribe(fan, creator, 2);
    await deliver(t, provider, provider.event(checkoutOrder(provider, page.body.orderId)));
    await t.drain();
    expect(await ownOf(fan)).toMatchObject({
      tier: 2,
      nextTier: 2,
      amountCents: 20_000,
      tierUntil: at(30),
      expiryDate: at(60),
    });
  });
});
