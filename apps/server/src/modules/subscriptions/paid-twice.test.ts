import { beforeEach, expect, it } from 'vitest';
import { aCreator, aProfile, aSession, type TestProfile } from '../../../test/factories.ts';
import { aSavedCard, checkoutOrder, createTestProvider, deliver, mostCapable } from '../../../test/payment-provider.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { periodMs } from '../../platform/renewals.ts';

// A refused renewal is retried by itself while the member may be paying on the provider's page.

const [minute, day] = [60_000, 86_400_000];
const provider = createTestProvider(mostCapable);
const t = useTestApp({ paymentAdapter: provider, at: new Date('2026-11-21T10:00:00+02:00') });
useReconciledBooks(t);
beforeEach(() => provider.payAtOnce());

const price = 149;
interface Pair {
  creator: TestProfile;
  fan: TestProfile;
}
const as = async ({ accountId }: TestProfile) => t.client(await aSession(t, accountId));

/** A subscription whose renewal was refused, a quarter of an hour before its retry. */
async function aRefusedRenewal(): Promise<Pair> {
  await t.db.updateTable('subscriptions').set({ next_attempt_at: null }).execute();
  const [creator, fan] = [await aCreator(t, { priceCents: price * 100 }), await aProfile(t)];
  await aSavedCard(t, provider, fan);
  await (await as(fan)).call('subscribe', { body: { creatorId: creator.profileId, amount: price } });
  provider.onCharge(() => ({ status: 'declined', reason: 'Not enough money' }));
  t.clock.advance(periodMs - 30 * minute);
  await t.context.subscriptions.renewDue();
  t.clock.advance(30 * minute + day - 15 * minute);
  provider.payAtOnce();
  provider.charges.length = 0;
  return { creator, fan };
}
const openPage = async ({ creator, fan }: Pair) =>
  (await as(fan)).call('createCheckout', {
    body: { purpose: 'subscription', reference: creator.profileId, amount: price },
  });
async function payPage(orderId: string) {
  await deliver(t, provider, provider.event(checkoutOrder(provider, orderId)));
  await t.drain();
}
const renew = () => t.context.subscriptions.renewDue();
/** Paid days from now. */
const daysLeft = async ({ fan }: Pair) => {
  const [row] = (await (await as(fan)).call('listSubscriptions')).body;
  return (new Date(row?.expiryDate ?? 0).getTime() - t.clock.now().getTime()) / day;
};

it('T30: charges nothing beside a page that the member has just opened, and one period is paid once', async () => {
  const pair = await aRefusedRenewal();
  const { body } = await openPage(pair);
  t.clock.advance(20 * minute);
  await renew();
  expect(provider.charges).toEqual([]);
  await payPage(body.orderId);
  expect(await daysLeft(pair)).toBe(30);
  for (let hours = 0; hours < 72; hours += 12) {
    t.clock.advance(12 * 3_600_000);
    await renew();
  }
  expect(provider.charges).toEqual([]);
});

it('sends no refusal while the member is paying, with or without a card', async () => {
  const pair = await aRefusedRenewal();
  await t.db.deleteFrom('payment_methods').where('account_id', '=', pair.fan.accountId).execute();
  const { body } = await openPage(pair);
  t.clock.advance(20 * minute);
  await renew();
  await payPage(body.orderId);
  const mails = (await t.context.mailer.outbox()).filter(({ to }) => to === pair.fan.email);
  expect(mails.filter(({ subject }) => subject.includes('did not go through'))).toHaveLength(1);
});

it('T30: queries a page whose payment is not reported yet before the card is charged', async () => {
  const pair = await aRefusedRenewal();
  const { body } = await openPage(pair);
  provider.knows(provider.event(checkoutOrder(provider, body.orderId)));
  t.clock.advance(3 * 3_600_000);
  await renew();
  expect(provider.charges).toEqual([]);
  expect(await daysLeft(pair)).toBe(30);
});

it("an abandoned page delays a renewal's next attempt only briefly", async () => {
  const pair = await aRefusedRenewal();
  await openPage(pair);
  t.clock.advance(20 * minute);
  await renew();
  t.clock.advance(30 * minute);
  await renew();
  expect(provider.charges).toHaveLength(1);
  expect(await daysLeft(pair)).toBe(30);
});

it('T30: opens no page for a period whose renewal is being charged', async () => {
  const pair = await aRefusedRenewal();
  t.clock.advance(20 * minute);
  let opened: Awaited<ReturnType<typeof openPage>> | undefined;
  provider.onCharge(async (order) => {
    opened = await openPage(pair);
    return { status: 'paid', event: provider.event(order) };
  });
  await renew();
  expect(opened?.error?.code).toBe('CONFLICT');
  expect(await daysLeft(pair)).toBe(30);
});

it('T30: concurrent pages and renewals never both proceed', async () => {
  const pairs: Pair[] = [];
  for (let made = 0; made < 8; made += 1) pairs.push(await aRefusedRenewal());
  const ids = pairs.map(({ fan }) => fan.profileId);
  const now = t.clock.now();
  await t.db
    .updateTable('subscriptions')
    .set({ next_attempt_at: now, paid_until: new Date(now.getTime() - day), claimed_until: null })
    .where('subscriber_id', 'in', ids)
    .execute();
  provider.charges.length = 0;
  const [pages] = await Promise.all([Promise.all(pairs.map(openPage)), renew(), renew()]);
  const charged = provider.charges.length;
  const opened = pages.filter(({ status }) => status === 200);
  expect(charged + opened.length).toBeLessThanOrEqual(pairs.length);
  for (const { body } of opened) await payPage(body.orderId);
  t.clock.advance(minute);
  await renew();
  for (const pair of pairs) expect(Math.round(await daysLeft(pair))).toBe(30);
});

it('a second tab gets the open page, so that one period has one page', async () => {
  const pair = await aRefusedRenewal();
  const [first, second] = [await openPage(pair), await openPage(pair)];
  expect(second.body).toEqual(first.body);
});

it('T30: a period paid twice all the same adds 30 days, and the member is notified', async () => {
  const pair = await aRefusedRenewal();
  const { body } = await openPage(pair);
  t.clock.advance(50 * minute);
  await renew();
  expect(provider.charges).toHaveLength(1);
  await payPage(body.orderId);
  expect(await daysLeft(pair)).toBe(60);
  const mails = (await t.context.mailer.outbox()).filter(({ to }) => to === pair.fan.email);
  const told = mails.filter(({ subject }) => subject === 'Two Vlam payments arrived for the same time');
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toMatch(/paid until \d+ \w+ \d{4}/);
  expect(
    (await (await as(pair.fan)).call('listOrders')).body.items.filter(
      ({ purpose, status }) => purpose === 'subscription' && status === 'paid',
    ),
  ).toHaveLength(3);
});
