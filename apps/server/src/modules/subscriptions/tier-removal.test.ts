import type { TierUses } from '@vlam/contract/subscription-tiers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestProfile } from '../../../test/factories.ts';
import { countWaiting } from '../../../test/lock-waits.ts';
import { createTestProvider, deliver, mostCapable } from '../../../test/payment-provider.ts';
import { createSubscribing } from '../../../test/subscribing.ts';
import { createTiers } from '../../../test/tiers.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { periodMs, renewalLeadMs } from '../../platform/renewals.ts';
import { cash } from '../credits/service.ts';

const day = 86_400_000;
const provider = createTestProvider(mostCapable);
const t = useTestApp({ paymentAdapter: provider, at: new Date('2026-11-21T10:00:00+02:00') });
useReconciledBooks(t);
beforeEach(() => provider.payImmediately());

const subscribing = createSubscribing(t, provider);
const { clientOf, aFan, ownOf, ordersOf, chargesTo } = subscribing;
const { aTieredCreator, subscribe, upgrade, itemFrom, renewWith } = createTiers(t, subscribing);

const remove = async (creator: TestProfile, tier: '1' | '2' | '3') =>
  (await clientOf(creator)).call('removeTier', { params: { tier } });
const tiersOf = async (creator: TestProfile) =>
  (await (await clientOf(creator)).call('listOwnTiers')).body.tiers.map(({ tier }) => tier);
/** What keeps a tier; nothing once it was removed. */
async function keeping(creator: TestProfile, tier: '1' | '2' | '3' = '2'): Promise<Partial<TierUses>> {
  const { error } = await remove(creator, tier);
  if (!error) return {};
  expect(error.code).toBe('CONFLICT');
  expect(await tiersOf(creator)).toEqual([1, 2, 3]);
  const uses = Object.entries((error.details?.uses ?? {}) as TierUses);
  return Object.fromEntries(uses.filter(([, count]) => count > 0));
}
const stop = async (fan: TestProfile) =>
  (await clientOf(fan)).call('stopSubscription', { params: { id: (await ownOf(fan)).id } });

describe('a tier can be removed', () => {
  it('when nobody has it and nothing names it, and its place can be filled again', async () => {
    const creator = await aTieredCreator();
    const studio = await clientOf(creator);
    expect((await remove(creator, '2')).body.tiers.map(({ name }) => name)).toEqual(['', 'Diamond']);
    expect((await remove(creator, '2')).error?.code).toBe('NOT_FOUND');
    const add = async (price: number) =>
      (await studio.call('addTier', { body: { name: 'Gold again', opens: '', price } })).error?.code ?? 'added';
    expect([await add(100), await add(400), await add(250)]).toEqual([
      'VALIDATION_FAILED',
      'VALIDATION_FAILED',
      'added',
    ]);
    expect(await tiersOf(creator)).toEqual([1, 2, 3]);
    expect(await add(500)).toBe('QUOTA_REACHED');
    expect((await remove(creator, '3')).status).toBe(200);
    expect(await add(240)).toBe('VALIDATION_FAILED');
    expect(await add(500)).toBe('added');
  });

  it('but never the first, nor one of another creator', async () => {
    const creator = await aTieredCreator();
    expect((await remove(creator, '1')).error?.code).toBe('CONFLICT');
    const fan = await aFan();
    expect((await remove(fan, '2')).error?.code).toBe('CREATOR_PROFILE_REQUIRED');
    expect(await tiersOf(creator)).toEqual([1, 2, 3]);
  });

  it('keeps the prices in order beside the gap', async () => {
    const creator = await aTieredCreator();
    const studio = await clientOf(creator);
    await remove(creator, '2');
    const change = async (price: number) =>
      (await studio.call('updateTier', { params: { tier: '3' }, body: { price } })).error?.code ?? 'changed';
    expect([await change(100), await change(150)]).toEqual(['VALIDATION_FAILED', 'changed']);
  });
});

