import { beforeEach, describe, expect, it } from 'vitest';
import type { TestProfile } from '../../../test/factories.ts';
import { createTestProvider, mostCapable } from '../../../test/payment-provider.ts';
import { createSubscribing } from '../../../test/subscribing.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { isBusinessDay } from '../../platform/business-days.ts';
import { addDays, johannesburgDay } from '../../platform/clock.ts';
import { periodMs } from '../../platform/renewals.ts';

const provider = createTestProvider(mostCapable);
const t = useTestApp({ paymentAdapter: provider, at: new Date('2026-11-21T10:00:00+02:00') });
useReconciledBooks(t);
beforeEach(() => provider.payImmediately());

const dayMs = 86_400_000;
const { clientOf, aPair, ownOf, subscribe } = createSubscribing(t, provider);
const run = () => t.context.subscriptions.notifyEndingTerms();
const noticesOf = async (fan: TestProfile) => {
  await t.drain();
  const { body } = await (await clientOf(fan)).call('listNotifications', { query: {} });
  return body.items.filter(({ kind }) => kind.startsWith('subscription_term'));
};
const mailsTo = async (fan: TestProfile) => {
  const { email } = await t.context.identity.getAccount(t.db, fan.accountId);
  const rows = await t.db.selectFrom('outgoing_mail').select(['subject']).where('recipient', '=', email).execute();
  return rows.map(({ subject }) => subject).filter((subject) => subject.includes('months'));
};
/** Business days from a moment until the day of another. */
function businessDaysBetween(from: Date, to: Date): number {
  let count = 0;
  for (let day = addDays(johannesburgDay(from), 1); day <= johannesburgDay(to); day = addDays(day, 1))
    if (isBusinessDay(day)) count += 1;
  return count;
}

describe('a notice before a long term ends', () => {
  it.each([
    [3, 269.97],
    [6, 509.94],
    [12, 899.88],
  ])(
    'comes once, 40 to 80 business days before the end of %d months, with the price that follows',
    async (months, amount) => {
      const { creator, fan } = await aPair();
      await subscribe(fan, creator, { amount, months });
      const until = new Date(t.clock.now().getTime() + months * periodMs);
      let noticedAt: Date | null = null;
      for (; !noticedAt && t.clock.now() < until; t.clock.advance(dayMs)) {
        await run();
        if ((await mailsTo(fan)).length > 0) noticedAt = t.clock.now();
      }
      const left = businessDaysBetween(noticedAt ?? until, until);
      expect(left).toBeGreaterThanOrEqual(40);
      expect(left).toBeLessThanOrEqual(80);
      await run();
      expect(await mailsTo(fan)).toHaveLength(1);
      expect(await noticesOf(fan)).toMatchObject([
        {
          kind: 'subscription_term_renews',
          subject: johannesburgDay(until),
          amount: { value: Math.round(amount * 100), currency: 'cents' },
          link: '/settings/payments',
        },
      ]);
    },
  );

  it('says that it ends by itself once the renewal is off', async () => {
    const { creator, fan } = await aPair();
    await subscribe(fan, creator, { amount: 269.97, months: 3 });
    const own = await ownOf(fan);
    await (await clientOf(fan)).call('stopSubscription', { params: { id: own?.id ?? '' } });
    t.clock.advance(60 * dayMs);
    expect(await run()).toBeGreaterThan(0);
    expect((await noticesOf(fan)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['subscription_term_over', null],
    ]);
  });

  it('is not sent for a month', async () => {
    const { creator, fan } = await aPair();
    await subscribe(fan, creator, { amount: 99.99 });
    t.clock.advance(dayMs);
    await run();
    expect(await noticesOf(fan)).toEqual([]);
    expect(await mailsTo(fan)).toEqual([]);
  });

  it('is sent once by two processes', async () => {
    const { creator, fan } = await aPair();
    await subscribe(fan, creator, { amount: 269.97, months: 3 });
    t.clock.advance(60 * dayMs);
    await Promise.all([run(), run()]);
    expect(await mailsTo(fan)).toHaveLength(1);
  });
});
