import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  aCreator,
  anAccount,
  aPaidPicture,
  aProfile,
  aSession,
  giveCredits,
  type TestProfile,
} from '../../../test/factories.ts';
import { newId } from '../../platform/ids.ts';
import { isSound } from './reconcile.ts';

let app: TestApp;
let creator: TestProfile;

beforeAll(async () => {
  app = await startTestApp();
  creator = await aCreator(app);
});
afterAll(async () => {
  expect(isSound(await app.context.credits.reconcile())).toBe(true);
  await app.close();
});

async function aFan(credits = 0): Promise<TestProfile> {
  const fan = await aProfile(app);
  if (credits > 0) await giveCredits(app, fan.accountId, credits);
  return fan;
}

const balanceOf = async (fan: { cookie: string }) => (await app.client(fan).call('creditBalance')).body;

describe('GET /api/credits/balance', () => {
  it('is zero for a new member and counts bought and promotional credits', async () => {
    const fan = await aFan();
    expect(await balanceOf(fan)).toEqual({ balance: 0, promotional: 0 });
    await giveCredits(app, fan.accountId, 30);
    await giveCredits(app, fan.accountId, 12, 'promotional');
    expect(await balanceOf(fan)).toEqual({ balance: 42, promotional: 12 });
  });

  it('T34: belongs to the session; no other account can be named', async () => {
    const fan = await aFan(70);
    const other = await aFan();
    for (const query of [`?userId=${fan.accountId}`, `?accountId=${fan.accountId}`])
      for (const path of ['/api/credits/balance', '/api/credits/transactions']) {
        const response = await app.client(other).request('GET', path + query);
        expect(response.text).not.toContain('70');
      }
    expect(await balanceOf(other)).toEqual({ balance: 0, promotional: 0 });
  });
});

describe('GET /api/credits/transactions', () => {
  it('lists movements newest first, one line each however many legs they had', async () => {
    const fan = await aFan(4);
    await giveCredits(app, fan.accountId, 50, 'promotional');
    const { contentId } = await aPaidPicture(app, { creator, price: 15, title: 'Blue hour' });
    await app.client(fan).call('unlockContent', { params: { id: contentId }, body: { price: 15 } });
    const { body } = await app.client(fan).call('creditTransactions');
    expect(body.map(({ type, amount }) => ({ type, amount }))).toEqual([
      { type: 'spend', amount: -15 },
      { type: 'earn', amount: 50 },
      { type: 'earn', amount: 4 },
    ]);
    expect(body[0]?.description).toContain('Blue hour');
    expect(Number.isNaN(Date.parse(body[0]?.timestamp ?? ''))).toBe(false);
  });
});

describe('POST /api/credits/daily-bonus', () => {
  it('T39: 50 concurrent calls and clock jumps give one bonus a Johannesburg day', async () => {
    const fan = await aFan();
    const client = app.client(fan);
    const start = new Date('2026-11-21T21:30:00Z');
    app.clock.set(start);
    const responses = await Promise.all(Array.from({ length: 50 }, () => client.call('dailyBonus')));
    expect(responses.filter(({ body }) => body.granted)).toHaveLength(1);
    expect(responses.every(({ status, body }) => status === 200 && body.balance === 5)).toBe(true);
    // 22:00 UTC is midnight in Johannesburg.
    app.clock.advance(29 * 60_000);
    expect((await client.call('dailyBonus')).body).toMatchObject({ granted: false, balance: 5 });
    app.clock.advance(60_000);
    expect((await client.call('dailyBonus')).body).toMatchObject({ granted: true, balance: 10 });
    for (const jump of [-3_600_000, -86_400_000, -7 * 86_400_000, 3_600_000]) {
      const now = new Date(start.getTime() + 30 * 60_000 + jump);
      expect(await app.context.credits.dailyBonus(fan.accountId, now)).toMatchObject({ granted: false, balance: 10 });
    }
    app.clock.set(new Date());
    expect(await balanceOf(fan)).toEqual({ balance: 10, promotional: 10 });
  });

  it('returns the original response for a repeat of the same call', async () => {
    const client = app.client(await aFan());
    const idempotencyKey = newId();
    const responses = [];
    for (let time = 0; time < 3; time += 1) responses.push((await client.call('dailyBonus', { idempotencyKey })).body);
    expect(responses).toEqual(Array.from({ length: 3 }, () => ({ granted: true, refusal: null, balance: 5 })));
  });

  it('returns the original response for a repeat after midnight, and gives the next day its own', async () => {
    const fan = await aFan();
    const idempotencyKey = newId();
    const claim = async (key: string) =>
      (await app.client(await aSession(app, fan.accountId)).call('dailyBonus', { idempotencyKey: key })).body;
    const before = app.clock.now();
    await claim(idempotencyKey);
    app.clock.advance(86_400_000);
    expect(await claim(idempotencyKey)).toMatchObject({ granted: true, balance: 5 });
    expect(await claim(newId())).toMatchObject({ granted: true, balance: 10 });
    expect(await claim(idempotencyKey)).toMatchObject({ granted: true });
    expect(await balanceOf(fan)).toEqual({ balance: 10, promotional: 10 });
    app.clock.set(before);
  });

  it('T39: grants the bonus for a complete profile exactly once', async () => {
    const fan = await aFan();
    const given = await Promise.all(Array.from({ length: 20 }, () => app.context.credits.profileBonus(fan.accountId)));
    expect(given.filter(Boolean)).toHaveLength(1);
    expect(await balanceOf(fan)).toEqual({ balance: 25, promotional: 25 });
  });
});

