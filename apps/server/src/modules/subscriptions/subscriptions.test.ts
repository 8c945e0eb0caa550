import { beforeEach, describe, expect, it } from 'vitest';
import { storedBalance } from '../../../test/balances.ts';
import { aBlock, aCreator, aProfile, aSession, type TestProfile } from '../../../test/factories.ts';
import { aSavedCard, checkoutOrder, createTestProvider, deliver, mostCapable } from '../../../test/payment-provider.ts';
import { splitPrice } from '../../../test/split.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { periodMs } from '../../platform/renewals.ts';
import { accountOf, type LedgerAccount, losses } from '../credits/service.ts';

const day = 86_400_000;
const provider = createTestProvider(mostCapable);
const t = useTestApp({ paymentAdapter: provider, at: new Date('2026-11-21T10:00:00+02:00') });
useReconciledBooks(t);
beforeEach(() => provider.payImmediately());

const price = 149;
/** A creator at R149 and a fan with a saved card. */
async function aPair(): Promise<{ creator: TestProfile; fan: TestProfile }> {
  const [creator, fan] = [await aCreator(t, { priceCents: price * 100 }), await aProfile(t)];
  await aSavedCard(t, provider, fan);
  return { creator, fan };
}
/** A new session per call, since sessions expire within the months that pass here. */
const clientOf = async ({ accountId }: TestProfile) => t.client(await aSession(t, accountId));
const subscribe = async (fan: TestProfile, creator: TestProfile, body: Record<string, unknown> = {}) =>
  (await clientOf(fan)).call('subscribe', { body: { creatorId: creator.profileId, amount: price, ...body } });
const isSubscribed = async (fan: TestProfile, creator: TestProfile) =>
  (await (await clientOf(fan)).call('checkSubscription', { params: { id: creator.profileId } })).body.subscribed;
const listOwn = async (fan: TestProfile) => (await (await clientOf(fan)).call('listSubscriptions')).body;
const chargesTo = async ({ accountId }: TestProfile) => {
  const orders = await t.db.selectFrom('payment_orders').select('id').where('account_id', '=', accountId).execute();
  const ids = new Set(orders.map(({ id }) => id));
  return provider.charges.filter(({ order }) => ids.has(order.id));
};
const balanceOf = (account: LedgerAccount) => storedBalance(t, account);
const earned = ({ profileId }: TestProfile) => balanceOf(accountOf(profileId, 'earnings', 'cents'));
const countSubscribers = async (creator: TestProfile) =>
  (await (await clientOf(creator)).call('getCreator', { params: { id: creator.profileId } })).body.subscriberCount;
const mailsTo = async ({ email }: TestProfile) =>
  (await t.context.mailer.outbox()).filter((mail) => mail.to === email && /did not go|has ended/.test(mail.subject));

