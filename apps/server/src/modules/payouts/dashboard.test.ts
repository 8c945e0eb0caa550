import { revenueSources } from '@vlam/contract/payouts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { aCreator, aPaidPicture, aProfile, giveCredits, type TestProfile } from '../../../test/factories.ts';
import { pdfText } from '../../../test/read-pdf.ts';
import { johannesburgDay, startOfDay } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { isSound } from '../credits/reconcile.ts';
import { accountOf, cash, issuance, losses, type Move, purchasePosting } from '../credits/service.ts';
import { describeIncome } from './dashboard.ts';

let app: TestApp;
const dayMs = 86_400_000;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  expect(isSound(await app.context.credits.reconcile())).toBe(true);
  await app.close();
});

const today = () => johannesburgDay(app.clock.now());
const dayOfMonth = () => Number(today().slice(8));
const ago = (days: number) => new Date(app.clock.now().getTime() - days * dayMs);
const post = (...moves: Move[]) => app.context.credits.transact((tx) => app.context.credits.move(tx, moves));
const income = (creator: TestProfile, over: Partial<Move>): Move => ({
  kind: 'rand_tip',
  ownerId: newId(),
  key: newId(),
  payeeId: creator.profileId,
  reference: newId(),
  description: 'Tip',
  amount: 1_000,
  from: cash,
  to: accountOf(creator.profileId, 'earnings', 'cents'),
  shared: true,
  ...over,
});
const creditIncome = (creator: TestProfile, over: Partial<Move>): Move =>
  income(creator, { kind: 'tip', from: issuance, to: accountOf(creator.profileId, 'earnings'), ...over });
const statsOf = async (creator: TestProfile, period: 'day' | 'week' | 'month' | 'total' = 'month') =>
  (await app.client(creator).call('creatorStats', { query: { period } })).body;

