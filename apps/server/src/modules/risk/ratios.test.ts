import { beforeEach, expect, it } from 'vitest';
import { aCreator, aPaidPicture, aProfile, aSession, type TestProfile } from '../../../test/factories.ts';
import { checkoutOrder, createTestProvider, deliverEvents, packCheckout } from '../../../test/payment-provider.ts';
import { signalsOf } from '../../../test/risk-world.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import type { ChargeOrder } from '../payments/providers/port.ts';

const provider = createTestProvider();
const t = useTestApp({ paymentAdapter: provider });
useReconciledBooks(t);
let creator: TestProfile;
let admin: TestProfile;
beforeEach(async () => {
  [creator, admin] = [await aCreator(t), await aProfile(t, { role: 'admin' })];
});

const as = async ({ accountId }: TestProfile) => t.client(await aSession(t, accountId));
async function buy(who: TestProfile, body = packCheckout('p100')): Promise<ChargeOrder> {
  const { body: page } = await (await as(who)).call('createCheckout', { body });
  const order = checkoutOrder(provider, page.orderId);
  await deliverEvents(t, provider, order, {});
  return order;
}
const chargeBack = (order: ChargeOrder) => deliverEvents(t, provider, order, { kind: 'charged_back' });
async function unlock(who: TestProfile, from = creator, price = 60): Promise<void> {
  const { contentId } = await aPaidPicture(t, { creator: from, price });
  const answer = await (await as(who)).call('unlockContent', { params: { id: contentId }, body: { price } });
  expect(answer.status).toBe(200);
}
/** A member who bought a pack and spent it with the creator. */
async function aFan(from = creator): Promise<ChargeOrder> {
  const fan = await aProfile(t);
  const order = await buy(fan);
  await unlock(fan, from);
  return order;
}
const spansOf = async (who = creator) => {
  const { body } = await t.client(admin).call('chargebacksOf', { params: { id: who.profileId } });
  return body.spans;
};
const list = async () => {
  await t.context.risk.scan.countRatios();
  return (await t.client(admin).call('chargebackRatios', { query: { days: '90' } })).body.items;
};

it('counts the packs whose credits reached a creator, and those that were charged back', async () => {
  const orders = [await aFan(), await aFan(), await aFan(), await aFan()];
  const untouched = await aCreator(t);
  await aFan(untouched);
  expect(await spansOf()).toMatchObject([{ days: 30, payments: 4, chargedBack: 0, percent: 0 }, { days: 90 }]);
  if (orders[0]) await chargeBack(orders[0]);
  const [month] = await spansOf();
  expect(month).toMatchObject({ payments: 4, cents: 4 * 9_900, chargedBack: 1, chargedBackCents: 9_900, percent: 25 });
  const names = (await list()).map(({ member }) => member.accountId);
  expect(names).toContain(creator.accountId);
  expect(names).not.toContain(untouched.accountId);
});

it('counts a tip in rand as its own payment, and older payments in the longer span alone', async () => {
  const fan = await aProfile(t);
  const tip = await buy(fan, { purpose: 'tip', reference: creator.profileId, amount: 100 });
  await aFan();
  await t.database.pool.query(`update payment_orders set paid_at = paid_at - interval '40 days' where id = $1`, [
    tip.id,
  ]);
  const old = (days: number) => (spans: Awaited<ReturnType<typeof spansOf>>) => spans.find((one) => one.days === days);
  expect([old(30)(await spansOf())?.payments, old(90)(await spansOf())?.payments]).toEqual([1, 2]);
  await chargeBack(tip);
  expect([old(30)(await spansOf())?.chargedBack, old(90)(await spansOf())?.chargedBack]).toEqual([0, 1]);
});

it('T109: three charged-back payments of few are a signal; two are none', async () => {
  const orders = [await aFan(), await aFan(), await aFan(), await aFan()];
  for (const order of orders.slice(0, 2)) await chargeBack(order);
  await list();
  expect(await signalsOf(t, creator)).toBeNull();
  if (orders[2]) await chargeBack(orders[2]);
  const [first] = await list();
  expect(first).toMatchObject({ member: { accountId: creator.accountId }, percent: 75 });
  expect(await signalsOf(t, creator)).toEqual({
    charged_back: { payments: 3, of: 4, percent: 75, cents: 3 * 9_900, days: 90 },
  });
});
