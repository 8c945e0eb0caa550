import { beforeEach, describe, expect, it } from 'vitest';
import { storedBalance } from '../../../test/balances.ts';
import { aBlock, type TestProfile } from '../../../test/factories.ts';
import { checkoutOrder, createTestProvider, deliver, mostCapable } from '../../../test/payment-provider.ts';
import { splitPrice } from '../../../test/split.ts';
import { createSubscribing } from '../../../test/subscribing.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { periodMs } from '../../platform/renewals.ts';
import { accountOf } from '../credits/service.ts';
import { splitMonths } from './months.ts';

const provider = createTestProvider(mostCapable);
const t = useTestApp({ paymentAdapter: provider, at: new Date('2026-11-21T10:00:00+02:00') });
useReconciledBooks(t);
beforeEach(() => provider.payImmediately());

const subscribing = createSubscribing(t, provider);
const { clientOf, aPair, ordersOf, chargesTo, ownOf, takeBack, passMonths } = subscribing;
const subscribe = (fan: TestProfile, creator: TestProfile, amount: number, months?: number) =>
  subscribing.subscribe(fan, creator, { amount, months });
const earned = ({ profileId }: TestProfile) => storedBalance(t, accountOf(profileId, 'earnings', 'cents'));
const aside = async (fan: TestProfile) => {
  let sum = 0;
  for (const { id } of await ordersOf(fan)) sum += await storedBalance(t, accountOf(id, 'escrow', 'cents'));
  return sum;
};
const refund = async (fan: TestProfile, kind: 'refunded' | 'charged_back') =>
  takeBack((await ordersOf(fan))[0]?.id ?? '', kind);

