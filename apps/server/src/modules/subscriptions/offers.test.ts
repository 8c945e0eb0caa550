import { beforeEach, describe, expect, it } from 'vitest';
import { aBlock, aCreator, aProfile, aSession, type TestProfile } from '../../../test/factories.ts';
import { checkoutOrder, createTestProvider, deliver, mostCapable } from '../../../test/payment-provider.ts';
import { createSubscribing } from '../../../test/subscribing.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';
import { periodMs } from '../../platform/renewals.ts';

const day = 86_400_000;
const provider = createTestProvider(mostCapable);
const t = useTestApp({ paymentAdapter: provider, at: new Date('2026-11-21T10:00:00+02:00') });
useReconciledBooks(t);
beforeEach(() => provider.payImmediately());

const subscribing = createSubscribing(t, provider);
const { clientOf, aFan, ordersOf, chargesTo } = subscribing;
const anOffer = {
  kind: 'percent' as const,
  code: 'THURSDAY20',
  value: 20,
  limit: 50,
  lastDay: null,
  audience: 'anyone' as const,
};
const createOffer = async (creator: TestProfile, offer: Record<string, unknown> = {}) =>
  (await clientOf(creator)).call('createOffer', { body: { ...anOffer, ...offer } as typeof anOffer });
const aTrial = (creator: TestProfile, offer: Record<string, unknown> = {}) =>
  createOffer(creator, { kind: 'trial', code: 'FREE7', value: 7, ...offer });
const aSeller = (priceCents = 10_000) => aCreator(t, { priceCents });
const subscribe = (fan: TestProfile, creator: TestProfile, body: { amount?: number; months?: number; code?: string }) =>
  subscribing.subscribe(fan, creator, { amount: 100, ...body });
const withCode = (fan: TestProfile, creator: TestProfile, code = 'thursday20') =>
  subscribe(fan, creator, { amount: 80, code });
const startTrial = async (fan: TestProfile, creator: TestProfile, code = 'free7') =>
  (await clientOf(fan)).call('startTrial', { body: { creatorId: creator.profileId, code } });
const getOffer = async (fan: TestProfile, creator: TestProfile, code: string) =>
  (await (await clientOf(fan)).call('getSubscriptionTerms', { params: { id: creator.profileId }, query: { code } }))
    .body;
const listOwn = async (creator: TestProfile) => (await (await clientOf(creator)).call('listOffers')).body.items;
const reasonOf = ({ error }: { error: { details?: Record<string, unknown> } | null }) => error?.details?.offer;
const checkout = async (fan: TestProfile, creator: TestProfile, body: Record<string, unknown> = {}) =>
  (await clientOf(fan)).call('createCheckout', {
    body: { purpose: 'subscription', reference: creator.profileId, amount: 80, code: 'THURSDAY20', ...body },
  });
async function pay(orderId: string): Promise<void> {
  await deliver(t, provider, provider.event(checkoutOrder(provider, orderId)));
  await t.drain();
}

