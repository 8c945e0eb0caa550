import { describe, expect, it } from 'vitest';
import { earnRand } from '../../../test/creator-money.ts';
import { aBlock, aCreator, aProfile, aSession, aSubscription, type TestProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { addDays, johannesburgDay, startOfDay } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';

const t = useTestApp();
const dayMs = 86_400_000;
type Source = 'discovery' | 'search' | 'link' | 'feed' | 'direct';

/** A session of now, since the clock moves far. */
const renewed = async (member: TestProfile) => t.client({ ...member, ...(await aSession(t, member.accountId)) });
const visit = async (visitor: TestProfile, creator: TestProfile, source: Source = 'discovery') =>
  (await renewed(visitor)).call('recordPageVisit', { params: { id: creator.profileId }, body: { source } });
const figures = async (creator: TestProfile, period?: 'week' | 'month' | 'quarter' | 'year') =>
  (await (await renewed(creator)).call('getCreatorFigures', { query: period ? { period } : {} })).body;
const today = () => johannesburgDay(t.clock.now());
/** Moves the clock to noon of the next day. */
const nextNoon = () => {
  const noon = startOfDay(addDays(today(), 1)).getTime() + 12 * 3_600_000;
  t.clock.advance(noon - t.clock.now().getTime());
};
const rowsOf = (creator: TestProfile) =>
  t.db.selectFrom('page_visits').selectAll().where('profile_id', '=', creator.profileId).execute();

describe('visits', () => {
  it('count people once a day by their first source, before and after the day is counted', async () => {
    const creator = await aCreator(t);
    const [one, two] = [await aProfile(t), await aProfile(t)];
    await visit(one, creator, 'link');
    await visit(one, creator, 'feed');
    await visit(two, creator, 'search');
    const first = await figures(creator);
    expect(first.visits).toMatchObject({ total: 2, previous: null });
    expect(first.visits.sources.filter(({ visits }) => visits > 0)).toEqual([
      { source: 'search', visits: 1 },
      { source: 'link', visits: 1 },
    ]);
    expect(first.visits.days.at(-1)).toEqual({ day: today(), visits: 2 });
    nextNoon();
    await visit(one, creator, 'direct');
    await t.context.fans.figures.countDays();
    expect(await t.context.fans.figures.countDays()).toBe(0);
    expect((await figures(creator)).visits.total).toBe(3);
    expect((await figures(creator)).visits.days.slice(-2).map(({ visits }) => visits)).toEqual([2, 1]);
  });

  it('forget who visited once the day is counted', async () => {
    const creator = await aCreator(t);
    await visit(await aProfile(t), creator);
    expect(await rowsOf(creator)).toHaveLength(1);
    nextNoon();
    await t.context.fans.figures.countDays();
    expect(await rowsOf(creator)).toEqual([]);
  });

  it('leave out the own page, staff, incognito members and whoever may not see it', async () => {
    const creator = await aCreator(t);
    const [hidden, blocked, fan] = [await aProfile(t), await aProfile(t), await aProfile(t)];
    await t.db.updateTable('profiles').set({ incognito: true }).where('id', '=', hidden.profileId).execute();
    await aBlock(t, { blocker: creator, blocked });
    const staff = await aProfile(t, { role: 'moderator' });
    for (const visitor of [creator, hidden, staff]) expect((await visit(visitor, creator)).status).toBe(204);
    // Alike for a blocked member, a page that is not there and one of a fan.
    expect((await visit(blocked, creator)).status).toBe(404);
    expect((await visit(fan, { ...creator, profileId: newId() })).status).toBe(404);
    expect((await visit(blocked, fan)).status).toBe(404);
    expect(await rowsOf(creator)).toEqual([]);
    expect(await rowsOf(fan)).toEqual([]);
    expect((await figures(creator)).visits.total).toBe(0);
  });

  it('are counted once by two jobs at the same time', async () => {
    const creator = await aCreator(t);
    for (let index = 0; index < 3; index += 1) await visit(await aProfile(t), creator);
    nextNoon();
    const { figures: counts } = t.context.fans;
    const counted = await Promise.all([counts.countDays(), counts.countDays()]);
    expect(counted[0] + counted[1]).toBe(1);
    expect((await figures(creator)).visits.total).toBe(3);
  });
});

describe('what became of visits', () => {
  it('names new followers and subscribers, and ends of paid time by month once retries are over', async () => {
    const creator = await aCreator(t);
    const [renewing, leaving] = [await aProfile(t), await aProfile(t)];
    await t.client(renewing).call('toggleFollow', { params: { id: creator.profileId } });
    const paid: { subscriptionId: string }[] = [];
    for (const subscriber of [renewing, leaving]) paid.push(await aSubscription(t, { subscriber, creator }));
    const start = t.clock.now();
    const until = new Date(start.getTime() + 30 * dayMs);
    const period = (subscriptionId: string | undefined, from: Date, to: Date) => ({
      ...{
        order_id: newId(),
        subscription_id: subscriptionId ?? '',
        amount_cents: 4_900,
        starts_at: from,
        ends_at: to,
      },
    });
    await t.db
      .insertInto('subscription_periods')
      .values([
        period(paid[0]?.subscriptionId, start, until),
        period(paid[1]?.subscriptionId, start, until),
        // Renewed three days late, after failed payments.
        period(paid[0]?.subscriptionId, new Date(until.getTime() + 3 * dayMs), new Date(until.getTime() + 33 * dayMs)),
      ])
      .execute();
    expect(await figures(creator)).toMatchObject({ followers: 1, subscribers: 2, months: [] });
    t.clock.advance(34 * dayMs);
    await t.context.fans.figures.countDays();
    expect((await figures(creator)).months).toEqual([]);
    t.clock.advance(6 * dayMs);
    await t.context.fans.figures.countDays();
    const { months } = await figures(creator);
    expect(months).toEqual([{ month: johannesburgDay(until).slice(0, 7), renewed: 1, ended: 1 }]);
  });

  it('sums what fans of a source paid, from five people on', async () => {
    const creator = await aCreator(t);
    const fans: TestProfile[] = [];
    const pay = (fan: TestProfile, cents: number) => earnRand(t, creator, { cents, daysAgo: 0, payer: fan.accountId });
    for (let index = 0; index < 5; index += 1) {
      const fan = await aProfile(t);
      fans.push(fan);
      await visit(fan, creator, 'link');
      await pay(fan, 10_000);
    }
    const alone = await aProfile(t);
    await visit(alone, creator, 'search');
    await pay(alone, 70_000);
    nextNoon();
    await t.context.fans.figures.countDays();
    expect((await figures(creator)).values).toEqual([{ source: 'link', people: 5, earnedCents: 50_000 }]);
    // The source of the first day stays.
    for (const fan of fans) await visit(fan, creator, 'search');
    await pay(fans[0] as TestProfile, 5_000);
    nextNoon();
    await t.context.fans.figures.countDays();
    expect((await figures(creator)).values).toEqual([{ source: 'link', people: 5, earnedCents: 55_000 }]);
  });
});

describe('best hours', () => {
  it('show an hour only when one day had five people in it, however often fewer came', async () => {
    const creator = await aCreator(t);
    const fans: TestProfile[] = [];
    for (let index = 0; index < 5; index += 1) fans.push(await aProfile(t));
    const at = (hour: number) => {
      const next = startOfDay(addDays(today(), 1)).getTime() + hour * 3_600_000;
      t.clock.advance(next - t.clock.now().getTime());
    };
    at(20);
    for (const fan of fans) await visit(fan, creator);
    const weekday = (new Date(`${today()}T12:00:00Z`).getUTCDay() + 6) % 7;
    t.clock.advance(3_600_000);
    for (const fan of fans.slice(0, 4)) await visit(fan, creator);
    for (const _ of [1, 2]) {
      t.clock.advance(6 * dayMs);
      at(21);
      for (const fan of fans.slice(0, 4)) await visit(fan, creator);
    }
    nextNoon();
    await t.context.fans.figures.countDays();
    const { hours } = await figures(creator);
    expect(hours[weekday]?.[20]).toBe(5);
    expect(hours[weekday]?.[21]).toBeNull();
    expect(hours.flat().filter((people) => people !== null)).toEqual([5]);
  });
});
