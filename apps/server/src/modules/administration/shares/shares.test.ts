import { beforeAll, beforeEach, expect, it } from 'vitest';
import { aCreator, aProfile, type TestProfile } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { addDays, johannesburgDay, startOfDay } from '../../../platform/clock.ts';

const t = useTestApp();
let admin: TestProfile;
beforeAll(async () => {
  admin = await aProfile(t, { role: 'admin' });
});
beforeEach(async () => {
  await t.database.pool.query('delete from revenue_shares where effective_from > now()');
});

const day = (days: number) => addDays(johannesburgDay(t.clock.now()), days);
const plan = (creatorPercent: number, from: string) =>
  t.client(admin).call('planRevenueShare', { body: { creatorPercent, from } });
const withdraw = (id: string) => t.client(admin).call('withdrawRevenueShare', { params: { id } });
const log = async () => {
  const rows = await t.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('target_type', '=', 'share')
    .orderBy('number')
    .execute();
  return rows.at(-1);
};

it('announces a lower share 30 days ahead and a higher one from tomorrow, and neither is in force before', async () => {
  expect((await plan(70, day(29))).body).toMatchObject({ details: { fields: { from: expect.any(String) } } });
  expect((await plan(85, day(0))).status).toBe(400);
  expect((await plan(80, day(40))).body).toMatchObject({ details: { fields: { creatorPercent: expect.any(String) } } });
  const planned = await plan(70, day(30));
  expect(planned.status).toBe(201);
  expect(planned.body.shares.slice(0, 2)).toMatchObject([
    { creatorPercent: 70, since: startOfDay(day(30)).toISOString(), isPlanned: true },
    { creatorPercent: 80, isPlanned: false },
  ]);
  expect(await log()).toEqual({ action: 'share.planned', details: { from: 80, to: 70, since: day(30) } });
  expect(await t.context.credits.income.currentPercent()).toBe(80);
  const seen = await t.client(await aCreator(t)).call('revenueShares');
  expect(seen.body).toMatchObject({
    shares: [{ creatorPercent: 80 }],
    planned: { creatorPercent: 70, since: startOfDay(day(30)).toISOString() },
  });
  await withdraw(planned.body.shares[0]?.id ?? '');
  expect((await plan(85, day(1))).status).toBe(201);
});

it.each([49, 86, 80.5])('refuses a share of %s', async (percent) => {
  expect((await plan(percent, day(60))).status).toBe(400);
});

it('plans one change at a time, also when two admins plan at once', async () => {
  const answers = await Promise.all([plan(70, day(31)), plan(75, day(32)), plan(85, day(33))]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

it('withdraws a share that has not begun, and none that has', async () => {
  const [planned, current] = (await plan(75, day(45))).body.shares;
  expect((await withdraw(current?.id ?? '')).status).toBe(409);
  const left = await withdraw(planned?.id ?? '');
  expect(left.body.shares.map(({ creatorPercent }) => creatorPercent)).toEqual([80]);
  expect(await log()).toEqual({ action: 'share.withdrawn', details: { to: 75, since: day(45) } });
  expect((await withdraw(planned?.id ?? '')).status).toBe(404);
});