describe('codes', () => {
  it('lowers the first payment of any term, in small letters too, and says and charges the full price afterwards', async () => {
    const [creator, fan] = [await aSeller(), await aFan()];
    expect((await createOffer(creator)).body).toMatchObject({ taken: 0, limit: 50, running: true });
    await (await clientOf(creator)).call('setOwnTerms', { body: { percentOff: { '3': 10, '6': 0, '12': 0 } } });
    const { terms, offer } = await getOffer(fan, creator, 'Thursday20');
    expect(offer).toMatchObject({ code: 'THURSDAY20', kind: 'percent', value: 20, refusal: null });
    expect(terms).toMatchObject([
      { months: 1, totalCents: 10_000, firstCents: 8_000 },
      { months: 3, totalCents: 27_000, firstCents: 21_600 },
    ]);
    expect((await subscribe(fan, creator, { amount: 270, months: 3, code: 'thursday20' })).error?.code).toBe(
      'PRICE_CHANGED',
    );
    expect((await subscribe(fan, creator, { amount: 216, months: 3 })).error?.code).toBe('PRICE_CHANGED');
    const answer = await subscribe(fan, creator, { amount: 216, months: 3, code: 'thursday20' });
    expect(answer.body).toMatchObject({ amountCents: 27_000, nextAmountCents: 27_000, months: 3 });
    t.clock.advance(3 * periodMs - 60_000);
    await t.context.subscriptions.renewDue();
    expect(await chargesTo(fan)).toEqual([21_600, 27_000]);
    expect(await listOwn(creator)).toMatchObject([{ taken: 1, stayed: 1 }]);
  });

  it('T141: one person uses a code once, and another one no more often than its limit', async () => {
    const creator = await aSeller();
    await createOffer(creator, { limit: 2 });
    const [first, second, third] = [await aFan(), await aFan(), await aFan()];
    expect((await withCode(first, creator)).status).toBe(201);
    t.clock.advance(2 * periodMs);
    await t.db.updateTable('subscriptions').set({ next_attempt_at: null }).execute();
    expect(reasonOf(await withCode(first, creator))).toBe('once');
    expect((await withCode(second, creator)).status).toBe(201);
    expect(reasonOf(await withCode(third, creator))).toBe('used_up');
    expect((await getOffer(third, creator, 'THURSDAY20')).offer?.refusal).toBe('used_up');
    expect(await chargesTo(third)).toEqual([]);
  });

  it('T141: twenty people and two processes at once take no more than the limit', async () => {
    const creator = await aSeller();
    await createOffer(creator, { limit: 3 });
    const fans = await Promise.all(Array.from({ length: 20 }, aFan));
    const second = await t.startSecondProcess();
    try {
      const answers = await Promise.all(
        fans.flatMap((fan, index) =>
          [1, 2].map(async () => {
            const body = { creatorId: creator.profileId, amount: 80, code: 'THURSDAY20' };
            const client = index % 2 === 0 ? await clientOf(fan) : second.client(await aSession(t, fan.accountId));
            return client.call('subscribe', { body });
          }),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
      const paid = await Promise.all(fans.map(chargesTo));
      expect(paid.flat()).toEqual([8_000, 8_000, 8_000]);
      expect(await listOwn(creator)).toMatchObject([{ taken: 3 }]);
    } finally {
      await second.close();
    }
  });

  it('T141: a declined charge gives its use back, an undecided one holds it', async () => {
    const creator = await aSeller();
    await createOffer(creator, { limit: 1 });
    const [declined, pending, other] = [await aFan(), await aFan(), await aFan()];
    provider.onCharge(() => ({ status: 'declined', reason: 'Not enough money' }));
    expect((await withCode(declined, creator)).error?.code).toBe('PAYMENT_DECLINED');
    provider.onCharge(() => ({ status: 'unknown' }));
    expect((await withCode(pending, creator)).error?.code).toBe('PAYMENT_PENDING');
    provider.payImmediately();
    expect(reasonOf(await withCode(other, creator))).toBe('used_up');
    expect(await listOwn(creator)).toMatchObject([{ taken: 1 }]);
    const order = provider.charges.at(-1)?.order;
    if (!order) throw new Error('no charge');
    await deliver(t, provider, provider.event(order));
    await t.drain();
    expect(await chargesTo(pending)).toEqual([8_000]);
    expect(reasonOf(await withCode(declined, creator))).toBe('used_up');
  });

  it('T141: a page holds a use until it is given up; paid later it is held for staff when others took it', async () => {
    const creator = await aSeller();
    await createOffer(creator, { limit: 1 });
    const [slow, quick] = [await aProfile(t), await aFan()];
    const { body: page } = await checkout(slow, creator);
    expect(reasonOf(await withCode(quick, creator))).toBe('used_up');
    await t.db.updateTable('payment_orders').set({ state: 'cancelled' }).where('id', '=', page.orderId).execute();
    expect((await withCode(quick, creator)).status).toBe(201);
    await pay(page.orderId);
    expect(await ordersOf(slow)).toMatchObject([{ state: 'held', flag: 'not delivered: CONFLICT' }]);
    expect(await listOwn(creator)).toMatchObject([{ taken: 1, limit: 1 }]);
  });

  it('T141: two pages of one person with one code are two payments, of which the second is held', async () => {
    const creator = await aSeller();
    await createOffer(creator);
    await (await clientOf(creator)).call('setOwnTerms', { body: { percentOff: { '3': 10, '6': 0, '12': 0 } } });
    const fan = await aProfile(t);
    const [one, three] = [await checkout(fan, creator), await checkout(fan, creator, { amount: 216, months: 3 })];
    expect(three.body.orderId).not.toBe(one.body.orderId);
    await pay(three.body.orderId);
    await pay(one.body.orderId);
    expect((await ordersOf(fan)).map(({ state }) => state)).toEqual(['held', 'paid']);
  });

  it('ends by hand, after its last day, and is for whom it says', async () => {
    const [creator, fan, former] = [await aSeller(), await aFan(), await aFan()];
    await subscribe(former, creator, {});
    t.clock.advance(2 * periodMs);
    await t.db.updateTable('subscriptions').set({ next_attempt_at: null }).execute();
    const today = t.clock.now().toISOString().slice(0, 10);
    const { body: made } = await createOffer(creator, { code: 'NEW1', audience: 'new', lastDay: today });
    expect(reasonOf(await subscribe(former, creator, { amount: 80, code: 'NEW1' }))).toBe('not_for_you');
    expect((await getOffer(fan, creator, 'new1')).offer?.refusal).toBeNull();
    t.clock.advance(day);
    expect(reasonOf(await subscribe(fan, creator, { amount: 80, code: 'NEW1' }))).toBe('ended');
    expect((await createOffer(creator, { code: 'NEW2', lastDay: today })).error?.code).toBe('VALIDATION_FAILED');
    const { body: other } = await createOffer(creator, { code: 'NEW3' });
    const end = async (by: TestProfile, id: string) => (await clientOf(by)).call('endOffer', { params: { id } });
    expect((await end(await aSeller(), other.id)).error?.code).toBe('NOT_FOUND');
    expect((await end(creator, other.id)).body.running).toBe(false);
    expect(reasonOf(await subscribe(fan, creator, { amount: 80, code: 'NEW3' }))).toBe('ended');
    expect(reasonOf(await subscribe(fan, creator, { amount: 80, code: 'NONE' }))).toBe('unknown');
    expect((await createOffer(creator, { code: 'new1' })).error?.code).toBe('CONFLICT');
    expect((await listOwn(creator)).map(({ id }) => id)).toEqual([other.id, made.id]);
    for (const bad of [
      { code: 'AB' },
      { code: 'HAS SPACE' },
      { value: 4 },
      { value: 81 },
      { limit: 0 },
      { limit: 10_001 },
    ])
      expect((await createOffer(creator, { code: 'GOOD', ...bad })).error?.code).toBe('VALIDATION_FAILED');
  });
});

describe('free trials', () => {
  it('T142: opens at once, charges nothing, never renews and cannot be made to', async () => {
    const [creator, fan] = [await aSeller(), await aFan()];
    await aTrial(creator, { limit: 50 });
    const answer = await startTrial(fan, creator);
    expect(answer.body).toMatchObject({
      ...{ amountCents: 0, nextAmountCents: 10_000, trial: true, renews: false, nextAttemptAt: null },
      expiryDate: new Date(t.clock.now().getTime() + 7 * day).toISOString(),
    });
    expect((await startTrial(fan, creator)).body.id).toBe(answer.body.id);
    const resumed = await (await clientOf(fan)).call('resumeSubscription', { params: { id: answer.body.id } });
    expect(resumed.error?.code).toBe('CONFLICT');
    const isOpen = async () =>
      (await (await clientOf(fan)).call('checkSubscription', { params: { id: creator.profileId } })).body.subscribed;
    expect(await isOpen()).toBe(true);
    t.clock.advance(7 * day);
    await t.context.subscriptions.renewDue();
    await t.context.subscriptions.processEnded();
    expect(await isOpen()).toBe(false);
    expect(await ordersOf(fan)).toEqual([]);
    expect(reasonOf(await startTrial(fan, creator))).toBe('once');
    expect(await listOwn(creator)).toMatchObject([{ taken: 1, stayed: 0 }]);
  });

  it('goes on when the fan pays, from the end of the free days', async () => {
    const [creator, fan] = [await aSeller(), await aFan()];
    await aTrial(creator);
    const { body: trial } = await startTrial(fan, creator);
    expect((await subscribe(fan, creator, { amount: 1 })).error?.code).toBe('PRICE_CHANGED');
    const paid = await subscribe(fan, creator, {});
    expect(paid.body).toMatchObject({
      ...{ trial: false, renews: true, amountCents: 10_000 },
      expiryDate: new Date(new Date(trial.expiryDate).getTime() + periodMs).toISOString(),
    });
    expect(await chargesTo(fan)).toEqual([10_000]);
    expect(await listOwn(creator)).toMatchObject([{ taken: 1, stayed: 1 }]);
  });

  it('T38: a payment that is charged back before its time begins leaves no debt, and afterwards only what was used', async () => {
    for (const [days, owed] of [
      [20, []],
      [45, [5_000]],
    ] as const) {
      const [creator, fan] = [await aSeller(), await aFan()];
      await aTrial(creator, { value: 30 });
      await startTrial(fan, creator);
      await subscribe(fan, creator, {});
      t.clock.advance(days * day);
      await subscribing.takeBack((await ordersOf(fan))[0]?.id ?? '', 'charged_back');
      const debts = await t.db
        .selectFrom('payment_debts')
        .selectAll()
        .where('account_id', '=', fan.accountId)
        .execute();
      expect(debts.map(({ owed_cents }) => Number(owed_cents))).toEqual(owed);
    }
  });

  it('T142: one trial of a creator in a lifetime, whatever its code, and none for the blocked', async () => {
    const [creator, fan, blocked] = [await aSeller(), await aFan(), await aFan()];
    await aTrial(creator);
    await aTrial(creator, { code: 'AGAIN', value: 30 });
    await aBlock(t, { blocker: creator, blocked });
    expect((await startTrial(blocked, creator)).error?.code).toBe('NOT_FOUND');
    await startTrial(fan, creator);
    t.clock.advance(8 * day);
    expect(reasonOf(await startTrial(fan, creator, 'again'))).toBe('once');
    expect((await subscribing.ownOf(fan)).status).toBe('lapsed');
  });

  it('T141: people at once begin no more trials than the limit, and two taps begin one', async () => {
    const creator = await aSeller();
    await aTrial(creator, { limit: 3 });
    const fans = await Promise.all(Array.from({ length: 8 }, () => aProfile(t)));
    const answers = await Promise.all(fans.flatMap((fan) => [startTrial(fan, creator), startTrial(fan, creator)]));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
    expect(await listOwn(creator)).toMatchObject([{ taken: 3 }]);
    const counted = await (await clientOf(creator)).call('getCreator', { params: { id: creator.profileId } });
    expect(counted.body.subscriberCount).toBe(3);
  });

  it('T142: asks for a confirmed address, and one device has one trial of a creator and three a day', async () => {
    const creator = await aSeller();
    await aTrial(creator);
    const fans = await Promise.all(Array.from({ length: 5 }, () => aProfile(t)));
    const device = Buffer.alloc(32, 7);
    for (const { accountId } of fans)
      await t.db
        .insertInto('account_origins')
        .values({ account_id: accountId, address: Buffer.alloc(32, 1), device, changed_at: t.clock.now() })
        .execute();
    const [first, second, third] = fans as [TestProfile, TestProfile, TestProfile];
    await t.db.updateTable('accounts').set({ email_verified_at: null }).where('id', '=', third.accountId).execute();
    expect((await startTrial(first, creator)).status).toBe(201);
    expect(reasonOf(await startTrial(second, creator))).toBe('device');
    expect((await getOffer(second, creator, 'FREE7')).offer?.refusal).toBe('device');
    expect(reasonOf(await startTrial(third, creator))).toBe('unconfirmed');
    for (const expected of [201, 201, 409]) {
      const other = await aSeller();
      await aTrial(other);
      expect((await startTrial(second, other)).status).toBe(expected);
    }
  });

  it('refuses a trial while subscribed, of oneself, and of a creator who stopped selling', async () => {
    const [creator, fan, late] = [await aSeller(), await aFan(), await aFan()];
    await aTrial(creator);
    await subscribe(fan, creator, {});
    expect(reasonOf(await startTrial(fan, creator))).toBe('not_for_you');
    expect((await startTrial(creator, creator)).error?.code).toBe('CONFLICT');
    await (await clientOf(creator)).call('stopSellingSubscriptions');
    expect((await startTrial(late, creator)).error?.code).toBe('SUBSCRIPTIONS_STOPPED');
  });

  it('T142: a payment that arrives while a trial begins keeps its time', async () => {
    const [creator, fan] = [await aSeller(), await aFan()];
    await aTrial(creator);
    const paidUntil = new Date(t.clock.now().getTime() + 12 * periodMs);
    const paying = await t.database.pool.connect();
    await paying.query('begin');
    await paying.query(
      `insert into subscriptions (id, subscriber_id, creator_id, price_cents, started_at, paid_until, term_months, next_attempt_at)
        values ($1, $2, $3, 120000, $4, $5, 12, $5)`,
      [newId(), fan.profileId, creator.profileId, t.clock.now(), paidUntil],
    );
    const starting = startTrial(fan, creator);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await t.database.pool.query(waiting)).rows.length).toBeGreaterThan(0);
    await paying.query('commit');
    paying.release();
    expect(reasonOf(await starting)).toBe('not_for_you');
    expect(await subscribing.ownOf(fan)).toMatchObject({
      ...{ trial: false, renews: true, months: 12, expiryDate: paidUntil.toISOString() },
    });
    expect(await listOwn(creator)).toMatchObject([{ taken: 0 }]);
  });
});
