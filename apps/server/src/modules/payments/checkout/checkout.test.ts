import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aProfile, type TestProfile } from '../../../../test/factories.ts';
import {
  aSavedCard,
  checkoutOrder,
  createTestProvider,
  deliver,
  mostCapable,
} from '../../../../test/payment-provider.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { PaidOrder, Purpose } from '../../../platform/purpose.ts';
import type { Viewer } from '../../../platform/viewer.ts';

let fan: TestProfile;
/** Calls of the purpose under test, in order. */
let calls: string[];
let refuses: AppError | null;

const thing: Purpose = {
  async quote(_viewer, { reference, amount }) {
    if (reference === 'nothing') throw new AppError('NOT_FOUND');
    return { amountCents: amount === undefined ? 9_900 : amount * 100, description: 'A thing', details: { reference } };
  },
  async paid(_tx, order) {
    if (refuses) throw refuses;
    calls.push(`paid ${order.reference}`);
    return [];
  },
  async reversed(_tx, order, why) {
    calls.push(`${why} ${order.reference}`);
    return [];
  },
};

const provider = createTestProvider(mostCapable);
const t = useTestApp({ paymentAdapter: provider });
beforeAll(async () => {
  t.context.social.tipPurpose = thing;
});
beforeEach(async () => {
  calls = [];
  refuses = null;
  provider.payImmediately();
  fan = await aProfile(t);
});

const viewer = (): Viewer => ({
  accountId: fan.accountId,
  sessionId: fan.sessionId,
  role: 'user',
  permissions: [],
  ageVerified: true,
  profileId: fan.profileId,
  isCreator: false,
});
const charge = (reference: string, key = newId()): Promise<PaidOrder> =>
  t.context.payments.chargeSaved(viewer(), { purpose: 'tip', reference, key });
const quote = { amountCents: 9_900, description: 'A month', details: {} };
const renew = (key: string, reference = 'month') =>
  t.context.payments.chargeRenewal({
    ...{ accountId: fan.accountId, purpose: 'tip', reference, quote, key },
    dueSince: t.clock.now(),
  });

