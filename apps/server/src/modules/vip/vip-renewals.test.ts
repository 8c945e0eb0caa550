import type { VipTierId } from '@vlam/contract/vip';
import { beforeEach, expect, it } from 'vitest';
import { aProfile, aSession, type TestProfile } from '../../../test/factories.ts';
import { joinVip, vipPrice } from '../../../test/members.ts';
import { aSavedCard, checkoutOrder, createTestProvider, deliver } from '../../../test/payment-provider.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { jobTasks } from '../../modules.ts';
import { periodMs } from '../../platform/renewals.ts';

const [minute, day] = [60_000, 86_400_000];
const provider = createTestProvider();
const t = useTestApp({ paymentAdapter: provider, at: new Date('2026-11-02T10:00:00+02:00') });
useReconciledBooks(t);
beforeEach(() => provider.payImmediately());

const clientOf = async ({ accountId }: TestProfile) => t.client(await aSession(t, accountId));
const getOwn = async (member: TestProfile) => (await (await clientOf(member)).call('ownVip')).body;
const paidUntil = async (member: TestProfile) => new Date((await getOwn(member)).paidUntil ?? 0).getTime();
const renew = () => t.context.vip.renewDue();

async function aMember(tierId: VipTierId): Promise<TestProfile> {
  const member = await aProfile(t);
  await aSavedCard(t, provider, member);
  await joinVip(await clientOf(member), tierId);
  return member;
}
/** Members due half an hour before their time ends; memberships of earlier tests stop renewing. */
async function aDueCrowd(tiers: readonly VipTierId[]): Promise<TestProfile[]> {
  await t.db.updateTable('vip_memberships').set({ next_attempt_at: null }).execute();
  const members: TestProfile[] = [];
  for (const tier of tiers) members.push(await aMember(tier));
  t.clock.advance(periodMs - 30 * minute);
  provider.charges.length = 0;
  return members;
}
/** Number of transactions that wrote the latest periods of these members. */
async function countTransactions(members: readonly TestProfile[]): Promise<number> {
  const { rows } = await t.database.pool.query(
    'select count(distinct xmin::text)::int as n from vip_periods where account_id = any($1) and starts_at > $2',
    [members.map(({ accountId }) => accountId), t.clock.now()],
  );
  return rows[0]?.n;
}

it('T30: three concurrent runs charge each member once and extend them in batches', async () => {
  const members = await aDueCrowd(['gold', 'gold', 'platinum', 'diamond', 'gold', 'platinum', 'gold', 'gold']);
  const job = jobTasks(t.context).find(({ kind }) => kind.name === 'vip.renew');
  await Promise.all([1, 2, 3].map(() => job?.run({}, { id: '1', attempt: 1 })));
  expect(provider.charges).toHaveLength(8);
  expect(await countTransactions(members)).toBeLessThan(4);
  for (const member of members) expect(await paidUntil(member)).toBe(t.clock.now().getTime() + 30 * minute + periodMs);
  const balances = await Promise.all(members.map(({ accountId }) => t.context.credits.balance(accountId)));
  expect(balances.map(({ balance }) => balance)).toEqual([400, 400, 1_000, 2_000, 400, 1_000, 400, 400]);
});

it('F2: a membership that cannot be extended does not block the others', async () => {
  const members = await aDueCrowd(['gold', 'gold', 'gold']);
  const [deleted] = members as [TestProfile];
  provider.onCharge(async (order) => {
    await t.db.deleteFrom('vip_memberships').where('account_id', '=', deleted.accountId).execute();
    return { status: 'paid', event: provider.event(order) };
  });
  await renew();
  expect(provider.charges).toHaveLength(3);
  for (const member of members.slice(1)) expect((await getOwn(member)).tier).toBe('gold');
});