describe('a tier stays', () => {
  it('while a subscriber has it, and goes once their paid time is over', async () => {
    const [creator, fan] = [await aTieredCreator(), await aFan()];
    await subscribe(fan, creator, 2);
    expect(await keeping(creator)).toEqual({ people: 1 });
    await stop(fan);
    expect(await keeping(creator)).toEqual({ people: 1 });
    t.clock.advance(periodMs);
    await t.context.subscriptions.processEnded();
    expect(await keeping(creator)).toEqual({});
  });

  it('while paid days of it wait behind a higher one', async () => {
    const [creator, fan] = [await aTieredCreator(), await aFan()];
    await subscribe(fan, creator, 2);
    t.clock.advance(10 * day);
    await upgrade(fan, creator, 3);
    await stop(fan);
    expect(await keeping(creator)).toEqual({ people: 1 });
  });

  it('while a renewal is chosen for it, or a renewal of it is being tried', async () => {
    const [creator, fan] = [await aTieredCreator(), await aFan()];
    await subscribe(fan, creator, 3);
    await renewWith(fan, 2, 200);
    expect(await keeping(creator)).toEqual({ people: 1 });
    provider.onCharge(() => ({ status: 'declined', reason: 'insufficient funds' }));
    t.clock.advance(periodMs + day);
    await t.context.subscriptions.renewDue();
    expect(await keeping(creator)).toEqual({ people: 1 });
  });

  it('while a given subscription of it waits for an answer', async () => {
    const [creator, giver, friend] = [await aTieredCreator(), await aFan(), await aFan()];
    const gift = await (await clientOf(giver)).call('giveSubscription', {
      body: { creatorId: creator.profileId, recipientId: friend.profileId, tier: 2, amount: 200 },
    });
    expect(await keeping(creator)).toEqual({ waiting: 1 });
    await (await clientOf(friend)).call('refuseSubscriptionGift', { params: { id: gift.body.id } });
    expect(await keeping(creator)).toEqual({});
  });

  it('while a trial or code of it runs, and while a member has free days of it', async () => {
    const [creator, fan] = [await aTieredCreator(), await aFan()];
    const studio = await clientOf(creator);
    const code = { kind: 'trial', value: 7, code: 'SEVEN', limit: 5, tier: 2, audience: 'new' } as const;
    const { body: offer } = await studio.call('createOffer', { body: code });
    expect(await keeping(creator)).toEqual({ codes: 1 });
    await (await clientOf(fan)).call('startTrial', { body: { creatorId: creator.profileId, code: 'SEVEN' } });
    await studio.call('endOffer', { params: { id: offer.id } });
    expect(await keeping(creator)).toEqual({ people: 1 });
    t.clock.advance(8 * day);
    expect(await keeping(creator)).toEqual({});
  });

  it('while a post names it, a hidden one too', async () => {
    const creator = await aTieredCreator();
    const { contentId } = await itemFrom(creator, 2);
    expect(await keeping(creator)).toEqual({ posts: 1 });
    await t.db.updateTable('content_items').set({ state: 'draft' }).where('id', '=', contentId).execute();
    expect(await keeping(creator)).toEqual({ posts: 1 });
    const studio = await clientOf(creator);
    await studio.call('updateContent', { params: { id: contentId }, body: { fromTier: 1 } });
    expect(await keeping(creator)).toEqual({});
  });

  it('while a show names it that is planned or can be watched again', async () => {
    const creator = await aTieredCreator();
    const studio = await clientOf(creator);
    const { body: live } = await studio.call('planLive', {
      body: {
        ...{ title: 'Late', audience: 'subscribers', fromTier: 2 },
        startsAt: new Date(t.clock.now().getTime() + day).toISOString(),
      },
    });
    expect(live.tierName).toBe('Gold');
    expect(await keeping(creator)).toEqual({ shows: 1 });
    await studio.call('endLive', { params: { id: live.id } });
    const until = new Date(t.clock.now().getTime() + day);
    await t.db
      .updateTable('lives')
      .set({ replay: 'subscribers', replay_until: until })
      .where('id', '=', live.id)
      .execute();
    expect(await keeping(creator)).toEqual({ shows: 1 });
    t.clock.advance(2 * day);
    expect(await keeping(creator)).toEqual({});
  });
});