describe('charging a saved method', () => {
  it('without one names the checkout, after refusing what cannot be bought', async () => {
    await expect(charge('rose')).rejects.toMatchObject({
      code: 'PAYMENT_METHOD_REQUIRED',
      details: { purpose: 'tip', reference: 'rose' },
    });
    await expect(charge('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('T30: a hundred calls with one key are one charge and one result', async () => {
    await aSavedCard(t, provider, fan);
    const before = provider.charges.length;
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 100 }, () => charge('rose', key)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(provider.charges.length - before).toBe(1);
    expect(calls).toEqual(['paid rose']);
    await expect(charge('tulip', key)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('a lost reply is queried under the same key, and never charged again', async () => {
    await aSavedCard(t, provider, fan);
    const before = provider.charges.length;
    provider.onCharge((order) => {
      provider.knows(provider.event(order));
      throw new AppError('UNAVAILABLE');
    });
    const key = newId();
    await expect(charge('rose', key)).rejects.toMatchObject({ code: 'PAYMENT_PENDING' });
    expect((await charge('rose', key)).reference).toBe('rose');
    expect(provider.charges.length - before).toBe(1);
    expect(calls).toEqual(['paid rose']);
  });

  it('a webhook concurrent with the charge’s reply pays once', async () => {
    await aSavedCard(t, provider, fan);
    const { id } = await charge('rose');
    const order = provider.charges.at(-1)?.order;
    if (!order) throw new Error('nothing was charged');
    expect(order.id).toBe(id);
    await deliver(t, provider, provider.event(order));
    await t.drain();
    expect(calls).toEqual(['paid rose']);
  });

  it('a decline is final for its key; another key retries', async () => {
    await aSavedCard(t, provider, fan);
    provider.onCharge(() => ({ status: 'declined', reason: 'Not enough funds' }));
    const key = newId();
    for (let time = 0; time < 2; time += 1)
      await expect(charge('rose', key)).rejects.toMatchObject({
        code: 'PAYMENT_DECLINED',
        details: { reason: 'Not enough funds' },
      });
    provider.payImmediately();
    await charge('rose');
    expect(calls).toEqual(['paid rose']);
  });

  it('a bank confirmation returns a page to go to', async () => {
    await aSavedCard(t, provider, fan);
    provider.onCharge((order) => ({ status: 'redirect', url: `https://pay.test/3ds/${order.id}` }));
    const key = newId();
    for (let time = 0; time < 2; time += 1)
      await expect(charge('rose', key)).rejects.toMatchObject({
        code: 'PAYMENT_METHOD_REQUIRED',
        details: { checkoutUrl: expect.stringContaining('/3ds/') },
      });
  });

  it('an expired card, or one of another provider, is not charged', async () => {
    await aSavedCard(t, provider, fan, { token: newId(), brand: 'Visa', lastFour: '1111', expiresOn: '2020-01-31' });
    await expect(charge('rose')).rejects.toMatchObject({ code: 'PAYMENT_METHOD_REQUIRED' });
    await aSavedCard(t, provider, fan);
    await t.database.pool.query(`update payment_methods set provider = 'paystack' where account_id = $1`, [
      fan.accountId,
    ]);
    await expect(charge('rose')).rejects.toMatchObject({ code: 'PAYMENT_METHOD_REQUIRED' });
  });

  it('a payment that cannot be granted is held for staff, not lost and not retried for ever', async () => {
    await aSavedCard(t, provider, fan);
    refuses = new AppError('CONFLICT');
    const key = newId();
    await expect(charge('rose', key)).rejects.toMatchObject({ code: 'CONFLICT' });
    const [order] = (await t.client(fan).call('listOrders')).body.items;
    expect(order?.status).toBe('held');
    expect(calls).toEqual([]);
  });

  it('a fault while paying rolls back, and the event is retried', async () => {
    const { body } = await t
      .client(fan)
      .call('createCheckout', { body: { purpose: 'tip', reference: 'rose', amount: 99 } });
    refuses = new Error('a defect') as AppError;
    await deliver(t, provider, provider.event(checkoutOrder(provider, body.orderId)));
    await t.drain({ tolerateFailures: true });
    const status = async () => (await t.client(fan).call('getOrder', { params: { id: body.orderId } })).body.status;
    expect(await status()).toBe('pending');
    refuses = null;
    t.clock.advance(600_000);
    await t.drain();
    expect(await status()).toBe('paid');
    expect(calls).toEqual(['paid rose']);
  });
});

describe('renewals', () => {
  it('one key is one charge for ever', async () => {
    await aSavedCard(t, provider, fan);
    const before = provider.charges.length;
    const [first, second] = [await renew('period 1'), await renew('period 1')];
    expect(first.status).toBe('paid');
    expect(second).toEqual(first);
    t.clock.advance(86_400_000);
    await renew('period 2');
    expect(provider.charges.length - before).toBe(2);
  });

  it('distinguishes no card, a decline, a bank confirmation and no reply', async () => {
    expect(await renew('a')).toEqual({ status: 'no_method' });
    await aSavedCard(t, provider, fan);
    provider.onCharge(() => ({ status: 'declined', reason: 'Card is blocked' }));
    expect(await renew('b')).toEqual({ status: 'declined', reason: 'Card is blocked' });
    provider.onCharge(() => ({ status: 'redirect', url: 'https://pay.test/3ds' }));
    expect((await renew('c')).status).toBe('declined');
    provider.onCharge(() => {
      throw new Error('socket closed');
    });
    expect(await renew('d')).toEqual({ status: 'unknown' });
    expect(await renew('d')).toEqual({ status: 'unknown' });
  });

  it('T94: is retried only after the provider reports that the first attempt never arrived', async () => {
    await aSavedCard(t, provider, fan);
    provider.onCharge(() => ({ status: 'unknown' }));
    const count = provider.charges.length;
    expect((await renew('e')).status).toBe('unknown');
    t.clock.advance(14 * 60_000);
    expect((await renew('e')).status).toBe('unknown');
    expect(provider.charges.length - count).toBe(1);
    const before = provider.chargeSaved;
    // The first process died before it asked, so the provider has no answer to repeat.
    provider.chargeSaved = async (order) => ({ status: 'paid', event: provider.event(order) });
    t.clock.advance(2 * 60_000);
    expect((await renew('e')).status).toBe('paid');
    provider.chargeSaved = before;
    const { rows } = await t.database.pool.query(
      `select number, outcome, proof from payment_attempts join payment_orders on id = order_id
        where account_id = $1 and key = 'e' order by number desc`,
      [fan.accountId],
    );
    expect(rows).toEqual([
      { number: 2, outcome: 'paid', proof: null },
      { number: 1, outcome: 'never_arrived', proof: 'provider' },
    ]);
  });

  it.each([
    { canQuery: false, chargesOncePerOrder: true },
    { canQuery: true, chargesOncePerOrder: false },
  ])(
    'T94: is never retried at a provider with canQuery $canQuery, chargesOncePerOrder $chargesOncePerOrder',
    async (promises) => {
      await aSavedCard(t, provider, fan);
      Object.assign(provider, promises);
      provider.onCharge(() => ({ status: 'unknown' }));
      const count = provider.charges.length;
      for (let half = 0; half < 20; half += 1) {
        expect((await renew('g')).status).toBe('unknown');
        t.clock.advance(30 * 60_000);
      }
      Object.assign(provider, mostCapable);
      expect(provider.charges.length - count).toBe(1);
    },
  );

  it('a member’s own limit and pause stop renewals too', async () => {
    await aSavedCard(t, provider, fan);
    await t.client(fan).call('setSpendingLimits', { body: { dailyCents: 9_899, monthlyCents: null } });
    expect((await renew('f')).status).toBe('declined');
  });
});

describe('a taken back payment', () => {
  it('ends the purchase once, whichever event arrives first', async () => {
    await aSavedCard(t, provider, fan);
    await charge('rose');
    const order = provider.charges.at(-1)?.order;
    if (!order) throw new Error('nothing was charged');
    for (const kind of ['refunded', 'charged_back', 'refunded'] as const) {
      await deliver(t, provider, provider.event(order, { kind }));
      await t.drain();
    }
    expect(calls).toEqual(['paid rose', 'refund rose']);
    const half = await charge('tulip');
    const part = provider.charges.at(-1)?.order;
    if (!part) throw new Error('nothing was charged');
    await deliver(t, provider, provider.event(part, { kind: 'refunded', amountCents: 100 }));
    await t.drain();
    expect((await t.client(fan).call('getOrder', { params: { id: half.id } })).body.status).toBe('paid');
  });
});