describe('subscribing', () => {
  it('charges the saved card, opens the creator for 30 days and pays the creator 80 %', async () => {
    const { creator, fan } = await aPair();
    const answer = await subscribe(fan, creator);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      creatorId: creator.profileId,
      amount: price,
      amountCents: 14_900,
      status: 'active',
      renews: true,
      expiryDate: new Date(t.clock.now().getTime() + periodMs).toISOString(),
    });
    expect(await isSubscribed(fan, creator)).toBe(true);
    expect(await chargesTo(fan)).toHaveLength(1);
    expect(await earned(creator)).toBe(splitPrice(14_900).creator);
    expect(await countSubscribers(creator)).toBe(1);
    expect(await listOwn(fan)).toEqual([answer.body]);
  });

  it('T29: the server sets price, end and status', async () => {
    const { creator, fan } = await aPair();
    for (const amount of [0.01, 148.99, 149.01, 0]) {
      const refused = await subscribe(fan, creator, { amount });
      expect(refused.error).toMatchObject({ code: 'PRICE_CHANGED', details: { price, priceCents: 14_900 } });
    }
    for (const amount of [-149, 2_147_483_648, 1e12])
      expect((await subscribe(fan, creator, { amount })).error?.code).toBe('VALIDATION_FAILED');
    expect(await chargesTo(fan)).toHaveLength(0);
    const answer = await subscribe(fan, creator, { expiryDate: '2099-01-01T00:00:00Z', status: 'lapsed' });
    expect(answer.body).toMatchObject({ status: 'active', amountCents: 14_900 });
    expect(new Date(answer.body.expiryDate).getTime()).toBe(t.clock.now().getTime() + periodMs);
    expect((await chargesTo(fan))[0]?.order.amountCents).toBe(14_900);
  });

  it('T30: 100 concurrent calls make one charge and get the same response', async () => {
    const { creator, fan } = await aPair();
    const answers = await Promise.all(Array.from({ length: 100 }, () => subscribe(fan, creator)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await chargesTo(fan)).toHaveLength(1);
    expect((await subscribe(fan, creator)).text).toBe(answers[0]?.text);
    expect(await chargesTo(fan)).toHaveLength(1);
    expect(await countSubscribers(creator)).toBe(1);
    expect(await earned(creator)).toBe(splitPrice(14_900).creator);
  });

  it('T30: a charge with an unknown outcome is queried, not repeated', async () => {
    const { creator, fan } = await aPair();
    const deliveries: (() => Promise<number>)[] = [];
    provider.onCharge((order) => {
      deliveries.push(() => deliver(t, provider, provider.event(order)));
      return { status: 'unknown' };
    });
    for (let tap = 0; tap < 2; tap += 1) {
      expect((await subscribe(fan, creator)).error).toMatchObject({
        code: 'PAYMENT_PENDING',
        details: { purpose: 'subscription', reference: creator.profileId, orderId: expect.any(String) },
      });
      // A second request waits this long for the outcome of the first.
      t.clock.advance(10_000);
    }
    for (const deliverEvent of deliveries) await deliverEvent();
    await t.drain();
    expect((await subscribe(fan, creator)).status).toBe(201);
    expect(await chargesTo(fan)).toHaveLength(1);
    expect(await t.db.selectFrom('charge_claims').selectAll().execute()).toEqual([]);
  });

  it('refuses a missing method, a declined card, oneself and an invisible creator', async () => {
    const { creator, fan } = await aPair();
    const stranger = await aProfile(t);
    expect((await subscribe(stranger, creator)).error).toMatchObject({
      code: 'PAYMENT_METHOD_REQUIRED',
      details: { purpose: 'subscription', reference: creator.profileId },
    });
    provider.onCharge(() => ({ status: 'declined', reason: 'Not enough money' }));
    expect((await subscribe(fan, creator)).error?.code).toBe('PAYMENT_DECLINED');
    provider.payImmediately();
    expect((await subscribe(fan, creator)).status).toBe(201);
    expect((await subscribe(creator, creator)).error?.code).toBe('CONFLICT');
    await aBlock(t, { blocker: creator, blocked: stranger });
    for (const id of [creator.profileId, fan.profileId, '019aa000-0000-7000-8000-000000000000'])
      expect((await subscribe(stranger, { ...creator, profileId: id })).error?.code).toBe('NOT_FOUND');
    expect(await countSubscribers(creator)).toBe(1);
  });

  it('can be paid through a checkout, where only the signed event counts', async () => {
    const [creator, fan] = [await aCreator(t, { priceCents: 14_900 }), await aProfile(t)];
    const body = { purpose: 'subscription', reference: creator.profileId, amount: 149 };
    const { body: answer } = await (await clientOf(fan)).call('createCheckout', { body });
    expect(await isSubscribed(fan, creator)).toBe(false);
    const order = provider.checkouts.find(({ id }) => id === answer.orderId);
    if (!order) throw new Error('no checkout was created');
    await Promise.all([1, 2, 3].map(() => deliver(t, provider, provider.event(order, { eventId: 'repeated-event' }))));
    await t.drain();
    expect(await isSubscribed(fan, creator)).toBe(true);
    expect(await earned(creator)).toBe(splitPrice(14_900).creator);
    expect((await (await clientOf(fan)).call('createCheckout', { body })).error?.code).toBe('CONFLICT');
  });
});

describe('a card that is not saved', () => {
  it('is not charged again, and causes no mail about a failed renewal', async () => {
    const [creator, fan] = [await aCreator(t, { priceCents: 14_900 }), await aProfile(t)];
    const body = { purpose: 'subscription', reference: creator.profileId, amount: 149, saveMethod: false };
    const { body: answer } = await (await clientOf(fan)).call('createCheckout', { body });
    await deliver(t, provider, provider.event(checkoutOrder(provider, answer.orderId)));
    await t.drain();
    expect((await listOwn(fan))[0]).toMatchObject({ status: 'stopping', renews: false });
    t.clock.advance(38 * day);
    await t.context.subscriptions.renewDue();
    expect(await mailsTo(fan)).toEqual([]);
  });
});

