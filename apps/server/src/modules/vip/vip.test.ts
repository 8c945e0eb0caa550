import { setTimeout as sleep } from 'node:timers/promises';
import { type VipTierId, vipTierIds } from '@vlam/contract/vip';
import { beforeEach, describe, expect, it } from 'vitest';
import { aProfile, aSession, type TestProfile } from '../../../test/factories.ts';
import { joinVip } from '../../../test/members.ts';
import { aSavedCard, createTestProvider, deliver, mostCapable } from '../../../test/payment-provider.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { periodMs } from '../../platform/renewals.ts';

const day = 86_400_000;
const provider = createTestProvider(mostCapable);
const t = useTestApp({ paymentAdapter: provider, at: new Date('2026-11-02T10:00:00+02:00') });
useReconciledBooks(t);
beforeEach(() => {
  t.clock.set(new Date('2026-11-02T10:00:00+02:00'));
  provider.payImmediately();
});

async function aPayer(): Promise<TestProfile> {
  const member = await aProfile(t);
  await aSavedCard(t, provider, member);
  return member;
}
/** A new session per call, since sessions expire within the months that pass here. */
const clientOf = async ({ accountId }: TestProfile) => t.client(await aSession(t, accountId));
const join = async (member: TestProfile, tierId: VipTierId) => joinVip(await clientOf(member), tierId);
const getOwn = async (member: TestProfile) => (await (await clientOf(member)).call('ownVip')).body;
const balance = async (member: TestProfile) => (await t.context.credits.balance(member.accountId)).balance;
const chargesTo = async ({ accountId }: TestProfile) => {
  const orders = await t.db.selectFrom('payment_orders').select('id').where('account_id', '=', accountId).execute();
  const ids = new Set(orders.map(({ id }) => id));
  return provider.charges.filter(({ order }) => ids.has(order.id));
};
const bonuses = async ({ accountId }: TestProfile) => {
  const found = await t.context.credits.transactions(accountId);
  return found.filter(({ description }) => description.includes('bonus')).map(({ amount }) => amount);
};

it('lists three tiers with their prices and features', async () => {
  const { body } = await t.client().call('listVipTiers');
  expect(body.map(({ id, price, features, exclusiveFeatures }) => [id, price, features, exclusiveFeatures])).toEqual([
    ['gold', 299, ['200 credits monthly bonus', '3x boost', '50 messages/day'], []],
    ['platinum', 499, ['500 credits monthly bonus', '5x boost', 'Unlimited messages'], []],
    ['diamond', 799, ['1000 credits monthly bonus', '10x boost', 'Unlimited messages'], ['Custom content requests']],
  ]);
});

