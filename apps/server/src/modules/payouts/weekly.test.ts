import { afterAll, describe, expect, it } from 'vitest';
import { aBankAccount, earnRand } from '../../../test/creator-money.ts';
import { aCreator, aSession, type TestProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { addDays, johannesburgDay, startOfDay } from '../../platform/clock.ts';
import { isSound } from '../credits/reconcile.ts';

const t = useTestApp();
const hourMs = 3_600_000;
const run = () => t.context.payouts.weekly.run();
const clientOf = async (creator: TestProfile) => t.client({ ...creator, ...(await aSession(t, creator.accountId)) });
const set = async (creator: TestProfile, leastCents = 50_000) =>
  (await clientOf(creator)).call('setWeeklyPayout', { body: { weekday: 5, leastCents } });
const scheduleOf = async (creator: TestProfile) =>
  (await (await clientOf(creator)).call('getWeeklyPayout')).body.schedule;
const payoutsOf = (creator: TestProfile) =>
  t.db.selectFrom('payouts').selectAll().where('profile_id', '=', creator.profileId).orderBy('id').execute();
const at = (day: string, hour: number) => t.clock.set(new Date(startOfDay(day).getTime() + hour * hourMs));
const mailsTo = async (creator: TestProfile) => {
  const rows = await t.db
    .selectFrom('outgoing_mail')
    .select('subject')
    .where('recipient', '=', (await t.context.identity.getAccount(t.db, creator.accountId)).email)
    .orderBy('created_at')
    .execute();
  return rows.map(({ subject }) => subject);
};

async function aWeeklyCreator(cents = 200_000): Promise<{ creator: TestProfile; day: string }> {
  const creator = await aCreator(t, { firstName: 'Thandi', lastName: 'Nkosi' });
  await aBankAccount(t, creator);
  await earnRand(t, creator, { cents });
  const { status } = await set(creator);
  expect(status).toBe(200);
  return { creator, day: (await scheduleOf(creator))?.nextDay ?? '' };
}

afterAll(async () => {
  expect(isSound(await t.context.credits.reconcile())).toBe(true);
});

describe('weekly payouts', () => {
  it('are announced the day before and asked for once, with everything that has cleared', async () => {
    const { creator, day } = await aWeeklyCreator();
    expect(new Date(`${day}T12:00:00Z`).getUTCDay()).toBe(5);
    expect(day >= addDays(johannesburgDay(t.clock.now()), 2)).toBe(true);
    at(addDays(day, -1), 9);
    await run();
    await run();
    expect(await mailsTo(creator)).toEqual(['Your weekly Vlam payout is tomorrow']);
    expect(await payoutsOf(creator)).toEqual([]);
    at(day, 9);
    // Two processes at once, and a run after them.
    await Promise.all([run(), run()]);
    await run();
    const payouts = await payoutsOf(creator);
    expect(payouts.map(({ amount_cents, status }) => [Number(amount_cents), status])).toEqual([[200_000, 'requested']]);
    expect(await mailsTo(creator)).toEqual([
      'Your weekly Vlam payout is tomorrow',
      'Your weekly Vlam payout was asked for',
    ]);
    expect((await scheduleOf(creator))?.nextDay).toBe(addDays(day, 7));
  });

  it('are left out below the wished amount, without a word', async () => {
    const { creator, day } = await aWeeklyCreator(60_000);
    await set(creator, 90_000);
    at(addDays(day, -1), 9);
    await run();
    at(day, 9);
    await run();
    expect(await payoutsOf(creator)).toEqual([]);
    expect(await mailsTo(creator)).toEqual([]);
    expect((await scheduleOf(creator))?.nextDay).toBe(addDays(day, 7));
  });

  it('pay nothing without a notice before: money that cleared later waits a week', async () => {
    const { creator, day } = await aWeeklyCreator(10_000);
    at(addDays(day, -1), 9);
    await run();
    await earnRand(t, creator, { cents: 100_000 });
    at(day, 9);
    await run();
    expect(await payoutsOf(creator)).toEqual([]);
    at(addDays(day, 6), 9);
    await run();
    at(addDays(day, 7), 9);
    await run();
    expect((await payoutsOf(creator)).map(({ amount_cents }) => Number(amount_cents))).toEqual([110_000]);
  });

  it.each([
    ['the account is held after a change', { held_until: true }],
    ['the holder is not the verified member', { holder_name: 'Somebody Else' }],
  ])('obey the rules of a payout that is asked for: nothing when %s, and say why', async (_name, change) => {
    const { creator, day } = await aWeeklyCreator();
    at(addDays(day, -1), 9);
    await run();
    const held = 'held_until' in change ? { held_until: new Date(startOfDay(day).getTime() + 48 * hourMs) } : change;
    await t.db.updateTable('payout_accounts').set(held).where('profile_id', '=', creator.profileId).execute();
    at(day, 9);
    await run();
    expect(await payoutsOf(creator)).toEqual([]);
    expect((await mailsTo(creator)).at(-1)).toBe('Your weekly Vlam payout was left out');
    expect((await scheduleOf(creator))?.nextDay).toBe(addDays(day, 7));
  });

  it('stop for a suspended member, and at any time when they are switched off', async () => {
    const [one, two] = [await aWeeklyCreator(), await aWeeklyCreator()];
    at(addDays(one.day, -1), 9);
    await run();
    await t.db
      .updateTable('accounts')
      .set({ suspended_at: t.clock.now(), suspended_reason: 'Test' })
      .where('id', '=', one.creator.accountId)
      .execute();
    expect((await (await clientOf(two.creator)).call('endWeeklyPayout')).body.schedule).toBeNull();
    at(one.day, 9);
    await run();
    expect(await payoutsOf(one.creator)).toEqual([]);
    expect(await payoutsOf(two.creator)).toEqual([]);
  });

  it('need a bank account', async () => {
    const creator = await aCreator(t);
    expect((await set(creator)).error?.code).toBe('PAYOUT_ACCOUNT_REQUIRED');
  });
});