describe('stopping', () => {
  it('keeps the paid time, can be undone, and ends with it', async () => {
    const { creator, fan } = await aPair();
    const { id } = (await subscribe(fan, creator)).body;
    const stop = async () => (await clientOf(fan)).call('stopSubscription', { params: { id } });
    expect((await stop()).body).toMatchObject({ status: 'stopping', renews: false, nextAttemptAt: null });
    expect((await stop()).status).toBe(200);
    expect(await isSubscribed(fan, creator)).toBe(true);
    const resume = async () => (await clientOf(fan)).call('resumeSubscription', { params: { id } });
    expect((await resume()).body).toMatchObject({ status: 'active', renews: true });
    await stop();
    t.clock.advance(31 * day);
    await t.context.subscriptions.processEnded();
    await t.context.subscriptions.renewDue();
    expect(await isSubscribed(fan, creator)).toBe(false);
    expect(await countSubscribers(creator)).toBe(0);
    expect(await chargesTo(fan)).toHaveLength(1);
    expect((await listOwn(fan))[0]?.status).toBe('lapsed');
    expect((await resume()).error?.code).toBe('CONFLICT');
    expect((await subscribe(fan, creator)).body).toMatchObject({ id, status: 'active' });
    expect(await countSubscribers(creator)).toBe(1);
  });

  it("T25: is limited to the viewer's own", async () => {
    const { creator, fan } = await aPair();
    const { id } = (await subscribe(fan, creator)).body;
    for (const member of [creator, await aProfile(t)])
      for (const name of ['stopSubscription', 'resumeSubscription'] as const)
        expect((await (await clientOf(member)).call(name, { params: { id } })).error?.code).toBe('NOT_FOUND');
    expect((await listOwn(fan))[0]?.renews).toBe(true);
  });
});

describe('renewing', () => {
  it('charges once for the next 30 days, an hour before the paid time ends', async () => {
    const { creator, fan } = await aPair();
    const first = (await subscribe(fan, creator)).body;
    t.clock.advance(periodMs - 2 * 3_600_000);
    await t.context.subscriptions.renewDue();
    expect(await chargesTo(fan)).toHaveLength(1);
    t.clock.advance(3_600_000);
    await Promise.all([t.context.subscriptions.renewDue(), t.context.subscriptions.renewDue()]);
    await t.context.subscriptions.renewDue();
    expect(await chargesTo(fan)).toHaveLength(2);
    const [view] = await listOwn(fan);
    expect(view).toMatchObject({ id: first.id, status: 'active', startedAt: first.startedAt });
    expect(new Date(view?.expiryDate ?? 0).getTime()).toBe(new Date(first.expiryDate).getTime() + periodMs);
    expect(await countSubscribers(creator)).toBe(1);
    expect(await earned(creator)).toBe(2 * splitPrice(14_900).creator);
  });

  it('never costs more than agreed, and less when the creator charges less', async () => {
    const { creator, fan } = await aPair();
    await subscribe(fan, creator);
    const setPrice = (cents: number) =>
      t.db
        .updateTable('profiles')
        .set({ subscription_price_cents: cents })
        .where('id', '=', creator.profileId)
        .execute();
    await setPrice(19_900);
    t.clock.advance(periodMs);
    await t.context.subscriptions.renewDue();
    await setPrice(9_900);
    t.clock.advance(periodMs);
    await t.context.subscriptions.renewDue();
    expect((await chargesTo(fan)).map(({ order }) => order.amountCents)).toEqual([14_900, 14_900, 9_900]);
  });

  it('retries three times within seven days, notifies the member without a name, then lapses', async () => {
    const { creator, fan } = await aPair();
    await subscribe(fan, creator);
    provider.onCharge(() => ({ status: 'declined', reason: 'Not enough money' }));
    t.clock.advance(periodMs);
    await t.context.subscriptions.processEnded();
    await t.context.subscriptions.renewDue();
    expect((await listOwn(fan))[0]).toMatchObject({ status: 'past_due', renews: true });
    expect(await isSubscribed(fan, creator)).toBe(false);
    expect(await countSubscribers(creator)).toBe(0);
    for (let hour = 0; hour < 24 * 9; hour += 6) {
      t.clock.advance(6 * 3_600_000);
      await t.context.subscriptions.renewDue();
    }
    expect(await chargesTo(fan)).toHaveLength(1 + 4);
    expect((await listOwn(fan))[0]).toMatchObject({ status: 'lapsed', renews: false, nextAttemptAt: null });
    const mails = await mailsTo(fan);
    expect(mails).toHaveLength(4);
    for (const mail of mails) expect(mail.subject + mail.text).not.toContain(creator.displayName);
  });

  it('continues when a later attempt is paid, from that moment', async () => {
    const { creator, fan } = await aPair();
    await subscribe(fan, creator);
    provider.onCharge(() => ({ status: 'declined', reason: 'Not enough money' }));
    t.clock.advance(periodMs);
    await t.context.subscriptions.processEnded();
    await t.context.subscriptions.renewDue();
    provider.payImmediately();
    t.clock.advance(day + 1_000);
    await t.context.subscriptions.renewDue();
    const [view] = await listOwn(fan);
    expect(view).toMatchObject({ status: 'active' });
    expect(new Date(view?.expiryDate ?? 0).getTime()).toBe(t.clock.now().getTime() + periodMs);
    expect(await countSubscribers(creator)).toBe(1);
    expect(await isSubscribed(fan, creator)).toBe(true);
  });

  it('F9: a charge without a response is retried as the same charge', async () => {
    const { creator, fan } = await aPair();
    await subscribe(fan, creator);
    provider.onCharge((order) => {
      provider.knows(provider.event(order));
      return { status: 'unknown' };
    });
    t.clock.advance(periodMs);
    await t.context.subscriptions.renewDue();
    expect((await listOwn(fan))[0]?.status).toBe('past_due');
    t.clock.advance(3_600_000);
    await t.context.subscriptions.renewDue();
    expect((await listOwn(fan))[0]?.status).toBe('active');
    expect(await chargesTo(fan)).toHaveLength(2);
  });

  it('ends without a charge once either side has blocked the other or is erased', async () => {
    for (const part of ['block', 'creator', 'fan'] as const) {
      const { creator, fan } = await aPair();
      await subscribe(fan, creator);
      if (part === 'block') await aBlock(t, { blocker: fan, blocked: creator });
      else await t.context.identity.suspend(t.db, (part === 'creator' ? creator : fan).accountId, 'Test of renewals');
      t.clock.advance(periodMs);
      await t.context.subscriptions.renewDue();
      expect(await chargesTo(fan)).toHaveLength(1);
    }
  });

  it('F12: work left by a killed process is charged once', async () => {
    const { creator, fan } = await aPair();
    await subscribe(fan, creator);
    t.clock.advance(periodMs);
    // Claimed by a process that died before it charged; then by one that died before it received the result.
    await t.db
      .updateTable('subscriptions')
      .set({ claimed_until: new Date(t.clock.now().getTime() + 60_000) })
      .where('creator_id', '=', creator.profileId)
      .execute();
    await t.context.subscriptions.renewDue();
    expect(await chargesTo(fan)).toHaveLength(1);
    provider.onCharge((order) => {
      provider.knows(provider.event(order));
      throw new Error('the connection was lost');
    });
    t.clock.advance(61_000);
    await t.context.subscriptions.renewDue();
    t.clock.advance(3_600_000);
    await t.context.subscriptions.renewDue();
    expect(await chargesTo(fan)).toHaveLength(2);
    expect((await listOwn(fan))[0]?.status).toBe('active');
  });
});