describe('a membership', () => {
  it('gives boost, quota, requests, bonus and the tier of the current user immediately', async () => {
    const member = await aPayer();
    expect(await getOwn(member)).toMatchObject({ tier: null, boost: 1, messagesPerDay: 5, contentRequests: false });
    const answer = await join(member, 'gold');
    expect(answer.body).toMatchObject({ tier: 'gold', renews: true, boost: 3, messagesPerDay: 50, bonusGranted: 200 });
    expect(await balance(member)).toBe(200);
    expect((await (await clientOf(member)).call('currentUser')).body.vipTier).toBe('gold');
    const { vip } = t.context;
    expect(await vip.getBoost(member.accountId)).toBe(3);
    expect(await vip.getMessagesPerDay(member.accountId)).toBe(50);
    expect(await vip.canRequestContent(member.accountId)).toBe(false);
    await join(member, 'diamond');
    expect(await vip.canRequestContent(member.accountId)).toBe(true);
    expect(await vip.getMessagesPerDay(member.accountId)).toBeNull();
    expect((await chargesTo(member)).map(({ order }) => order.amountCents)).toEqual([29_900, 50_000]);
  });

  it('T30: 20 concurrent calls are one charge and 20 identical responses', async () => {
    const member = await aPayer();
    const answers = await Promise.all(Array.from({ length: 20 }, () => join(member, 'platinum')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await chargesTo(member)).toHaveLength(1);
    expect(await balance(member)).toBe(500);
  });

  it('T42: ten changes of tier in a month grant one bonus, of the highest tier', async () => {
    const member = await aPayer();
    for (let change = 0; change < 10; change += 1) {
      await join(member, vipTierIds[(change * 2) % 3] ?? 'gold');
      t.clock.advance(3_600_000);
    }
    expect(await balance(member)).toBe(1_000);
    expect((await bonuses(member)).reduce((sum, amount) => sum + amount, 0)).toBe(1_000);
    expect((await getOwn(member)).bonusGranted).toBe(1_000);
  });

  it('changes to a lower tier with the next renewal, without a charge now', async () => {
    const member = await aPayer();
    await join(member, 'diamond');
    expect((await join(member, 'gold')).body).toMatchObject({ tier: 'diamond', nextTier: 'gold' });
    expect((await join(member, 'diamond')).body).toMatchObject({ tier: 'diamond', nextTier: null });
    await join(member, 'gold');
    t.clock.advance(periodMs - 60_000);
    await t.context.vip.renewDue();
    expect(await getOwn(member)).toMatchObject({ tier: 'gold', nextTier: null, renews: true });
    expect((await chargesTo(member)).map(({ order }) => order.amountCents)).toEqual([79_900, 29_900]);
    expect(await balance(member)).toBe(1_200);
  });

  it('stops, resumes, and ends with the paid time', async () => {
    const member = await aPayer();
    const call = async (name: 'stopVip' | 'resumeVip') => (await clientOf(member)).call(name);
    expect((await call('stopVip')).error?.code).toBe('CONFLICT');
    await join(member, 'gold');
    expect((await call('stopVip')).body).toMatchObject({ tier: 'gold', renews: false });
    expect((await join(member, 'gold')).body).toMatchObject({ tier: 'gold', renews: false });
    expect((await call('resumeVip')).body).toMatchObject({ renews: true });
    await call('stopVip');
    t.clock.advance(periodMs + 1_000);
    await t.context.vip.renewDue();
    expect(await getOwn(member)).toMatchObject({ tier: null, boost: 1, messagesPerDay: 5 });
    expect((await call('resumeVip')).error?.code).toBe('CONFLICT');
    expect(await chargesTo(member)).toHaveLength(1);
  });

  it('grants the bonus only after the email address is confirmed', async () => {
    const member = await aPayer();
    const confirm = (at: Date | null) =>
      t.db.updateTable('accounts').set({ email_verified_at: at }).where('id', '=', member.accountId).execute();
    await confirm(null);
    await join(member, 'gold');
    await t.context.vip.grantOwedBonuses();
    expect(await getOwn(member)).toMatchObject({ tier: 'gold', bonusGranted: 0, bonusWaits: true });
    expect(await balance(member)).toBe(0);
    await confirm(t.clock.now());
    await t.context.vip.grantOwedBonuses();
    await t.context.vip.grantOwedBonuses();
    expect(await getOwn(member)).toMatchObject({ bonusGranted: 200, bonusWaits: false });
    expect(await balance(member)).toBe(200);
  });

  it('renews once, with a bonus for each payment and at most one a month', async () => {
    t.clock.set(new Date('2027-01-01T10:00:00+02:00'));
    const member = await aPayer();
    await join(member, 'gold');
    t.clock.set(new Date('2027-01-31T09:30:00+02:00'));
    await Promise.all([t.context.vip.renewDue(), t.context.vip.renewDue()]);
    expect(await chargesTo(member)).toHaveLength(2);
    expect(await balance(member)).toBe(200);
    await t.context.vip.grantOwedBonuses();
    expect(await balance(member)).toBe(200);
    t.clock.set(new Date('2027-02-01T00:00:01+02:00'));
    await t.context.vip.grantOwedBonuses();
    await t.context.vip.grantOwedBonuses();
    expect(await balance(member)).toBe(400);
    t.clock.set(new Date('2027-03-02T09:00:01+02:00'));
    await t.context.vip.renewDue();
    expect(await balance(member)).toBe(600);
  });

  it('F9: while a renewal has an unknown outcome, nothing else is charged and its tier stays', async () => {
    const member = await aPayer();
    await join(member, 'platinum');
    await join(member, 'gold');
    provider.onCharge((order) => {
      provider.knows(provider.event(order));
      return { status: 'unknown' };
    });
    t.clock.advance(periodMs - 60_000);
    await t.context.vip.renewDue();
    for (const tier of ['platinum', 'diamond'] as const)
      expect((await join(member, tier)).error?.code).toBe('CONFLICT');
    t.clock.advance(3_600_000);
    await t.context.vip.renewDue();
    expect(await getOwn(member)).toMatchObject({ tier: 'gold', renews: true });
    expect((await chargesTo(member)).map(({ order }) => order.amountCents)).toEqual([49_900, 29_900]);
  });

  it('retries a declined renewal three times, then ends', async () => {
    const member = await aPayer();
    await join(member, 'gold');
    provider.onCharge(() => ({ status: 'declined', reason: 'Not enough money' }));
    for (let hours = 0; hours < 24 * 39; hours += 12) {
      t.clock.advance(12 * 3_600_000);
      await t.context.vip.renewDue();
    }
    expect(await chargesTo(member)).toHaveLength(5);
    expect(await getOwn(member)).toMatchObject({ tier: null, renews: false });
    const mails = (await t.context.mailer.outbox()).filter(
      (mail) => mail.to === member.email && /did not go|has ended/.test(mail.subject),
    );
    expect(mails).toHaveLength(4);
    for (const mail of mails) expect(mail.text + mail.subject).not.toMatch(/VIP|gold/i);
  });
});

it('T38: a chargeback ends the membership and takes back the unspent bonus', async () => {
  const member = await aPayer();
  await join(member, 'gold');
  const [charge] = await chargesTo(member);
  if (!charge) throw new Error('nothing was charged');
  t.clock.advance(10 * day);
  await deliver(t, provider, provider.event(charge.order, { kind: 'charged_back' }));
  await t.drain();
  expect(await getOwn(member)).toMatchObject({ tier: null, renews: false });
  expect(await balance(member)).toBe(0);
  t.clock.advance(20 * day);
  await t.context.vip.renewDue();
  expect(await chargesTo(member)).toHaveLength(1);
});

describe('several tiers concurrently', () => {
  it('T30: concurrent purchases of three tiers charge one', async () => {
    for (const delayMs of [0, 30]) {
      const member = await aPayer();
      provider.onCharge(async (order) => {
        await sleep(delayMs);
        return { status: 'paid', event: provider.event(order) };
      });
      const client = await clientOf(member);
      const prices = { gold: 299, platinum: 499, diamond: 799 };
      const answers = await Promise.all(
        vipTierIds.map((tierId) => client.call('subscribeVip', { body: { tierId, price: prices[tierId] } })),
      );
      expect(await chargesTo(member)).toHaveLength(1);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    }
  });

  it('T95: an upgrade may be charged at a price shown within the hour', async () => {
    const member = await aPayer();
    await join(member, 'gold');
    t.clock.advance(10 * 24 * 3_600_000);
    const shown = (await getOwn(member)).changes?.find(({ tier }) => tier === 'diamond')?.amount ?? 0;
    t.clock.advance(50 * 60_000);
    const client = await clientOf(member);
    const upgrade = () => client.call('subscribeVip', { body: { tierId: 'diamond', price: shown } });
    expect((await upgrade()).body.tier).toBe('diamond');
    expect((await chargesTo(member)).at(-1)?.order.amountCents).toBe(Math.round(shown * 100));
    const late = await aPayer();
    await join(late, 'gold');
    const early = (await getOwn(late)).changes?.find(({ tier }) => tier === 'diamond')?.amount ?? 0;
    t.clock.advance(61 * 60_000);
    const refused = await (await clientOf(late)).call('subscribeVip', { body: { tierId: 'diamond', price: early } });
    expect(refused.error?.code).toBe('PRICE_CHANGED');
    expect(await chargesTo(late)).toHaveLength(1);
  });
});
