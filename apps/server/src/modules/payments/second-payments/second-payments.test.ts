import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { aProfile, type TestProfile } from '../../../../test/factories.ts';
import { aPackOrder, createTestProvider, deliverEvents as deliverTo } from '../../../../test/payment-provider.ts';
import { useReconciledBooks, useTestApp } from '../../../../test/use-app.ts';
import type { ChargeOrder, ProviderEvent } from '../providers/port.ts';

// A page that was paid twice: two payments of one order, which the provider knows by two references of its own.

let fan: TestProfile;
let staff: TestProfile;
const provider = createTestProvider();
const t = useTestApp({ paymentAdapter: provider });
useReconciledBooks(t);
beforeEach(async () => {
  [fan, staff] = [await aProfile(t), await aProfile(t, { role: 'admin' })];
});
afterAll(async () => {
  expect(await t.context.compliance.findBrokenLink()).toBeNull();
});

const anOrder = () => aPackOrder(t, provider, fan);
const deliverEvents = (order: ChargeOrder, ...changes: Partial<ProviderEvent>[]) =>
  deliverTo(t, provider, order, ...changes);
const [one, two] = [
  () => ({ providerReference: `one ${randomUUID()}` }),
  () => ({ providerReference: `two ${randomUUID()}` }),
];
const listed = async (order: ChargeOrder) =>
  (await t.client(staff).call('listFlaggedPayments', { query: { limit: '50' } })).body.items.filter(
    ({ orderId }) => orderId === order.id,
  );
const refund = (id: string, { who = staff, amount = 9_900, key = randomUUID() as string } = {}) =>
  t.client(who).call('refundPayment', {
    params: { id },
    body: { amount, currency: 'ZAR', reason: 'Paid twice' },
    idempotencyKey: key,
  });
const credits = async () => (await t.context.credits.balance(fan.accountId)).balance;
const status = async ({ id }: ChargeOrder) => (await t.client(fan).call('getOrder', { params: { id } })).body.status;
const packCredits = 150;

it('T94: the second payment is held, shown to staff and refunded; the first keeps its purchase', async () => {
  const [order, first, second] = [await anOrder(), one(), two()];
  await deliverEvents(order, first, second, second, first);
  expect([await status(order), await credits()]).toEqual(['paid', packCredits]);
  const [shown, ...more] = await listed(order);
  expect(more).toEqual([]);
  expect(shown).toMatchObject({
    ...{ flag: 'paid twice', status: 'held', isSecond: true, ...second, amount: 9_900 },
    ...{ canGrant: null, canRefund: { amount: 9_900, currency: 'ZAR' }, canEnd: false },
  });
  const id = shown?.id ?? '';
  expect((await refund(id, { who: fan })).error?.code).toBe('FORBIDDEN');
  expect((await refund(id, { amount: 100 })).error?.code).toBe('CONFLICT');
  const before = provider.refunds.length;
  const key = randomUUID();
  for (const answer of await Promise.all([1, 2, 3].map(() => refund(id, { key }))))
    expect(['REQUEST_IN_PROGRESS', undefined]).toContain(answer.error?.code);
  await t.drain();
  expect(provider.refunds.slice(before)).toMatchObject([{ id: order.id, amountCents: 9_900 }]);
  expect(provider.refundReferences.at(-1)).toBe(second.providerReference);
  expect(await listed(order)).toMatchObject([{ refundRequestedAt: expect.any(String), canRefund: null }]);
  await deliverEvents(order, { kind: 'refunded', ...second });
  expect([await status(order), await credits(), await listed(order)]).toEqual(['paid', packCredits, []]);
  const mails = (await t.context.mailer.outbox()).filter(({ to }) => to === fan.email);
  expect(mails.filter(({ text }) => text.includes('R99.00 for') && text.includes('given back'))).toHaveLength(1);
});

it('T36 T94: in every order of events one payment pays the order, and the other is held', async () => {
  const [right, other, odd] = [one(), two(), { ...one(), amountCents: 100 }];
  const orders = [
    [right, other],
    [odd, right],
    [right, odd],
  ] as const;
  for (const changes of orders) {
    const order = await anOrder();
    const fresh = changes.map((each) => ({ ...each, providerReference: `${each.providerReference} ${order.id}` }));
    await deliverEvents(order, ...fresh);
    expect(await status(order)).toBe('paid');
    expect(await listed(order)).toHaveLength(1);
  }
});

it('T94: a payment after the refund of the first is held too', async () => {
  const [order, first, second] = [await anOrder(), one(), two()];
  await deliverEvents(order, first, { kind: 'refunded', ...first }, second);
  expect([await status(order), await credits(), (await listed(order)).length]).toEqual(['refunded', 0, 1]);
});

it('T93: a chargeback of the second payment takes nothing that the first one bought', async () => {
  const [order, first, second] = [await anOrder(), one(), two()];
  await deliverEvents(order, first, second, { kind: 'charged_back', ...second });
  expect([await status(order), await credits(), await listed(order)]).toEqual(['paid', packCredits, []]);
});

it('a second reference of one payment is flagged, and recorded', async () => {
  const order = await anOrder();
  await deliverEvents(order, one(), two());
  const [shown] = await listed(order);
  const params = { id: shown?.id ?? '' };
  const answer = await t.client(staff).call('clearPaymentFlag', { params, body: { reason: 'One payment' } });
  expect(answer.status).toBe(204);
  expect(await listed(order)).toEqual([]);
});

it.each(['refunded', 'charged_back'] as const)(
  'T93: the one payment of an order that has two references is %s under either of them',
  async (kind) => {
    for (const named of [0, 1]) {
      const [order, names] = [await anOrder(), [one(), two()]];
      await deliverEvents(order, ...names);
      const [shown] = await listed(order);
      const params = { id: shown?.id ?? '' };
      await t.client(staff).call('clearPaymentFlag', { params, body: { reason: 'One payment, two references' } });
      await deliverEvents(order, { kind, ...names[named] });
      expect(await status(order)).toBe(kind);
    }
  },
);