describe('reversals', () => {
  async function reverse(fan: TestProfile, kind: 'refunded' | 'charged_back') {
    const last = (await chargesTo(fan)).at(-1);
    if (!last) throw new Error('nothing was charged');
    await deliver(t, provider, provider.event(last.order, { kind }));
    await t.drain();
  }

  it("T38: a chargeback ends access and reverses the earnings and the platform's share", async () => {
    const { creator, fan } = await aPair();
    await subscribe(fan, creator);
    const lost = await balanceOf(losses.cents);
    await reverse(fan, 'charged_back');
    expect(await isSubscribed(fan, creator)).toBe(false);
    expect((await listOwn(fan))[0]).toMatchObject({ status: 'lapsed', renews: false });
    expect(await countSubscribers(creator)).toBe(0);
    expect(await earned(creator)).toBe(0);
    expect(await balanceOf(losses.cents)).toBe(lost);
    await reverse(fan, 'charged_back');
    expect(await earned(creator)).toBe(0);
    t.clock.advance(periodMs);
    await t.context.subscriptions.renewDue();
    expect(await chargesTo(fan)).toHaveLength(1);
  });

  it('leaves another paid period alone', async () => {
    const { creator, fan } = await aPair();
    await subscribe(fan, creator);
    t.clock.advance(periodMs - 3_600_000);
    await t.context.subscriptions.renewDue();
    await reverse(fan, 'refunded');
    const [view] = await listOwn(fan);
    expect(view).toMatchObject({ status: 'stopping' });
    expect(await isSubscribed(fan, creator)).toBe(true);
    t.clock.advance(3_600_000);
    expect(await isSubscribed(fan, creator)).toBe(false);
    expect(await earned(creator)).toBe(splitPrice(14_900).creator);
  });
});