it('a suspended member is not charged and stops renewing', async () => {
  const [barred, other] = (await aDueCrowd(['gold', 'gold'])) as [TestProfile, TestProfile];
  await t.context.identity.suspend(t.db, barred.accountId, 'A test');
  await renew();
  expect(provider.charges).toHaveLength(1);
  expect((await getOwn(other)).tier).toBe('gold');
  const row = await t.db
    .selectFrom('vip_memberships')
    .select('next_attempt_at')
    .where('account_id', '=', barred.accountId)
    .executeTakeFirstOrThrow();
  expect(row.next_attempt_at).toBeNull();
});

it('owed bonuses are granted once when the month begins', async () => {
  await t.db.updateTable('vip_memberships').set({ bonus_owed: false }).execute();
  t.clock.set(new Date('2027-05-01T10:00:00+02:00'));
  const members = await aDueCrowd(['gold', 'platinum', 'gold']);
  await renew();
  t.clock.set(new Date('2027-06-01T00:00:01+02:00'));
  const granted = await Promise.all([t.context.vip.grantOwedBonuses(), t.context.vip.grantOwedBonuses()]);
  expect(granted.reduce((sum, count) => sum + count, 0)).toBe(3);
  const balances = await Promise.all(members.map(({ accountId }) => t.context.credits.balance(accountId)));
  expect(balances.map(({ balance }) => balance)).toEqual([400, 1_000, 400]);
});

it('T30: a renewal paid after an upgrade extends the higher tier, and the member gets a mail', async () => {
  const [member] = (await aDueCrowd(['gold'])) as [TestProfile];
  provider.onCharge(() => ({ status: 'unknown' }));
  await renew();
  const [renewal] = provider.charges;
  if (!renewal) throw new Error('nothing was charged');
  const amount = await vipPrice(await clientOf(member), 'platinum');
  const checkout = { purpose: 'vip', reference: 'platinum', amount };
  expect((await (await clientOf(member)).call('createCheckout', { body: checkout })).error?.code).toBe('CONFLICT');
  await t.db.updateTable('payment_orders').set({ state: 'failed' }).where('id', '=', renewal.order.id).execute();
  const { body } = await (await clientOf(member)).call('createCheckout', { body: checkout });
  await deliver(t, provider, provider.event(checkoutOrder(provider, body.orderId)));
  await t.drain();
  expect((await getOwn(member)).tier).toBe('platinum');
  const before = await paidUntil(member);
  await deliver(t, provider, provider.event(renewal.order));
  await t.drain();
  expect((await getOwn(member)).tier).toBe('platinum');
  expect((await paidUntil(member)) - before).toBeGreaterThan((299 / 499) * 29.9 * day);
  const mails = (await t.context.mailer.outbox()).filter(({ to }) => to === member.email);
  expect(mails.filter(({ subject }) => subject.startsWith('Two Vlam payments'))).toHaveLength(1);
});

it('a tier paid with a card that is not saved does not renew', async () => {
  const member = await aProfile(t);
  const body = { purpose: 'vip', reference: 'gold', amount: 299, saveMethod: false };
  const { body: answer } = await (await clientOf(member)).call('createCheckout', { body });
  await deliver(t, provider, provider.event(checkoutOrder(provider, answer.orderId)));
  await t.drain();
  expect(await getOwn(member)).toMatchObject({ tier: 'gold', renews: false });
});

it('T30: no renewal is charged while a checkout for another tier is open', async () => {
  const [member] = (await aDueCrowd(['gold'])) as [TestProfile];
  const { body } = await (await clientOf(member)).call('createCheckout', {
    body: { purpose: 'vip', reference: 'diamond', amount: await vipPrice(await clientOf(member), 'diamond') },
  });
  await renew();
  expect(provider.charges).toEqual([]);
  await deliver(t, provider, provider.event(checkoutOrder(provider, body.orderId)));
  await t.drain();
  t.clock.advance(2 * 3_600_000);
  await renew();
  expect(provider.charges).toEqual([]);
  expect(await getOwn(member)).toMatchObject({ tier: 'diamond', renews: true });
});
