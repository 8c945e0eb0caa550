import { expect, it } from 'vitest';
import { aProfile, aSession, type TestProfile } from '../../../../test/factories.ts';
import { checkoutOrder, createTestProvider, deliverEvents, packCheckout } from '../../../../test/payment-provider.ts';
import { useReconciledBooks, useTestApp } from '../../../../test/use-app.ts';

const provider = createTestProvider();
const t = useTestApp({ paymentAdapter: provider });
useReconciledBooks(t);

const as = async ({ accountId }: TestProfile) => t.client(await aSession(t, accountId));
const freezes = () => t.context.payments.freezes;
const place = (who: TestProfile, isFinal = false) =>
  t.db
    .transaction()
    .execute((tx) => freezes().place(tx, who.accountId, { since: t.clock.now(), holdsSpending: false, isFinal }));
const lift = (who: TestProfile) => t.db.transaction().execute((tx) => freezes().lift(tx, who.accountId));
const isRefunded = (orderId: string) => provider.refunds.some(({ id }) => id === orderId);

async function aReturnedPack(who: TestProfile): Promise<{ id: string; text: string }> {
  const { body: page } = await (await as(who)).call('createCheckout', { body: packCheckout('p100') });
  const order = checkoutOrder(provider, page.orderId);
  await deliverEvents(t, provider, order, {});
  const returned = await (await as(who)).call('refundPurchase', { params: { id: order.id } });
  expect(returned.status).toBe(200);
  await t.drain();
  return { id: order.id, text: JSON.stringify({ ...returned.body.order, id: '', paidAt: '', createdAt: '' }) };
}

it('T108: a refund waits while the money is held, looks like any other, and is sent after the release', async () => {
  const [held, free] = [await aProfile(t), await aProfile(t)];
  await place(held);
  const [waiting, ordinary] = [await aReturnedPack(held), await aReturnedPack(free)];
  expect([isRefunded(waiting.id), isRefunded(ordinary.id)]).toEqual([false, true]);
  expect(Object.keys(JSON.parse(waiting.text))).toEqual(Object.keys(JSON.parse(ordinary.text)));
  expect(JSON.parse(waiting.text).status).toBe(JSON.parse(ordinary.text).status);
  await lift(held);
  t.clock.advance(3_601_000);
  await t.drain();
  expect(provider.refunds.filter(({ id }) => id === waiting.id)).toHaveLength(1);
});

it('a confirmed case holds no refund of the member’s own unspent pack', async () => {
  const member = await aProfile(t);
  await place(member, true);
  expect(isRefunded((await aReturnedPack(member)).id)).toBe(true);
});