describe('unlocks over HTTP', () => {
  it('T32: 40 concurrent unlocks of different pictures with credits for 8 open exactly 8', async () => {
    const fan = await aFan(80);
    const pictures = await Promise.all(Array.from({ length: 40 }, () => aPaidPicture(app, { creator, price: 10 })));
    const before = await app.context.credits.earnings(creator.profileId);
    const responses = await Promise.all(
      pictures.map(({ contentId }) =>
        app.client(fan).call('unlockContent', { params: { id: contentId }, body: { price: 10 } }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(8);
    const refused = responses.filter(({ status }) => status === 402);
    expect(refused).toHaveLength(32);
    expect(refused[0]?.error).toMatchObject({ code: 'INSUFFICIENT_CREDITS', message: 'Insufficient credits' });
    expect(await balanceOf(fan)).toEqual({ balance: 0, promotional: 0 });
    expect((await app.context.credits.earnings(creator.profileId)) - before).toBe(64n);
  });

  it('T32: one picture unlocked 400 times concurrently is charged once', async () => {
    const fan = await aFan(100);
    const { contentId } = await aPaidPicture(app, { creator, price: 10 });
    const responses = await Promise.all(
      Array.from({ length: 400 }, () =>
        app.client(fan).call('unlockContent', { params: { id: contentId }, body: { price: 10 } }),
      ),
    );
    expect(responses.every(({ status, body }) => status === 200 && body.balance === 90)).toBe(true);
    expect((await app.client(fan).call('creditTransactions')).body).toHaveLength(2);
  });
});

describe('POST /api/credits/sync-transaction', () => {
  const anIntent = (overrides: Record<string, unknown> = {}) => ({
    id: `offline-${newId()}`,
    type: 'purchase',
    amount: 10,
    description: 'Unlocked while away',
    timestamp: new Date().toISOString(),
    status: 'pending',
    ...overrides,
  });

  it('T33: 1,000 replays of one intent have one effect and one response', async () => {
    const fan = await aFan(100);
    const { contentId } = await aPaidPicture(app, { creator, price: 10 });
    const body = anIntent({ metadata: { contentId } });
    const client = app.client(fan);
    const responses = [];
    for (let round = 0; round < 20; round += 1)
      responses.push(
        ...(await Promise.all(Array.from({ length: 50 }, () => client.call('syncTransaction', { body })))),
      );
    expect(responses.every(({ status, text }) => status === 200 && text === '{"status":"synced","balance":90}')).toBe(
      true,
    );
    expect((await client.call('getContent', { params: { id: contentId } })).body.isPurchased).toBe(true);
  });

  it('T33: replays of a tip pay once, 80 % of it to the profile', async () => {
    const fan = await aFan(100);
    const tipped = await aCreator(app);
    const body = anIntent({ type: 'tip', amount: 11, metadata: { userId: tipped.profileId, message: 'Thank you' } });
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => app.client(fan).call('syncTransaction', { body })),
    );
    expect(responses.every(({ status, body: { balance } }) => status === 200 && balance === 89)).toBe(true);
    expect(await app.context.credits.earnings(tipped.profileId)).toBe(9n);
  });

  it('T33: refuses the same id with another body, also when the first was refused', async () => {
    const fan = await aFan(15);
    const [cheap, dear] = [
      await aPaidPicture(app, { creator, price: 10 }),
      await aPaidPicture(app, { creator, price: 900 }),
    ];
    const client = app.client(fan);
    const intent = anIntent({ amount: 900, metadata: { contentId: dear.contentId } });
    const overspent = await client.call('syncTransaction', { body: intent });
    expect(overspent.error?.code).toBe('INSUFFICIENT_CREDITS');
    expect(overspent.status).toBe(402);
    const other = { ...intent, amount: 10, metadata: { contentId: cheap.contentId } };
    expect((await client.call('syncTransaction', { body: other })).error?.code).toBe('IDEMPOTENCY_KEY_REUSED');
    await giveCredits(app, fan.accountId, 1_000, 'promotional');
    const repeated = await client.call('syncTransaction', { body: { ...intent, status: 'failed' } });
    expect(repeated.body).toEqual({ status: 'synced', balance: 115 });
  });

  it('T33: another account may use the same id', async () => {
    const { contentId } = await aPaidPicture(app, { creator, price: 10 });
    const body = anIntent({ metadata: { contentId } });
    for (const fan of [await aFan(10), await aFan(10)])
      expect((await app.client(fan).call('syncTransaction', { body })).body).toEqual({ status: 'synced', balance: 0 });
  });

  it('T33 T95: refuses an amount that is not the price, names the price and charges nothing', async () => {
    const fan = await aFan(100);
    const { contentId } = await aPaidPicture(app, { creator, price: 10 });
    for (const amount of [5, 9, 11, 10_000]) {
      const response = await app
        .client(fan)
        .call('syncTransaction', { body: anIntent({ amount, metadata: { contentId } }) });
      expect(response.error).toMatchObject({ code: 'PRICE_CHANGED', details: { price: 10 } });
    }
    expect((await balanceOf(fan)).balance).toBe(100);
  });

  it.each([
    ['type earn', { type: 'earn' }],
    ['a purchase without an item', { metadata: {} }],
    ['a negative amount', { amount: -5 }],
    ['zero', { amount: 0 }],
    ['a fraction', { amount: 0.5 }],
    ['text for a number', { amount: '10' }],
    ['an amount past exact numbers', { amount: 2 ** 53 }],
    ['a transaction that says it is synced', { status: 'synced' }],
    ['no time', { timestamp: 'yesterday' }],
    ['a time far ahead', { timestamp: new Date(Date.now() + 25 * 3_600_000).toISOString() }],
    ['an id with a quote', { id: "offline-'; drop" }],
    ['a user of its own', { userId: newId() }],
    ['a tip with an item', { type: 'tip' }],
  ])('T33: refuses %s and mints nothing', async (_name, overrides) => {
    const fan = await aFan(10);
    const { contentId } = await aPaidPicture(app, { creator, price: 10 });
    const response = await app
      .client(fan)
      .call('syncTransaction', { body: anIntent({ metadata: { contentId }, ...overrides }) });
    expect([response.status, response.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect((await balanceOf(fan)).balance).toBe(10);
  });

  it('T33: tips reach profiles only, and never oneself', async () => {
    const fan = await aCreator(app);
    await giveCredits(app, fan.accountId, 10);
    const client = app.client(fan);
    const tip = (userId: string) =>
      client.call('syncTransaction', { body: anIntent({ type: 'tip', metadata: { userId } }) });
    expect((await tip(newId())).error?.code).toBe('NOT_FOUND');
    expect((await tip((await anAccount(app)).accountId)).error?.code).toBe('NOT_FOUND');
    expect((await tip(fan.profileId)).status).toBe(400);
    expect((await balanceOf(fan)).balance).toBe(10);
  });
});
