import { beforeEach, expect, it } from 'vitest';
import { storedBalance } from '../../../test/balances.ts';
import { aCreator, aProfile, type TestProfile } from '../../../test/factories.ts';
import { aSavedCard, createTestProvider, deliver } from '../../../test/payment-provider.ts';
import { splitPrice } from '../../../test/split.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { jobTasks } from '../../modules.ts';
import { periodMs } from '../../platform/renewals.ts';
import { accountOf } from '../credits/service.ts';

// Renewals are charged in batches; one failing order must not affect the others.

const provider = createTestProvider();
const t = useTestApp({ paymentAdapter: provider, at: new Date('2026-11-21T10:00:00+02:00') });
useReconciledBooks(t);
beforeEach(() => provider.payImmediately());

const priceCents = 9_900;
/** A creator with `count` subscribers whose renewals are due; subscriptions of earlier tests stop renewing. */
async function aDueCrowd(count: number): Promise<{ creator: TestProfile; fans: TestProfile[] }> {
  await t.db.updateTable('subscriptions').set({ next_attempt_at: null }).execute();
  const creator = await aCreator(t, { priceCents });
  const fans: TestProfile[] = [];
  for (let made = 0; made < count; made += 1) {
    const fan = await aProfile(t);
    await aSavedCard(t, provider, fan);
    await t.client(fan).call('subscribe', { body: { creatorId: creator.profileId, amount: priceCents / 100 } });
    fans.push(fan);
  }
  t.clock.advance(periodMs - 1_800_000);
  provider.charges.length = 0;
  return { creator, fans };
}
const paidUntil = async (fan: TestProfile) => {
  const row = await t.db
    .selectFrom('subscriptions')
    .select('paid_until')
    .where('subscriber_id', '=', fan.profileId)
    .executeTakeFirstOrThrow();
  return row.paid_until.getTime() - t.clock.now().getTime();
};
const renewed = async (fans: readonly TestProfile[]) =>
  (await Promise.all(fans.map(paidUntil))).filter((left) => left > periodMs).length;
const periodsOf = async ({ profileId }: TestProfile) =>
  (
    await t.db
      .selectFrom('subscription_periods')
      .innerJoin('subscriptions', 'subscriptions.id', 'subscription_periods.subscription_id')
      .select('order_id')
      .where('creator_id', '=', profileId)
      .execute()
  ).length;
const earned = ({ profileId }: TestProfile) => storedBalance(t, accountOf(profileId, 'earnings', 'cents'));

it('T30: three concurrent runs of the job charge each renewal once', async () => {
  const { creator, fans } = await aDueCrowd(12);
  const job = jobTasks(t.context).find(({ kind }) => kind.name === 'subscriptions.renew');
  await Promise.all([1, 2, 3].map(() => job?.run({}, { id: '1', attempt: 1 })));
  expect(provider.charges).toHaveLength(12);
  expect(await renewed(fans)).toBe(12);
  expect(await periodsOf(creator)).toBe(24);
  expect(await earned(creator)).toBe(24 * splitPrice(priceCents).creator);
  const receipts = await t.db.selectFrom('receipts').select(['year', 'number']).execute();
  const numbers = receipts.map(({ number }) => number).sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

it('T37: a wrong amount holds one order and pays the rest', async () => {
  const { creator, fans } = await aDueCrowd(6);
  let odd = true;
  provider.onCharge((order) => {
    const amountCents = odd ? 100 : order.amountCents;
    odd = false;
    return { status: 'paid', event: provider.event(order, { amountCents }) };
  });
  await t.context.subscriptions.renewDue();
  expect(await renewed(fans)).toBe(5);
  // A held payment is not charged again.
  for (let hours = 0; hours < 48; hours += 12) {
    t.clock.advance(12 * 3_600_000);
    await t.context.subscriptions.renewDue();
  }
  expect(provider.charges).toHaveLength(6);
  expect(await periodsOf(creator)).toBe(11);
});

it('T36: a webhook that overtakes the response pays once', async () => {
  const { creator, fans } = await aDueCrowd(4);
  provider.onCharge(async (order) => {
    const event = provider.event(order);
    await deliver(t, provider, event);
    await t.drain();
    return { status: 'paid', event };
  });
  await t.context.subscriptions.renewDue();
  expect(await renewed(fans)).toBe(4);
  expect(await periodsOf(creator)).toBe(8);
  expect(await earned(creator)).toBe(8 * splitPrice(priceCents).creator);
});

it('F2: a batch that fails is retried order by order', async () => {
  const { creator, fans } = await aDueCrowd(3);
  const erased = fans[0] as TestProfile;
  // As if the member was erased during the charge: the subscription cannot be extended.
  provider.onCharge(async (order) => {
    await t.db.deleteFrom('subscriptions').where('subscriber_id', '=', erased.profileId).execute();
    return { status: 'paid', event: provider.event(order) };
  });
  await t.context.subscriptions.renewDue();
  expect(await renewed(fans.slice(1))).toBe(2);
  expect(provider.charges).toHaveLength(3);
  expect(await earned(creator)).toBe(6 * splitPrice(priceCents).creator);
});

it("respects a member's own pause and limit", async () => {
  const { fans } = await aDueCrowd(3);
  const [paused, limited] = fans as [TestProfile, TestProfile];
  for (const [fan, limit] of [
    [paused, { cool_off_until: new Date(t.clock.now().getTime() + 86_400_000) }],
    [limited, { monthly_cents: 5_000n }],
  ] as const)
    await t.db
      .insertInto('spending_limits')
      .values({ account_id: fan.accountId, ...limit })
      .execute();
  await t.context.subscriptions.renewDue();
  expect(provider.charges).toHaveLength(1);
  expect(await renewed(fans)).toBe(1);
});
