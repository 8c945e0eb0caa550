import { randomUUID } from 'node:crypto';
import { gifts } from '@vlam/contract/gifts';
import { vipTiers } from '@vlam/contract/vip';
import { beforeEach, expect, it } from 'vitest';
import { storedBalance } from '../../../../test/balances.ts';
import { aCreator, aPaidPicture, aProfile, aSession, type TestProfile } from '../../../../test/factories.ts';
import {
  aSavedCard,
  aTestCard,
  checkoutOrder,
  createTestProvider,
  deliverEvents as deliverTo,
  packCheckout,
  packPrice,
} from '../../../../test/payment-provider.ts';
import { useReconciledBooks, useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';
import { accountOf, issuance } from '../../credits/service.ts';
import type { ChargeOrder, ProviderEvent } from '../providers/port.ts';

const vipPriceOfGold = vipTiers.find(({ id }) => id === 'gold')?.price;
const [rose] = gifts;
let fan: TestProfile;
let creator: TestProfile;
const provider = createTestProvider();
const t = useTestApp({ paymentAdapter: provider });
useReconciledBooks(t);
beforeEach(async () => {
  [fan, creator] = [await aProfile(t), await aCreator(t, { priceCents: 10_000 })];
});

const as = async ({ accountId }: TestProfile) => t.client(await aSession(t, accountId));
/** In rand, as the member is shown it. */
async function priceOf(purpose: string, reference: string, who: TestProfile): Promise<number> {
  if (purpose === 'debt') return (await owed(who)) / 100;
  if (purpose === 'vip') return vipPriceOfGold ?? 0;
  return purpose === 'pack' ? packPrice(reference) : 100;
}
async function open(purpose: string, reference: string, who = fan): Promise<ChargeOrder> {
  const body = { purpose, reference, amount: await priceOf(purpose, reference, who) };
  const { body: page, error } = await (await as(who)).call('createCheckout', { body });
  if (error) throw new Error(error.code);
  return checkoutOrder(provider, page.orderId);
}
const deliverEvents = (order: ChargeOrder, changes: Partial<ProviderEvent> = {}) =>
  deliverTo(t, provider, order, changes);
async function buy(purpose: string, reference: string, changes: Partial<ProviderEvent> = {}, who = fan) {
  const order = await open(purpose, reference, who);
  await deliverEvents(order, changes);
  return order;
}
const chargeBack = (order: ChargeOrder) => deliverEvents(order, { kind: 'charged_back' });
const earned = ({ profileId }: TestProfile, currency: 'credits' | 'cents' = 'credits') =>
  storedBalance(t, accountOf(profileId, 'earnings', currency));
async function unlock(price: number, from = creator): Promise<void> {
  const { contentId } = await aPaidPicture(t, { creator: from, price });
  const answer = await (await as(fan)).call('unlockContent', { params: { id: contentId }, body: { price } });
  expect(answer.status).toBe(200);
}
/** As if all that the payer bought so far had happened so much earlier. */
async function age(days: number): Promise<void> {
  await t.database.pool.query('alter table ledger_transfers disable trigger user');
  await t.database.pool.query(
    'update ledger_transfers set created_at = created_at - make_interval(days => $2) where owner_id = $1',
    [fan.accountId, days],
  );
  await t.database.pool.query('alter table ledger_transfers enable trigger user');
}
const letClear = () => age(8);
const owed = async (who = fan) => (await (await as(who)).call('getSpendingLimits')).body.owedCents;
const status = async (order: ChargeOrder, who = fan) =>
  (await (await as(who)).call('getOrder', { params: { id: order.id } })).body.status;
const flagOf = async ({ id }: ChargeOrder) => {
  const staff = await as(await aProfile(t, { role: 'admin' }));
  const { body } = await staff.call('listFlaggedPayments', { query: { limit: '50' } });
  return body.items.find((one) => one.orderId === id)?.flag;
};

it('T93: spent credits are owed, and purchases are refused until the debt is settled', async () => {
  const order = await buy('pack', 'p100');
  await unlock(60);
  await chargeBack(order);
  expect(await owed()).toBe(5_940);
  const { contentId } = await aPaidPicture(t, { creator, price: 5 });
  const client = await as(fan);
  const tries = [
    client.call('unlockContent', { params: { id: contentId }, body: { price: 5 } }),
    client.call('purchaseCredits', { body: { packId: 'p100', price: 99 } }),
    client.call('createCheckout', { body: packCheckout('p100') }),
    client.call('createCheckout', { body: { purpose: 'vip', reference: 'gold', amount: vipPriceOfGold } }),
    client.call('sendGift', { body: { giftId: rose.id, recipientId: creator.profileId, price: rose.credits } }),
  ];
  for (const answer of await Promise.all(tries))
    expect(answer.error).toMatchObject({ code: 'SPENDING_LIMIT_REACHED', details: { period: 'debt' } });
  const settling = await open('debt', '');
  expect(settling.amountCents).toBe(5_940);
  await deliverEvents(settling);
  expect([await owed(), await status(settling)]).toEqual([0, 'paid']);
  expect((await (await as(fan)).call('createCheckout', { body: packCheckout('p100') })).status).toBe(200);
  expect(
    (await (await as(fan)).call('createCheckout', { body: { purpose: 'debt', reference: '', amount: 1 } })).error?.code,
  ).toBe('CONFLICT');
  await chargeBack(settling);
  expect(await owed()).toBe(5_940);
});

it('T93: a debt has one open page, reused for the same amount and closed for another', async () => {
  const [first, second] = [await buy('pack', 'p100'), await buy('pack', 'p100')];
  await unlock(150);
  await chargeBack(second);
  const member = await as(fan);
  const ask = (amount: number) => member.call('createCheckout', { body: { purpose: 'debt', reference: '', amount } });
  const pages = await Promise.all([0, 1, 2].map(async () => ask((await owed()) / 100)));
  expect(new Set(pages.map(({ body }) => body.orderId)).size).toBe(1);
  const page = await open('debt', '');
  expect(page.id).toBe(pages[0]?.body.orderId);
  const known = await owed();
  await chargeBack(first);
  expect(await owed()).toBeGreaterThan(known);
  const whole = await open('debt', '');
  expect(whole.id).not.toBe(page.id);
  expect([await status(page), await status(whole)]).toEqual(['cancelled', 'pending']);
  await deliverEvents(whole);
  expect(await owed()).toBe(0);
});

it('T93: of two paid debt pages, the later payment is held and refunded', async () => {
  const [first, second] = [await buy('pack', 'p100'), await buy('pack', 'p100')];
  await unlock(150);
  await chargeBack(second);
  const page = await open('debt', '');
  await chargeBack(first);
  const whole = await open('debt', '');
  await deliverEvents(whole);
  await deliverEvents(page);
  expect([await owed(), await status(whole), await status(page)]).toEqual([0, 'paid', 'held']);
  const staff = await as(await aProfile(t, { role: 'admin' }));
  const listed = async () => {
    const { body } = await staff.call('listFlaggedPayments', { query: { limit: '50' } });
    return body.items.find(({ orderId }) => orderId === page.id);
  };
  const shown = await listed();
  expect(shown).toMatchObject({ flag: 'not delivered: CONFLICT', canGrant: null });
  const body = { ...shown?.canRefund, reason: 'Paid twice' };
  const given = await staff.call('refundPayment', { params: { id: page.id }, body, idempotencyKey: randomUUID() });
  expect(given.status).toBe(200);
  await t.drain();
  expect(provider.refundReferences).toContain(`ref_${page.id}`);
  await deliverEvents(page, { kind: 'refunded' });
  expect([await status(page), await owed(), await listed()]).toEqual(['refunded', 0, undefined]);
});

it('T93: an unspent pack owes nothing', async () => {
  const order = await buy('pack', 'p100');
  await chargeBack(order);
  expect([await owed(), (await t.context.credits.balance(fan.accountId)).balance]).toEqual([0, 0]);
});

it('T93: creators return uncleared earnings, last spent first; cleared ones stay', async () => {
  const [old, second] = [await aCreator(t), await aCreator(t)];
  const order = await buy('pack', 'p100');
  await unlock(40, old);
  await letClear();
  await unlock(50, second);
  const before = [await earned(old), await earned(second)];
  expect(before).toEqual([32, 40]);
  await chargeBack(order);
  expect([await earned(old), await earned(second)]).toEqual([32, 0]);
  // The same words again take nothing more.
  await chargeBack(order);
  expect([await earned(old), await earned(second)]).toEqual([32, 0]);
  expect(await owed()).toBe(8_910);
});

it('T93: a card of an unsettled debt pays nothing for another account: the money is held', async () => {
  const card = aTestCard();
  const order = await buy('pack', 'p100', { method: card });
  await unlock(20);
  await chargeBack(order);
  const other = await aProfile(t);
  const second = await buy('pack', 'p100', { method: { ...card } }, other);
  expect([await status(second, other), await flagOf(second)]).toEqual([
    'held',
    'card of a payment that was charged back',
  ]);
  // What staff read of it is that nothing was booked.
  const { rows } = await t.database.pool.query('select outcome from payment_events where order_id = $1', [second.id]);
  expect(rows).toEqual([{ outcome: 'held' }]);
  expect((await t.context.credits.balance(other.accountId)).balance).toBe(0);
  await deliverEvents(await open('debt', ''), { method: card });
  expect(await owed()).toBe(0);
  const third = await aProfile(t);
  expect(await status(await buy('pack', 'p100', { method: card }, third), third)).toBe('paid');
});

it('T93: a pair with a pattern is shown to staff by the creator’s id', async () => {
  const order = await buy('pack', 'p500');
  await unlock(400);
  await chargeBack(order);
  expect(await flagOf(order)).toBe(`charged back, spent on creator ${creator.profileId}`);
});

const heldFor = ({ profileId }: TestProfile) => storedBalance(t, accountOf(profileId, 'earnings_held'));
const given = () => t.context.credits.grantPromotional(fan.accountId, 30, randomUUID(), 'A present');
const released = async () => {
  await t.context.credits.held.settle(fan.accountId);
  return [await earned(creator), await heldFor(creator)];
};
it('T91, T93: released earnings of a charged back payment are held again until the debt is paid', async () => {
  await given();
  await unlock(30);
  expect(await released()).toEqual([0, 24]);
  const order = await buy('pack', 'p1000');
  expect(await released()).toEqual([24, 0]);
  await unlock(100);
  await chargeBack(order);
  expect(await released()).toEqual([0, 24]);
  await deliverEvents(await open('debt', ''));
  expect(await released()).toEqual([24, 0]);
  // Held and released a second time, it is booked a second time.
  expect(await t.context.credits.books.solvency()).toMatchObject({ solvent: true });
});

it('T91: released earnings of a refunded pack are held again', async () => {
  await given();
  await unlock(30);
  const order = await buy('pack', 'p1000');
  expect(await released()).toEqual([24, 0]);
  const answer = await (await as(fan)).call('refundPurchase', {
    params: { id: order.id },
    idempotencyKey: randomUUID(),
  });
  expect(answer.status).toBe(200);
  await t.drain();
  await deliverEvents(order, { kind: 'refunded' });
  expect(await status(order)).toBe('refunded');
  expect(await released()).toEqual([0, 24]);
});

it('T93: released and cleared earnings stay with the creator', async () => {
  await given();
  await unlock(30);
  const order = await buy('pack', 'p1000');
  expect(await released()).toEqual([24, 0]);
  await age(8);
  await chargeBack(order);
  expect(await released()).toEqual([24, 0]);
});

it('T91: earnings covered by another payment stay released', async () => {
  await given();
  await unlock(30);
  await buy('vip', 'gold');
  const order = await buy('pack', 'p1000');
  expect(await released()).toEqual([24, 0]);
  await chargeBack(order);
  expect(await released()).toEqual([24, 0]);
});

it('T93: a tip owes its price, a membership the time that was used', async () => {
  await aSavedCard(t, provider, fan);
  provider.payImmediately();
  const tip = { profileId: creator.profileId, amount: 50 };
  expect((await (await as(fan)).call('sendTip', { body: tip, idempotencyKey: randomUUID() })).status).toBe(201);
  const charged = provider.charges.at(-1)?.order;
  if (!charged) throw new Error('nothing was charged');
  await chargeBack(charged);
  expect([await owed(), await earned(creator, 'cents')]).toEqual([5_000, 0]);
  fan = await aProfile(t);
  const membership = await buy('subscription', creator.profileId);
  t.clock.advance(3 * 86_400_000);
  await chargeBack(membership);
  expect(await owed()).toBeGreaterThanOrEqual(1_000);
  expect(await owed()).toBeLessThan(1_010);
});

it.each([
  ['subscription', 8_000],
  ['tip', 8_000],
] as const)(
  'T93: of a %s in rand the creator loses what still clears, and keeps what has cleared',
  async (purpose, share) => {
    const reference = creator.profileId;
    const cleared = await buy(purpose, reference);
    await letClear();
    await chargeBack(cleared);
    expect(await earned(creator, 'cents')).toBe(share);
    fan = await aProfile(t);
    const clearing = await buy(purpose, reference);
    expect(await earned(creator, 'cents')).toBe(2 * share);
    await chargeBack(clearing);
    expect(await earned(creator, 'cents')).toBe(share);
    fan = await aProfile(t);
    const refunded = await buy(purpose, reference);
    await letClear();
    await deliverEvents(refunded, { kind: 'refunded' });
    expect(await earned(creator, 'cents')).toBe(share);
  },
);

it('T93: what has cleared can be withdrawn after a chargeback took what still clears', async () => {
  const { credits } = t.context;
  const at = new Date(t.clock.now().getTime() - 10 * 86_400_000);
  const ids = { ownerId: newId(), key: newId(), reference: newId(), payeeId: creator.profileId };
  const [from, to] = [issuance, accountOf(creator.profileId, 'earnings')];
  await credits.transact((tx) =>
    credits.move(tx, [{ ...ids, kind: 'tip', description: 'Tip', amount: 100, from, to, at }]),
  );
  const withdrawable = async () => (await (await as(creator)).call('listPayouts')).body.availableCents;
  expect(await withdrawable()).toBe(4_200);
  const order = await buy('pack', 'p100');
  await unlock(50);
  expect([await withdrawable(), await earned(creator)]).toEqual([4_200, 140]);
  await chargeBack(order);
  expect([await withdrawable(), await earned(creator)]).toEqual([4_200, 100]);
});

it('T93: renewals of many are not charged with a card of a debt, nor of a payer who owes', async () => {
  const card = aTestCard();
  const crowd = await Promise.all([aProfile(t), aProfile(t), aProfile(t)]);
  const [shared, indebted, plain] = crowd;
  if (!shared || !indebted || !plain) throw new Error('three are needed');
  const cardOf = (member: TestProfile) => (member === shared ? { ...card } : aTestCard());
  for (const member of crowd) {
    await aSavedCard(t, provider, member, cardOf(member));
    const body = { creatorId: creator.profileId, amount: 100 };
    expect((await (await as(member)).call('subscribe', { body })).error).toBeNull();
  }
  await aSavedCard(t, provider, fan, { ...card });
  await (await as(fan)).call('sendTip', { body: { profileId: creator.profileId, amount: 50 } });
  const tip = provider.charges.at(-1)?.order;
  fan = indebted;
  const debt = await buy('pack', 'p100');
  await unlock(60);
  await chargeBack(debt);
  if (tip) await chargeBack(tip);
  t.clock.advance(30 * 86_400_000 - 1_800_000);
  provider.charges.length = 0;
  await t.context.subscriptions.renewDue();
  const charged = provider.charges.map(({ order }) => order.email);
  expect(charged).toEqual([plain.email]);
});

it('T93: a card that was charged in a renewal of many is remembered', async () => {
  const card = aTestCard();
  await aSavedCard(t, provider, fan, card);
  const body = { creatorId: creator.profileId, amount: 100 };
  expect((await (await as(fan)).call('subscribe', { body })).error).toBeNull();
  t.clock.advance(30 * 86_400_000 - 1_800_000);
  provider.charges.length = 0;
  await t.context.subscriptions.renewDue();
  const renewal = provider.charges.find(({ order }) => order.email === fan.email)?.order;
  if (!renewal) throw new Error('nothing was renewed');
  t.clock.advance(2 * 86_400_000);
  await chargeBack(renewal);
  expect(await owed()).toBeGreaterThan(0);
  const other = await aProfile(t);
  const second = await buy('pack', 'p100', { method: { ...card } }, other);
  expect(await status(second, other)).toBe('held');
});
