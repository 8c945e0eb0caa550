import { beforeEach, describe, expect, it } from 'vitest';
import { aCreator, aProfile, aSession, type TestProfile } from '../../../test/factories.ts';
import { aSavedCard, createTestProvider } from '../../../test/payment-provider.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { jobTasks } from '../../modules.ts';
import { periodMs } from '../../platform/renewals.ts';

// A creator stops selling subscriptions: no one pays for another month, and what is paid for stays.

const provider = createTestProvider();
const t = useTestApp({ paymentAdapter: provider, at: new Date('2026-11-21T10:00:00+02:00') });
useReconciledBooks(t);
beforeEach(() => provider.payImmediately());

const dayOf = (iso: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Africa/Johannesburg' }).format(new Date(iso));
const [price, dayMs] = [149, 86_400_000];
/** Sessions end before a paid month does. */
const as = async ({ accountId }: TestProfile) => t.client(await aSession(t, accountId));
const subscribe = async (fan: TestProfile, creator: TestProfile) =>
  (await as(fan)).call('subscribe', { body: { creatorId: creator.profileId, amount: price } });
async function aPayer(): Promise<TestProfile> {
  const fan = await aProfile(t);
  await aSavedCard(t, provider, fan);
  return fan;
}
async function aPaidCreator(count: number): Promise<{ creator: TestProfile; fans: TestProfile[] }> {
  const creator = await aCreator(t, { priceCents: price * 100 });
  const fans = await Promise.all(Array.from({ length: count }, aPayer));
  for (const fan of fans) expect((await subscribe(fan, creator)).status).toBe(201);
  return { creator, fans };
}
const stop = async (creator: TestProfile) => {
  const stopped = await (await as(creator)).call('stopSellingSubscriptions');
  await t.drain();
  return stopped;
};
const sellAgain = async (creator: TestProfile) => (await as(creator)).call('sellSubscriptionsAgain');
const salesOf = async (creator: TestProfile) => (await (await as(creator)).call('getSubscriptionSales')).body;
const ownOf = async (fan: TestProfile) => {
  const [only] = (await (await as(fan)).call('listSubscriptions')).body;
  if (!only) throw new Error('not subscribed');
  return only;
};
const subscribed = async (fan: TestProfile, creator: TestProfile) =>
  (await (await as(fan)).call('checkSubscription', { params: { id: creator.profileId } })).body.subscribed;
const chargesTo = async ({ accountId }: TestProfile) =>
  (
    await t.db
      .selectFrom('payment_orders')
      .select('id')
      .where('account_id', '=', accountId)
      .where('purpose', '=', 'subscription')
      .where('state', '=', 'paid')
      .execute()
  ).length;
const mailsTo = async ({ email }: TestProfile) =>
  (await t.context.mailer.outbox()).filter((mail) => mail.to === email && /will not renew/.test(mail.subject));
const noticesTo = async (fan: TestProfile) => {
  await t.drain();
  return (await (await as(fan)).call('listNotifications', { query: {} })).body.items.filter(
    ({ kind }) => kind === 'subscription_ending',
  );
};
const runRenewals = async () => {
  await jobTasks(t.context)
    .find(({ kind }) => kind.name === 'subscriptions.renew')
    ?.run({}, { id: '1', attempt: 1 });
  await t.drain();
};
const obstaclesOf = async (creator: TestProfile) => (await (await as(creator)).call('ownData')).body.deletion.obstacles;

describe('a creator who stops selling subscriptions', () => {
  it('sells none from then on, by either way of paying, and says so by name', async () => {
    const [creator, fan] = [await aCreator(t, { priceCents: price * 100 }), await aPayer()];
    expect(await salesOf(creator)).toEqual({ stoppedAt: null, running: 0, renewing: 0, paidUntil: null });
    const stopped = await stop(creator);
    expect(stopped.body).toEqual({ stoppedAt: t.clock.now().toISOString(), running: 0, renewing: 0, paidUntil: null });
    [provider.charges.length, provider.checkouts.length] = [0, 0];
    expect((await subscribe(fan, creator)).error).toMatchObject({
      code: 'SUBSCRIPTIONS_STOPPED',
      message: 'This creator has stopped selling subscriptions',
    });
    const intent = { purpose: 'subscription', reference: creator.profileId, amount: price, startNow: true } as const;
    expect((await (await as(fan)).call('createCheckout', { body: intent })).error?.code).toBe('SUBSCRIPTIONS_STOPPED');
    expect(provider.charges).toEqual([]);
    expect(provider.checkouts).toEqual([]);
    const { creator: shown } = (await (await as(fan)).call('getProfile', { params: { id: creator.profileId } })).body;
    expect(shown).toMatchObject({ sellsSubscriptions: false, subscriptionPrice: price });
  });

  it('leaves fans what they paid for until its end, charges no one again and notifies each once until when', async () => {
    const { creator, fans } = await aPaidCreator(3);
    const [first] = fans as [TestProfile];
    const { expiryDate } = await ownOf(first);
    expect(await salesOf(creator)).toMatchObject({ running: 3, renewing: 3, paidUntil: expiryDate });
    await stop(creator);
    await stop(creator);
    await runRenewals();
    for (const fan of fans) {
      expect(await subscribed(fan, creator)).toBe(true);
      expect(await ownOf(fan)).toMatchObject({ status: 'stopping', renews: false, expiryDate, creatorSells: false });
      const [mail, ...more] = await mailsTo(fan);
      expect(more).toEqual([]);
      expect(mail?.text).toContain(dayOf(expiryDate));
      expect(`${mail?.subject}${mail?.text}`).not.toContain(creator.displayName);
      expect(await noticesTo(fan)).toEqual([
        expect.objectContaining({
          actor: expect.objectContaining({ id: creator.profileId }),
          subject: expiryDate.slice(0, 10),
          title: expect.stringContaining(`Yours lasts until ${dayOf(expiryDate)}`),
        }),
      ]);
    }
    expect(await salesOf(creator)).toMatchObject({ running: 3, renewing: 0 });
    t.clock.advance(periodMs - 60_000);
    await runRenewals();
    expect(await subscribed(first, creator)).toBe(true);
    t.clock.advance(60_000);
    await runRenewals();
    for (const fan of fans) {
      expect(await subscribed(fan, creator)).toBe(false);
      expect(await ownOf(fan)).toMatchObject({ status: 'lapsed' });
      expect(await chargesTo(fan)).toBe(1);
      expect(await mailsTo(fan)).toHaveLength(1);
    }
  }, 60_000);

  it('says nothing to those who had stopped it themselves, and lets no one resume', async () => {
    const { creator, fans } = await aPaidCreator(2);
    const [renews, stopped] = fans as [TestProfile, TestProfile];
    const id = (await ownOf(stopped)).id;
    await (await as(stopped)).call('stopSubscription', { params: { id } });
    await stop(creator);
    expect(await mailsTo(stopped)).toEqual([]);
    for (const fan of [renews, stopped]) {
      const resumed = await (await as(fan)).call('resumeSubscription', { params: { id: (await ownOf(fan)).id } });
      expect(resumed.error?.code).toBe('SUBSCRIPTIONS_STOPPED');
    }
  });

  it('ends the tries for a declined renewal and says that none follows', async () => {
    const { creator, fans } = await aPaidCreator(1);
    const [fan] = fans as [TestProfile];
    provider.onCharge(() => ({ status: 'declined', reason: 'no' }));
    t.clock.advance(periodMs + 60_000);
    await runRenewals();
    expect(await ownOf(fan)).toMatchObject({ status: 'past_due' });
    await stop(creator);
    expect(await ownOf(fan)).toMatchObject({ status: 'lapsed', renews: false });
    expect((await mailsTo(fan))[0]?.text).toContain('You will not be charged for it again');
    provider.charges.length = 0;
    t.clock.advance(8 * dayMs);
    await runRenewals();
    expect(provider.charges).toEqual([]);
  });

  it('can sell again: new fans subscribe, and those before choose for themselves', async () => {
    const { creator, fans } = await aPaidCreator(1);
    const [before] = fans as [TestProfile];
    await stop(creator);
    expect((await sellAgain(creator)).body).toMatchObject({ stoppedAt: null, running: 1, renewing: 0 });
    expect((await subscribe(await aPayer(), creator)).status).toBe(201);
    await runRenewals();
    expect(await ownOf(before)).toMatchObject({ status: 'stopping', creatorSells: true });
    const resumed = await (await as(before)).call('resumeSubscription', { params: { id: (await ownOf(before)).id } });
    expect(resumed.body).toMatchObject({ status: 'active', renews: true });
  });

  it('ends an open question for a new price and asks no other', async () => {
    const { creator, fans } = await aPaidCreator(1);
    const [fan] = fans as [TestProfile];
    await (await as(creator)).call('updateProfile', { body: { subscriptionPrice: 199 } });
    await (await as(creator)).call('askForNewPrice', { body: { amount: 199 } });
    await stop(creator);
    expect(await ownOf(fan)).toMatchObject({ priceRequest: null });
    expect((await (await as(creator)).call('askForNewPrice', { body: { amount: 199 } })).error?.code).toBe(
      'SUBSCRIPTIONS_STOPPED',
    );
  });

  it('is the act of the creator alone', async () => {
    const fan = await aProfile(t);
    for (const name of ['getSubscriptionSales', 'stopSellingSubscriptions', 'sellSubscriptionsAgain'] as const) {
      expect((await (await as(fan)).call(name)).status).toBe(403);
      expect((await t.client().call(name)).status).toBe(401);
    }
  });
});

describe('T30: stopping while money moves', () => {
  it('a payment that was under way is kept for its month, does not renew, and its fan is notified', async () => {
    const [creator, fan] = [await aCreator(t, { priceCents: price * 100 }), await aPayer()];
    provider.onCharge(async (order) => {
      await stop(creator);
      return { status: 'paid', event: provider.event(order) };
    });
    expect((await subscribe(fan, creator)).status).toBe(201);
    expect(await ownOf(fan)).toMatchObject({ renews: false, status: 'stopping' });
    await runRenewals();
    expect(await mailsTo(fan)).toHaveLength(1);
    t.clock.advance(periodMs - 60_000);
    provider.payImmediately();
    await runRenewals();
    expect(await chargesTo(fan)).toBe(1);
  });

  it('either sells or refuses, never takes money for nothing, when both happen at once', async () => {
    const creator = await aCreator(t, { priceCents: price * 100 });
    const fans = await Promise.all(Array.from({ length: 8 }, aPayer));
    const stopper = await as(creator);
    const [, ...answers] = await Promise.all([
      stopper.call('stopSellingSubscriptions'),
      ...fans.map((fan) => subscribe(fan, creator)),
    ]);
    await t.drain();
    await runRenewals();
    for (const [index, fan] of fans.entries()) {
      const answer = answers[index];
      if (answer?.status !== 201) expect(answer?.error?.code).toBe('SUBSCRIPTIONS_STOPPED');
      const paid = answer?.status === 201;
      expect([paid, await chargesTo(fan)]).toEqual([paid, paid ? 1 : 0]);
      expect(await subscribed(fan, creator)).toBe(paid);
      if (paid) expect(await ownOf(fan)).toMatchObject({ renews: false });
    }
    expect((await subscribe(await aPayer(), creator)).error?.code).toBe('SUBSCRIPTIONS_STOPPED');
  });

  it('a renewal at the provider when its creator stops is the last, and the fan is notified of the later end', async () => {
    const { creator, fans } = await aPaidCreator(1);
    const [fan] = fans as [TestProfile];
    t.clock.advance(periodMs - 1_800_000);
    provider.onCharge(async (order) => {
      await stop(creator);
      return { status: 'paid', event: provider.event(order) };
    });
    await runRenewals();
    provider.payImmediately();
    await runRenewals();
    expect(await chargesTo(fan)).toBe(2);
    expect(await ownOf(fan)).toMatchObject({ renews: false, status: 'stopping' });
    const mails = await mailsTo(fan);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(dayOf((await ownOf(fan)).expiryDate));
    t.clock.advance(periodMs);
    await runRenewals();
    expect(await chargesTo(fan)).toBe(2);
  });

  it('due renewals beside a stop are charged or ended, and none is charged after it', async () => {
    const { creator, fans } = await aPaidCreator(6);
    t.clock.advance(periodMs - 1_800_000);
    const stopper = await as(creator);
    await Promise.all([stopper.call('stopSellingSubscriptions'), t.context.subscriptions.renewDue()]);
    await runRenewals();
    const counts = await Promise.all(fans.map(chargesTo));
    t.clock.advance(periodMs);
    await runRenewals();
    expect(await Promise.all(fans.map(chargesTo))).toEqual(counts);
    for (const fan of fans) expect(await mailsTo(fan)).toHaveLength(1);
  }, 60_000);
});

describe('T86: deleting a creator’s account', () => {
  it('waits for what fans have paid for, and for a payment that is under way', async () => {
    const { creator, fans } = await aPaidCreator(2);
    const [fan] = fans as [TestProfile];
    const { expiryDate } = await ownOf(fan);
    expect(await obstaclesOf(creator)).toContainEqual({ kind: 'subscribers', count: 2, until: expiryDate });
    const { credits, earningsCents } = (await (await as(creator)).call('ownData')).body.deletion;
    expect((await (await as(creator)).call('deleteAccount', { body: { credits, earningsCents } })).error).toMatchObject(
      {
        code: 'CONFLICT',
        details: { obstacle: 'subscribers' },
      },
    );
    expect(await subscribed(fan, creator)).toBe(true);
    await stop(creator);
    t.clock.advance(periodMs - 60_000);
    await runRenewals();
    expect(await obstaclesOf(creator)).toContainEqual({ kind: 'subscribers', count: 2, until: expiryDate });
    t.clock.advance(60_001);
    expect(await obstaclesOf(creator)).toEqual([]);
    const own = (await (await as(creator)).call('ownData')).body.deletion;
    expect(own.sellsSubscriptions).toBe(false);
    const closed = await (await as(creator)).call('deleteAccount', {
      body: { credits: own.credits, earningsCents: own.earningsCents },
    });
    expect(closed.status).toBe(200);
  }, 60_000);

  it('counts a fan at the payment page as one who pays', async () => {
    const [creator, fan] = [await aCreator(t, { priceCents: price * 100 }), await aProfile(t)];
    const intent = { purpose: 'subscription', reference: creator.profileId, amount: price, startNow: true } as const;
    expect((await (await as(fan)).call('createCheckout', { body: intent })).status).toBe(200);
    expect(await obstaclesOf(creator)).toEqual([{ kind: 'subscribers', count: 1, until: expect.any(String) }]);
  });
});