describe('what would name a tier that is gone', () => {
  it('is refused: a post, a show, a code, a gift, a choice of renewal and a page', async () => {
    const [creator, fan, friend] = [await aTieredCreator(), await aFan(), await aFan()];
    await subscribe(fan, creator, 3);
    const { contentId } = await itemFrom(creator, 1);
    await remove(creator, '2');
    const [studio, client] = [await clientOf(creator), await clientOf(fan)];
    const show = { title: 'Late', audience: 'subscribers', fromTier: 2 } as const;
    const startsAt = new Date(t.clock.now().getTime() + day).toISOString();
    const refusals = [
      await studio.call('updateContent', { params: { id: contentId }, body: { fromTier: 2 } }),
      await studio.call('planLive', { body: { ...show, startsAt } }),
      await studio.call('startLive', { body: show }),
      await studio.call('createOffer', {
        body: { kind: 'percent', value: 20, code: 'LESS', limit: 5, tier: 2, audience: 'new' },
      }),
      await client.call('giveSubscription', {
        body: { creatorId: creator.profileId, recipientId: friend.profileId, tier: 2, amount: 200 },
      }),
      await renewWith(fan, 2, 200),
    ];
    expect(refusals.map(({ error }) => error?.code)).toEqual([
      ...['VALIDATION_FAILED', 'VALIDATION_FAILED', 'VALIDATION_FAILED', 'VALIDATION_FAILED'],
      ...['CONFLICT', 'CONFLICT'],
    ]);
  });

  it('T29: a page that is paid after the tier was removed waits for staff, and opens nothing', async () => {
    const [creator, fan] = [await aTieredCreator(), await aFan()];
    const page = await (await clientOf(fan)).call('createCheckout', {
      body: { purpose: 'subscription', reference: creator.profileId, tier: 2, amount: 200 },
    });
    expect(page.status).toBe(200);
    expect((await remove(creator, '2')).status).toBe(200);
    const order = provider.checkouts.at(-1);
    if (!order) throw new Error('no page');
    await deliver(t, provider, provider.event(order));
    await t.drain();
    expect((await ordersOf(fan)).map(({ state }) => state)).toEqual(['held']);
    expect(await chargesTo(fan)).toEqual([]);
    expect(await t.context.subscriptions.listOpenTiers(fan.profileId, [creator.profileId])).toEqual(new Map());
  });

  it('T29: a renewal that is answered late, for a tier that was left and is gone, waits for staff too', async () => {
    const [creator, fan] = [await aTieredCreator(), await aFan()];
    await subscribe(fan, creator, 2);
    t.clock.advance(periodMs - renewalLeadMs);
    const meanwhile: number[] = [];
    provider.onCharge(async (order) => {
      provider.onCharge(() => ({ status: 'declined', reason: 'insufficient funds' }));
      // The charge lasts longer than its lease, and than the paid time.
      t.clock.advance(day);
      meanwhile.push((await renewWith(fan, 1, 100)).status, (await remove(creator, '2')).status);
      return { status: 'paid', event: provider.event(order) };
    });
    await t.context.subscriptions.renewDue();
    await t.drain();
    expect(meanwhile).toEqual([200, 200]);
    expect((await ordersOf(fan)).map(({ state }) => state)).toEqual(['paid', 'held']);
    expect(await t.context.subscriptions.listOpenTiers(fan.profileId, [creator.profileId])).toEqual(new Map());
    expect((await ownOf(fan)).nextTier).toBe(1);
  });
});

describe('T31: at the same moment', () => {
  /** Holds what `query` locks until `free`. */
  async function hold(query: string, id: string) {
    const connection = await t.database.pool.connect();
    await connection.query('begin');
    await connection.query(query, [id]);
    return {
      async free() {
        await connection.query('rollback');
        connection.release();
      },
    };
  }
  const waiting = (connections: number) =>
    expect.poll(() => countWaiting(t.database.pool), { timeout: 10_000 }).toBeGreaterThanOrEqual(connections);

  it('a payment that has begun to use a tier lets its removal wait, which then counts it', async () => {
    const [creator, fan] = [await aTieredCreator(), await aFan()];
    // Where the payment is posted, the last thing that it does.
    const ledger = await hold('select from ledger_accounts where id = $1 for no key update', cash.id);
    const paying = subscribe(fan, creator, 2);
    await waiting(1);
    const removing = remove(creator, '2');
    await Promise.race([waiting(2), removing]);
    await ledger.free();
    expect([(await paying).status, (await removing).error?.code]).toEqual([201, 'CONFLICT']);
    expect(await tiersOf(creator)).toEqual([1, 2, 3]);
    const open = await t.context.subscriptions.listOpenTiers(fan.profileId, [creator.profileId]);
    expect(open.get(creator.profileId)).toBe(2);
  });

  it('a removal that has counted lets a payment wait, which then opens nothing', async () => {
    const [creator, fan] = [await aTieredCreator(), await aFan()];
    // What the removal reads after it deleted the tier, and what the payment changes after it found one.
    const profile = await hold('select from profiles where id = $1 for no key update', creator.profileId);
    const removing = remove(creator, '2');
    await waiting(1);
    const paying = subscribe(fan, creator, 2);
    await Promise.race([waiting(2), paying]);
    await profile.free();
    expect((await removing).status).toBe(200);
    await paying;
    expect((await ordersOf(fan)).map(({ state }) => state)).toEqual(['held']);
    expect(await t.context.subscriptions.listOpenTiers(fan.profileId, [creator.profileId])).toEqual(new Map());
  });
});
