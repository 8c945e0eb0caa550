import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { aCreator, aPaidPicture, aProfile, aSubscription, giveCredits } from '../factories.ts';
import { aReadyFile, at, publicationOf } from '../publications.ts';

// The system clock jumps two hours ahead and later one hour back, while members use the site.

const hour = 3_600_000;
const lateEvening = new Date('2026-11-21T22:30:00+02:00');
let t: TestApp | undefined;
async function startApp(): Promise<TestApp> {
  t = await startTestApp({ at: lateEvening, poolSize: 4 });
  return t;
}
const jumpHours = (app: TestApp, hours: number) => app.clock.set(new Date(app.clock.now().getTime() + hours * hour));
beforeEach(async () => {
  await t?.close();
  t = undefined;
});
afterAll(async () => {
  await t?.close();
});

describe('a clock that jumps', () => {
  it('F7: grants a day’s bonus once, over midnight and back', async () => {
    const app = await startApp();
    const client = app.client(await aProfile(app));
    const granted: boolean[] = [];
    for (const hours of [0, 2, -1, -1, 2]) {
      jumpHours(app, hours);
      const answers = await Promise.all([1, 2, 3].map(() => client.call('dailyBonus')));
      granted.push(answers.filter(({ body }) => body.granted).length > 0);
      expect(answers.filter(({ body }) => body.granted).length).toBeLessThanOrEqual(1);
    }
    expect(granted).toEqual([true, true, false, false, false]);
    expect((await client.call('creditBalance')).body.balance).toBe(10);
  });

  it('F7: opens no unpaid picture, by an address from before or after the jump', async () => {
    const app = await startApp();
    const creator = await aCreator(app);
    const body = publicationOf(await aReadyFile(app, creator), { isPremium: true, price: 8 });
    const contentId = (await app.client(creator).call('createContent', { body })).body.id;
    const [buyer, other] = [await aProfile(app), await aProfile(app)];
    await giveCredits(app, buyer.accountId, 50);
    await app.client(buyer).call('unlockContent', { ...at(contentId), body: { price: 8 } });
    const addressNow = async () => (await app.client(buyer).call('getContent', at(contentId))).body.mediaUrl ?? '';
    const before = await addressNow();
    jumpHours(app, 2);
    const ahead = await addressNow();
    const open = async (address: string) => (await app.client(buyer).request('GET', address)).status;
    expect([await open(before), await open(ahead)]).toEqual([403, 200]);
    jumpHours(app, -1);
    // Signed by a clock that was ahead: must not stay valid for an hour.
    expect([await open(ahead), await open(await addressNow())]).toEqual([403, 200]);
    expect((await app.client(other).request('GET', await addressNow())).status).toBe(403);
    expect((await app.client(other).call('getContent', at(contentId))).body.isLocked).toBe(true);
  });

  it('F7: ledger rows have the time of the database', async () => {
    const app = await startApp();
    const creator = await aCreator(app);
    const { contentId } = await aPaidPicture(app, { creator });
    const fan = await aProfile(app);
    await giveCredits(app, fan.accountId, 50);
    jumpHours(app, 2);
    await app.client(fan).call('unlockContent', { ...at(contentId), body: { price: 15 } });
    const { rows } = await app.database.pool.query<{ seconds: number }>(
      `select extract(epoch from now() - created_at)::float as seconds from ledger_transfers where kind = 'unlock'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { seconds } of rows) expect(seconds).toBeLessThan(60);
  });

  it('F7: ends a subscription on time, and accepts a reset link once', async () => {
    const app = await startApp();
    const creator = await aCreator(app);
    const subscriber = await aProfile(app);
    const { mediaId } = await aPaidPicture(app, { creator });
    await aSubscription(app, { subscriber, creator });
    const mayView = () => app.context.fileRights.mayView(subscriber.accountId, mediaId);
    const paidHours = 30 * 24;
    const after: boolean[] = [];
    for (const hours of [-1, 1 + paidHours + 2, -1]) {
      jumpHours(app, hours);
      after.push(await mayView());
    }
    expect(after).toEqual([true, false, false]);

    const email = 'jumped@people.test';
    await app.context.identity.createAccount(app.db, {
      email,
      password: 'the-old-password',
      firstName: 'A',
      lastName: 'B',
    });
    await app.client().call('forgotPassword', { body: { email } });
    await app.drain();
    const token = /token=([\w-]{43})$/m.exec((await app.context.mailer.outbox())[0]?.text ?? '')?.[1] ?? '';
    const reset = async () =>
      (await app.client().call('resetPassword', { body: { token, password: 'the-new-password' } })).status;
    jumpHours(app, 2);
    expect(await reset()).toBe(410);
    jumpHours(app, -2);
    expect([await reset(), await reset()]).toEqual([204, 410]);
  });

  it('F7: locks no member out for the hour that the clock went back', async () => {
    const app = await startApp();
    const email = 'patient@people.test';
    const password = 'a-long-enough-password';
    await app.context.identity.createAccount(app.db, { email, password, firstName: 'A', lastName: 'B' });
    const attempt = (given: string) => app.client().call('login', { body: { email, password: given } });
    for (let index = 0; index < 10; index += 1) expect((await attempt(`guess-${index}`)).status).toBe(401);
    expect((await attempt(password)).status).toBe(429);
    jumpHours(app, -1);
    // At worst all attempts count as used now: one becomes free after three minutes, as always.
    app.clock.advance(3 * 60_000);
    expect((await attempt('one more guess')).status).toBe(401);
    app.clock.advance(3 * 60_000);
    expect((await attempt(password)).status).toBe(200);
  });
});