describe('stats', () => {
  it('are zero for a new creator', async () => {
    const stats = await statsOf(await aCreator(app));
    expect(stats).toMatchObject({ totalEarningsCents: 0, previousPeriodCents: 0, subscribers: 0 });
    expect(stats.series).toHaveLength(dayOfMonth());
    expect(stats.sources.map(({ source }) => source)).toEqual([...revenueSources]);
  });

  it('value both currencies in rand and separate periods by Johannesburg days', async () => {
    const creator = await aCreator(app);
    await post(income(creator, { at: ago(0) }), creditIncome(creator, { amount: 100, at: ago(3) }));
    await post(income(creator, { at: ago(20), kind: 'subscription' }), income(creator, { at: ago(45) }));
    await post(creditIncome(creator, { kind: 'gift', amount: 50, at: ago(400) }));
    const month = await statsOf(creator);
    expect(month).toMatchObject({
      dailyEarningsCents: 800,
      weeklyEarningsCents: 800 + 80 * 42,
      totalEarningsCents: 2_400 + 120 * 42,
      salesToday: 1,
      bestDay: startOfDay(johannesburgDay(ago(3))).toISOString(),
      earningSince: startOfDay(johannesburgDay(ago(400))).toISOString(),
    });
    expect(month.series.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(month.periodEarningsCents);
    const total = await statsOf(creator, 'total');
    expect(total.previousSeries).toBeNull();
    expect(total.sources.filter(({ count }) => count > 0)).toMatchObject([
      { source: 'tips', count: 3 },
      { source: 'subscriptions', count: 1 },
      { source: 'gifts', count: 1, amountCents: 40 * 42 },
    ]);
    expect(total.previousPeriodCents).toBeNull();
    expect(total.series.length).toBeGreaterThanOrEqual(13);
    expect(total.series.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(total.totalEarningsCents);
    const day = await statsOf(creator, 'day');
    expect(day.series.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(800);
    const midnight = startOfDay(johannesburgDay(app.clock.now()));
    expect(day.series[0]?.from).toBe(midnight.toISOString());
  });

  it('compare the month so far with the same days of the month before, and show all of its days', async () => {
    const creator = await aCreator(app);
    const firstDay = `${today().slice(0, 8)}01`;
    const at = (day: string) => new Date(startOfDay(day).getTime() + 60_000);
    const lastMonth = johannesburgDay(new Date(at(firstDay).getTime() - dayMs)).slice(0, 8);
    const daysBefore = Number(johannesburgDay(new Date(at(firstDay).getTime() - dayMs)).slice(8));
    await post(income(creator, { at: at(firstDay) }), income(creator, { at: at(`${lastMonth}01`), amount: 2_000 }));
    await post(income(creator, { at: at(`${lastMonth}${daysBefore}`), amount: 10_000 }));
    const month = await statsOf(creator);
    const isWhole = dayOfMonth() >= daysBefore;
    expect(month).toMatchObject({
      ...{ monthlyEarningsCents: 800, periodEarningsCents: 800, tips: 8 },
      previousPeriodCents: isWhole ? 9_600 : 1_600,
    });
    expect(month.series).toHaveLength(dayOfMonth());
    expect(month.series[0]).toMatchObject({ from: startOfDay(firstDay).toISOString(), amountCents: 800 });
    const before = (month.previousSeries ?? []).map(({ amountCents }) => amountCents);
    expect(before[0]).toBe(1_600);
    expect(before.length).toBeLessThanOrEqual(31);
    expect(before.length).toBeGreaterThanOrEqual(28);
  });

  it('count the subscribers of this month apart', async () => {
    const [creator, before, now] = [await aCreator(app), await aProfile(app), await aProfile(app)];
    const subscribe = (fan: TestProfile, startedAt: Date) =>
      app.db
        .insertInto('subscriptions')
        .values({
          ...{ id: newId(), subscriber_id: fan.profileId, creator_id: creator.profileId, price_cents: 5_000 },
          ...{ started_at: startedAt, paid_until: new Date(app.clock.now().getTime() + dayMs) },
        })
        .execute();
    await subscribe(before, ago(40));
    await subscribe(now, ago(0));
    expect((await statsOf(creator)).newSubscribers).toBe(1);
  });

  it('compare each hour of today with that of yesterday', async () => {
    const creator = await aCreator(app);
    const midnight = startOfDay(johannesburgDay(app.clock.now())).getTime();
    await post(income(creator, { at: new Date(midnight - dayMs + 60_000) }));
    const { series, previousSeries } = await statsOf(creator, 'day');
    expect(previousSeries).toHaveLength(series.length);
    expect(previousSeries?.[0]).toMatchObject({ from: new Date(midnight - dayMs).toISOString(), amountCents: 800 });
    expect(series[0]?.amountCents).toBe(0);
  });

  it('are equal before and after past days are summed up, and include later income', async () => {
    const creator = await aCreator(app);
    for (let index = 0; index < 60; index += 1)
      await post(creditIncome(creator, { amount: 7 + index, at: ago(index / 3) }), income(creator, { at: ago(index) }));
    const first = await statsOf(creator, 'total');
    expect(await statsOf(creator, 'total')).toEqual(first);
    await post(income(creator, {}));
    const after = await statsOf(creator, 'total');
    expect(after.totalEarningsCents).toBe(first.totalEarningsCents + 800);
    const { credits, cents } = await app.context.credits.income.held(app.db, creator.profileId);
    expect(after.totalEarningsCents).toBe(Number(credits) * 42 + Number(cents));
    const many = await Promise.all(Array.from({ length: 12 }, () => statsOf(creator, 'total')));
    expect(many.every(({ totalEarningsCents }) => totalEarningsCents === after.totalEarningsCents)).toBe(true);
  });

  it('exclude income from promotional credits, and subtract chargebacks from their source', async () => {
    const creator = await aCreator(app);
    const fan = await aProfile(app);
    await giveCredits(app, fan.accountId, 30);
    await giveCredits(app, fan.accountId, 100, 'promotional');
    const price = { kind: 'unlock' as const, payer: fan.accountId, payee: creator.profileId, price: 100 };
    await app.context.credits.purchase({ ...price, reference: newId(), key: newId(), description: 'Unlocked' });
    const tip = income(creator, { amount: 5_000 });
    await post(tip);
    await post({
      ...tip,
      kind: 'chargeback',
      key: newId(),
      amount: 4_000,
      from: accountOf(creator.profileId, 'earnings', 'cents'),
      reserve: losses.cents,
      to: cash,
      shared: false,
    });
    const stats = await statsOf(creator, 'day');
    expect(stats).toMatchObject({ totalEarningsCents: 30 * 42, contentSales: 12.6, tips: 0 });
    const { items } = (await app.client(creator).call('creatorActivity')).body;
    expect(items.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['tips', -4_000],
      ['tips', 4_000],
      ['content', 30 * 42],
    ]);
    expect(items[2]).toMatchObject({ from: fan.displayName, person: { id: fan.profileId } });
    expect(items[2]?.person?.avatarUrl).toMatch(/^\//);
  });
});

it('top content lists own items by what they earned, unsold ones last', async () => {
  const creator = await aCreator(app);
  const [first, second, third] = await Promise.all(
    ['One', 'Two', 'Three'].map((title) => aPaidPicture(app, { creator, price: 10, title })),
  );
  const fans = await Promise.all([1, 2].map(() => aProfile(app)));
  for (const [index, fan] of fans.entries()) {
    await giveCredits(app, fan.accountId, 100);
    await app.client(fan).call('unlockContent', { params: { id: second?.contentId ?? '' }, body: { price: 10 } });
    if (index === 0)
      await app.client(fan).call('unlockContent', { params: { id: third?.contentId ?? '' }, body: { price: 10 } });
  }
  const client = app.client(creator);
  const page = (await client.call('creatorTopContent', { query: { limit: '2' } })).body;
  expect(page.items.map(({ title, purchases, earningsCents }) => [title, purchases, earningsCents])).toEqual([
    ['Two', 2, 16 * 42],
    ['Three', 1, 8 * 42],
  ]);
  const rest = (await client.call('creatorTopContent', { query: { limit: '2', cursor: page.nextCursor ?? '' } })).body;
  expect(rest.items).toMatchObject([{ id: first?.contentId, purchases: 0, earnings: 0 }]);
  expect(rest.nextCursor).toBeNull();
  const week = (await client.call('creatorTopContent', { query: { period: 'week' } })).body;
  expect(week.items.map(({ id }) => id).slice(0, 2)).toEqual([second?.contentId, third?.contentId]);
});

it('top content counts tips on an item with its unlocks, without reversed tips', async () => {
  const creator = await aCreator(app);
  const [unlocked, tipped, neither] = await Promise.all(
    ['Unlocked', 'Tipped', 'Neither'].map((title) => aPaidPicture(app, { creator, price: 10, title })),
  );
  const fan = await aProfile(app);
  await giveCredits(app, fan.accountId, 100);
  for (const item of [unlocked, tipped])
    await app.client(fan).call('unlockContent', { params: { id: item?.contentId ?? '' }, body: { price: 10 } });
  const tip = async (contentId: string | undefined, amountCents: number, more: Record<string, Date> = {}) => {
    const reference = newId();
    await post(income(creator, { ownerId: fan.accountId, amount: amountCents, reference }));
    await app.db
      .insertInto('tips')
      .values({
        ...{ id: newId(), order_id: reference, account_id: fan.accountId, profile_id: creator.profileId },
        ...{ content_id: contentId ?? null, amount_cents: amountCents, created_at: app.clock.now(), ...more },
      })
      .execute();
  };
  await tip(tipped?.contentId, 101);
  await tip(tipped?.contentId, 2_500);
  await tip(neither?.contentId, 9_900, { reversed_at: app.clock.now() });
  await tip(unlocked?.contentId, 50_000, { created_at: ago(60) });
  await tip(undefined, 70_000);
  const top = async (period: string) =>
    (await app.client(creator).call('creatorTopContent', { query: { period } })).body.items.map(
      ({ title, purchases, tips, earningsCents }) => [title, purchases, tips, earningsCents],
    );
  expect(await top('month')).toEqual([
    ['Tipped', 1, 2, 8 * 42 + 81 + 2_000],
    ['Unlocked', 1, 0, 8 * 42],
    ['Neither', 0, 0, 0],
  ]);
  expect((await top('total'))[0]).toEqual(['Unlocked', 1, 1, 8 * 42 + 40_000]);
});

it('activity pages from newest to oldest without gaps', async () => {
  const creator = await aCreator(app);
  for (let index = 0; index < 25; index += 1) await post(income(creator, { amount: 100 + index, at: ago(25 - index) }));
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await app
      .client(creator)
      .call('creatorActivity', { query: { limit: '10', ...(cursor ? { cursor } : {}) } });
    seen.push(...body.items.map(({ amountCents }) => amountCents));
    cursor = body.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toHaveLength(25);
  expect(seen).toEqual([...seen].sort((left, right) => right - left));
});

it.each([
  ['gift', 'Red Rose for Naledi for ever', 'Red Rose'],
  ['call', 'Video call with Naledi, minute 2, minute 12', 'Video call, minute 12'],
  ['message', 'Photo from Naledi', 'Photo'],
  ['tip', 'Tip for Naledi', 'Tip'],
  ['bundle', 'Bundle “Letters from Naledi”', 'Bundle “Letters from Naledi”'],
])('the description of income by %s omits the name of the creator', (kind, description, shortened) => {
  expect(describeIncome({ kind, description })).toBe(shortened);
});

describe('statements', () => {
  it('T84: have a CSV row per movement, with the dated share, and no formula', async () => {
    const creator = await aCreator(app);
    const fan = await aProfile(app);
    await giveCredits(app, fan.accountId, 500);
    const posting = purchasePosting({
      kind: 'unlock',
      payerId: fan.accountId,
      payeeId: creator.profileId,
      price: 10,
      reference: newId(),
      key: newId(),
      description: '=HYPERLINK("https://evil.test")',
    });
    await app.context.credits.transact((tx) => app.context.credits.postAll(tx, [posting]));
    await post(income(creator, { amount: 12_345 }));
    const month = johannesburgDay(app.clock.now()).slice(0, 7);
    const { status, text, headers } = await app.client(creator).request('GET', `/api/creator/statements/${month}.csv`);
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/csv');
    expect(text).toContain('You keep 80 % of every sale, Vlam 20 %; in force since 1 Jan 2026');
    expect(text).toContain(`"Content sales";"'=HYPERLINK(""https://evil.test"")";"credits";10;8;"3,36";`);
    expect(text).toContain('"Tips";"Tip";"rand";"123,45";"98,76";"98,76";');
    for (const line of text.split('\r\n')) expect(line).not.toMatch(/(^|;)"?[=+@]/);
    const next = await app.client(creator).request('GET', '/api/creator/statements/2999-01.csv');
    expect(next.status).toBe(404);
  });

  it('say nothing of the product under a disguise, and the disguise in its place', async () => {
    const creator = await aCreator(app, { firstName: 'Lindiwe', lastName: 'Zulu' });
    await post(income(creator, { amount: 10_000 }));
    const month = johannesburgDay(app.clock.now()).slice(0, 7);
    const read = async () => {
      const at = `/api/creator/statements/${month}`;
      const [csv, pdf] = [
        await app.client(creator).request('GET', `${at}.csv`),
        await app.client(creator).request('GET', `${at}.pdf`),
      ];
      return {
        csv: csv.text,
        pdf: await pdfText(pdf.bytes),
        names: [csv, pdf].map((file) => JSON.stringify(file.headers)),
      };
    };
    const plain = await read();
    expect([plain.csv, plain.pdf].every((text) => text.includes('Vlam'))).toBe(true);
    await app.client(creator).call('setAccountCover', { body: { cover: 'notes' } });
    const { csv, pdf, names } = await read();
    expect(pdf).toMatch(/^Notes\r?$/m);
    for (const text of [csv, pdf]) {
      expect(text).not.toMatch(/vlam/i);
      expect(text).toContain('You keep 80 % of every sale, the platform 20 %');
    }
    expect(pdf).toContain('Lindiwe Zulu');
    expect(names.join()).not.toMatch(/vlam/i);
  });

  it('have a PDF of the month with its totals', async () => {
    const creator = await aCreator(app, { firstName: 'Lešego', lastName: 'Tšhabalala' });
    await post(income(creator, { amount: 10_000 }), creditIncome(creator, { kind: 'bundle', amount: 100 }));
    const month = johannesburgDay(app.clock.now()).slice(0, 7);
    const { status, bytes, headers } = await app.client(creator).request('GET', `/api/creator/statements/${month}.pdf`);
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    const text = await pdfText(bytes);
    for (const expected of ['Lešego Tšhabalala', 'You keep 80 % of every sale', 'Bundles', 'R33.60', 'R113.60'])
      expect(text).toContain(expected);
  });
});
