import { afterAll, beforeEach, expect, it } from 'vitest';
import { aProfile, aSession, type TestProfile } from '../../../../test/factories.ts';
import { aSavedCard, createTestProvider, deliver } from '../../../../test/payment-provider.ts';
import { useReconciledBooks, useTestApp } from '../../../../test/use-app.ts';

// A charge without a response from a provider that cannot be queried: staff check with the provider, and decides.

let fan: TestProfile;
let staff: TestProfile;
const provider = createTestProvider();
const t = useTestApp({ paymentAdapter: provider });
useReconciledBooks(t);
beforeEach(async () => {
  [fan, staff] = [await aProfile(t), await aProfile(t, { role: 'admin' })];
  provider.payImmediately();
  await aSavedCard(t, provider, fan);
  provider.onCharge(() => ({ status: 'unknown' }));
});
afterAll(async () => {
  expect(await t.context.compliance.findBrokenLink()).toBeNull();
});

const requery = async (hours: number) => {
  t.clock.advance(hours * 3_600_000);
  await t.database.pool.query(`select graphile_worker.add_job('payments.requery')`);
  await t.drain();
};
/** Sessions of staff do not outlast the hours that pass here. */
const as = async ({ accountId }: TestProfile) => t.client(await aSession(t, accountId));
const order = async (id: string) => (await (await as(fan)).call('getOrder', { params: { id } })).body;
const listed = async (id: string) =>
  (await (await as(staff)).call('listFlaggedPayments', { query: { limit: '50' } })).body.items.find(
    (one) => one.id === id,
  );
const credits = async () => (await t.context.credits.balance(fan.accountId)).balance;
const noted = async (id: string) =>
  (await t.database.pool.query('select action from audit_log where target_id = $1', [id])).rows.map(
    (row: { action: string }) => row.action,
  );

/** A pack charged three hours ago. */
async function aSilentOrder(): Promise<string> {
  const answer = await t.client(fan).call('purchaseCredits', { body: { packId: 'p100', price: 99 } });
  expect(answer.body).toMatchObject({ paid: false, checkoutUrl: null, balance: null });
  await requery(1);
  expect(await listed(answer.body.orderId)).toBeUndefined();
  await requery(2);
  return answer.body.orderId;
}
const priced = { amount: 9_900, currency: 'ZAR' };

it('T94: a hanging charge returns its order, and a retry finds the same order', async () => {
  const before = provider.charges.length;
  const tap = () =>
    t.client(fan).call('purchaseCredits', { body: { packId: 'p100', price: 99 }, idempotencyKey: 'one-tap-of-a-pack' });
  const [first, second] = [await tap(), await tap()];
  expect(first.status).toBe(200);
  expect(second.body.orderId).toBe(first.body.orderId);
  expect(provider.charges.length - before).toBe(1);
  expect((await order(first.body.orderId)).status).toBe('pending');
});

it('T94: is shown to staff after two hours, and granted when it proves paid', async () => {
  const id = await aSilentOrder();
  expect(await listed(id)).toMatchObject({ flag: 'no answer', canGrant: priced, canRefund: null, canEnd: true });
  const params = { id };
  const cleared = await (await as(staff)).call('clearPaymentFlag', { params, body: { reason: 'Looked' } });
  expect(cleared.error?.code).toBe('CONFLICT');
  const body = { ...priced, reason: 'Paid, says their desk' };
  expect((await (await as(staff)).call('grantPayment', { params, body })).body.status).toBe('paid');
  expect(await credits()).toBe(150);
  expect(await noted(id)).toEqual(['payment.granted']);
  // The provider's own word, days later, is about the same payment.
  const charged = provider.charges.at(-1)?.order;
  if (!charged) throw new Error('nothing was charged');
  await deliver(t, provider, provider.event(charged));
  await t.drain();
  expect([await credits(), (await order(id)).status, await listed(id)]).toEqual([150, 'paid', undefined]);
});

it('T94: ends when it never arrived; a late event is honoured', async () => {
  const id = await aSilentOrder();
  const end = async (who: TestProfile) =>
    (await as(who)).call('endPayment', {
      params: { id },
      body: { reason: 'No such charge' },
      idempotencyKey: 'end-that-order',
    });
  expect((await end(fan)).error?.code).toBe('FORBIDDEN');
  for (let time = 0; time < 2; time += 1)
    expect((await end(staff)).body).toMatchObject({ status: 'failed', flag: '', canEnd: false });
  expect(await noted(id)).toEqual(['payment.ended']);
  expect(await order(id)).toMatchObject({ status: 'failed', failureReason: 'Your card was not charged' });
  const charged = provider.charges.at(-1)?.order;
  if (!charged) throw new Error('nothing was charged');
  await deliver(t, provider, provider.event(charged));
  await t.drain();
  expect([await credits(), (await order(id)).status]).toEqual([150, 'paid']);
});

it('T94: leaves the list when the provider’s event arrives', async () => {
  const id = await aSilentOrder();
  const charged = provider.charges.at(-1)?.order;
  if (!charged) throw new Error('nothing was charged');
  await deliver(t, provider, provider.event(charged, { kind: 'failed', reason: 'Declined' }));
  await t.drain();
  expect(await listed(id)).toBeUndefined();
  expect((await order(id)).failureReason).toBe('Declined');
});
