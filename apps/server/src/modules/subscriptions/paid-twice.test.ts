import { beforeEach, expect, it } from 'vitest';
import { aCreator, aProfile, aSession, type TestProfile } from '../../../test/factories.ts';
import { aSavedCard, checkoutOrder, createTestProvider, deliver, mostCapable } from '../../../test/payment-provider.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { periodMs } from '../../platform/renewals.ts';

// A declined renewal is retried by the job while the member may be paying through a checkout.

const [minute, day] = [60_000, 86_400_000];
const provider = createTestProvider(mostCapable);
const t = useTestApp({ paymentAdapter: provider, at: new Date('2026-11-21T10:00:00+02:00') });
useReconciledBooks(t);
beforeEach(() => provider.payImmediately());

const price = 149;
interface Pair {
  creator: TestProfile;
  fan: TestProfile;
}
const clientOf = async ({ accountId }: TestProfile) => t.client(await aSession(t, accountId));

/** A subscription whose renewal was declined, 15 minutes before its retry. */
async function aRefusedRenewal(): Promise<Pair> {
  await t.db.updateTable('subscriptions').set({ next_attempt_at: null }).execute();
  const [creator, fan] = [await aCreator(t, { priceCents: price * 100 }), await aProfile(t)];
  await aSavedCard(t, provider, fan);
  await (await clientOf(fan)).call('subscribe', { body: { creatorId: creator.profileId, amount: price } });
  provider.onCharge(() => ({ status: 'declined', reason: 'Not enough money' }));
  t.clock.advance(periodMs - 30 * minute);
  await t.context.subscriptions.renewDue();
  t.clock.advance(30 * minute + day - 15 * minute);
  provider.payImmediately();
  provider.charges.length = 0;
  return { creator, fan };
}
const openCheckout = async ({ creator, fan }: Pair) =>
  (await clientOf(fan)).call('createCheckout', {
    body: { purpose: 'subscription', reference: creator.profileId, amount: price },
  });
async function payCheckout(orderId: string) {
  await deliver(t, provider, provider.event(checkoutOrder(provider, orderId)));
  await t.drain();
}
const renew = () => t.context.subscriptions.renewDue();
/** Paid days from now. */
const daysLeft = async ({ fan }: Pair) => {
  const [row] = (await (await clientOf(fan)).call('listSubscriptions')).body;
  return (new Date(row?.expiryDate ?? 0).getTime() - t.clock.now().getTime()) / day;
};

it('T30: charges nothing while a checkout was just opened, and one period is paid once', async () => {
  const pair = await aRefusedRenewal();
  const { body } = await openCheckout(pair);
  t.clock.advance(20 * minute);
  await renew();
  expect(provider.charges).toEqual([]);
  await payCheckout(body.orderId);
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
  const { body } = await openCheckout(pair);
  t.clock.advance(20 * minute);
  await renew();
  await payCheckout(body.orderId);
  const mails = (await t.context.mailer.outbox()).filter(({ to }) => to === pair.fan.email);
  expect(mails.filter(({ subject }) => subject.includes('did not go through'))).toHaveLength(1);
});

it('T30: queries a checkout with an unreported payment before charging the card', async () => {
  const pair = await aRefusedRenewal();
  const { body } = await openCheckout(pair);
  provider.knows(provider.event(checkoutOrder(provider, body.orderId)));
  t.clock.advance(3 * 3_600_000);
  await renew();
  expect(provider.charges).toEqual([]);
  expect(await daysLeft(pair)).toBe(30);
});

it("an abandoned checkout delays a renewal's next attempt only briefly", async () => {
  const pair = await aRefusedRenewal();
  await openCheckout(pair);
  t.clock.advance(20 * minute);
  await renew();
  t.clock.advance(30 * minute);
  await renew();
  expect(provider.charges).toHaveLength(1);
  expect(await daysLeft(pair)).toBe(30);
});

it('T30: opens no checkout for a period whose renewal is being charged', async () => {
  const pair = await aRefusedRenewal();
  t.clock.advance(20 * minute);
  let opened: Awaited<ReturnType<typeof openCheckout>> | undefined;
  provider.onCharge(async (order) => {
    opened = await openCheckout(pair);
    return { status: 'paid', event: provider.event(order) };
  });
  await renew();
  expect(opened?.error?.code).toBe('CONFLICT');
  expect(await daysLeft(pair)).toBe(30);
});

it('T30: concurrent checkouts and renewals never both proceed', async () => {
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
  const [checkouts] = await Promise.all([Promise.all(pairs.map(openCheckout)), renew(), renew()]);
  const charged = provider.charges.length;
  const opened = checkouts.filter(({ status }) => status === 200);
  expect(charged + opened.length).toBeLessThanOrEqual(pairs.length);
  for (const { body } of opened) await payCheckout(body.orderId);
  t.clock.advance(minute);
  await renew();
  for (const pair of pairs) expect(Math.round(await daysLeft(pair))).toBe(30);
});

it('a second tab gets the open checkout, so that one period has one checkout', async () => {
  const pair = await aRefusedRenewal();
  const [first, second] = [await openCheckout(pair), await openCheckout(pair)];
  expect(second.body).toEqual(first.body);
});

it('T30: a period that was still paid twice adds 30 days, and the member is notified', async () => {
  const pair = await aRefusedRenewal();
  const { body } = await openCheckout(pair);
  t.clock.advance(50 * minute);
  await renew();
  expect(provider.charges).toHaveLength(1);
  await payCheckout(body.orderId);
  expect(await daysLeft(pair)).toBe(60);
  const mails = (await t.context.mailer.outbox()).filter(({ to }) => to === pair.fan.email);
  const notices = mails.filter(({ subject }) => subject === 'Two Vlam payments arrived for the same time');
  expect(notices).toHaveLength(1);
  expect(notices[0]?.text).toMatch(/paid until \d+ \w+ \d{4}/);
  expect(
    (await (await clientOf(pair.fan)).call('listOrders')).body.items.filter(
      ({ purpose, status }) => purpose === 'subscription' && status === 'paid',
    ),
  ).toHaveLength(3);
});