describe('months that have not begun', () => {
  it('T140: pays the creator month by month, and holds the rest', async () => {
    const { creator, fan } = await aPair();
    await subscribe(fan, creator, 509.94, 6);
    const parts = splitMonths(50_994, 6);
    expect(parts).toEqual([8_499, 8_499, 8_499, 8_499, 8_499, 8_499]);
    expect(await earned(creator)).toBe(splitPrice(8_499).creator);
    expect(await aside(fan)).toBe(5 * 8_499);
    const { solvent, owedCents } = await t.context.credits.books.solvency();
    expect(solvent).toBe(true);
    expect(owedCents).toBeGreaterThanOrEqual(BigInt(5 * 8_499));
    t.clock.advance(periodMs - 1_000);
    await t.context.subscriptions.passOnMonths();
    expect(await earned(creator)).toBe(splitPrice(8_499).creator);
    t.clock.advance(1_000);
    await Promise.all([1, 2, 3].map(() => t.context.subscriptions.passOnMonths()));
    expect(await earned(creator)).toBe(2 * splitPrice(8_499).creator);
    t.clock.advance(10 * periodMs);
    await t.context.subscriptions.passOnMonths();
    expect(await earned(creator)).toBe(6 * splitPrice(8_499).creator);
    expect(await aside(fan)).toBe(0);
  });

  it.each(['refunded', 'charged_back'] as const)('T140: a payment that is %s takes every month back', async (kind) => {
    const { creator, fan } = await aPair();
    await subscribe(fan, creator, 269.97, 3);
    t.clock.advance(periodMs);
    await t.context.subscriptions.passOnMonths();
    expect(await earned(creator)).toBe(2 * splitPrice(8_999).creator);
    const cash = await t.context.credits.books.solvency();
    await refund(fan, kind);
    expect(await earned(creator)).toBe(0);
    expect(await aside(fan)).toBe(0);
    expect((await t.context.credits.books.solvency()).heldCents).toBe(cash.heldCents - 26_997n);
    expect((await ownOf(fan)).status).toBe('lapsed');
    t.clock.advance(5 * periodMs);
    await t.context.subscriptions.passOnMonths();
    expect(await earned(creator)).toBe(0);
    const debts = await t.db.selectFrom('payment_debts').selectAll().where('account_id', '=', fan.accountId).execute();
    expect(debts.map(({ owed_cents }) => Number(owed_cents))).toEqual(kind === 'refunded' ? [] : [8_999]);
  });

  it('T140: a suspended creator is not paid for months that begin meanwhile', async () => {
    const { creator, fan } = await aPair();
    await subscribe(fan, creator, 269.97, 3);
    await t.db.updateTable('profiles').set({ removed_at: t.clock.now() }).where('id', '=', creator.profileId).execute();
    t.clock.advance(periodMs);
    await t.context.subscriptions.passOnMonths();
    expect(await aside(fan)).toBe(2 * 8_999);
    await t.db.updateTable('profiles').set({ removed_at: null }).where('id', '=', creator.profileId).execute();
    await t.context.subscriptions.passOnMonths();
    expect(await earned(creator)).toBe(2 * splitPrice(8_999).creator);
  });

  it('a creator who stops selling delivers what is paid, and the term does not renew', async () => {
    const { creator, fan } = await aPair();
    await subscribe(fan, creator, 269.97, 3);
    await (await clientOf(creator)).call('stopSellingSubscriptions');
    await t.drain();
    expect(await ownOf(fan)).toMatchObject({ status: 'stopping', renews: false });
    t.clock.advance(4 * periodMs);
    await t.context.subscriptions.renewDue();
    await t.context.subscriptions.passOnMonths();
    expect(await chargesTo(fan)).toEqual([26_997]);
    expect(await earned(creator)).toBe(3 * splitPrice(8_999).creator);
  });

  it('T140: a creator who blocks a fan is not paid for months that begin meanwhile, and never for one that is over', async () => {
    const { creator, fan } = await aPair();
    await subscribe(fan, creator, 509.94, 6);
    await aBlock(t, { blocker: creator, blocked: fan });
    await passMonths(1);
    expect(await earned(creator)).toBe(splitPrice(8_499).creator);
    const unblock = async () => (await clientOf(creator)).call('unblockProfile', { params: { id: fan.profileId } });
    expect((await unblock()).status).toBe(204);
    await passMonths(0);
    expect(await earned(creator)).toBe(2 * splitPrice(8_499).creator);

    await aBlock(t, { blocker: creator, blocked: fan });
    await passMonths(1);
    await passMonths(1);
    await unblock();
    await passMonths(0);
    expect(await earned(creator)).toBe(3 * splitPrice(8_499).creator);
    await passMonths(4);
    expect(await earned(creator)).toBe(5 * splitPrice(8_499).creator);
    expect(await aside(fan)).toBe(8_499);
    await refund(fan, 'refunded');
    expect([await earned(creator), await aside(fan)]).toEqual([0, 0]);
  });

  it('a fan who blocks the creator has paid all the same', async () => {
    const { creator, fan } = await aPair();
    await subscribe(fan, creator, 269.97, 3);
    await aBlock(t, { blocker: fan, blocked: creator });
    await passMonths(2);
    expect(await earned(creator)).toBe(3 * splitPrice(8_999).creator);
  });

  it('the months of a second payment move forward with its time when the first is given back', async () => {
    const { creator, fan } = await aPair();
    const openPage = async (amount: number, months: 3 | 12) => {
      const body = { purpose: 'subscription', reference: creator.profileId, amount, months };
      return (await (await clientOf(fan)).call('createCheckout', { body })).body.orderId;
    };
    const [first, second] = [await openPage(269.97, 3), await openPage(899.88, 12)];
    for (const page of [first, second]) await deliver(t, provider, provider.event(checkoutOrder(provider, page)));
    await t.drain();
    expect(await chargesTo(fan)).toEqual([26_997, 89_988]);
    await passMonths(1);
    await takeBack(first, 'refunded');
    expect((await ownOf(fan)).expiryDate).toBe(new Date(t.clock.now().getTime() + 12 * periodMs).toISOString());
    expect(await earned(creator)).toBe(splitPrice(7_499).creator);
    await passMonths(1);
    expect(await earned(creator)).toBe(2 * splitPrice(7_499).creator);
    await passMonths(10);
    expect([await earned(creator), await aside(fan)]).toEqual([12 * splitPrice(7_499).creator, 0]);
  });
});
