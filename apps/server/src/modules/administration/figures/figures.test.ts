import { describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { aCreator, aFreePicture, anAccount, aProfile, aSession } from '../../../../test/factories.ts';
import { newId } from '../../../platform/ids.ts';
import { cash, type Move, packSales } from '../../credits/service.ts';

const day = 86_400_000;
const noon = new Date('2026-11-18T10:00:00Z');

async function onAnEmptyPlatform(act: (t: TestApp) => Promise<void>): Promise<void> {
  const t = await startTestApp({ at: noon });
  try {
    await act(t);
  } finally {
    await t.close();
  }
}

const stats = async (t: TestApp, role: 'admin' | 'moderator' = 'admin') => {
  const staff = await anAccount(t, { role });
  return (await t.client(staff).call('platformStats')).body;
};
const measure = async (t: TestApp) => {
  await t.context.jobs.enqueue(t.db, { name: 'administration.measure', maxAttempts: 1 }, {});
  await t.drain();
};

describe('the platform’s figures', () => {
  it('count rows: the nine of the specification', () =>
    onAnEmptyPlatform(async (t) => {
      const creator = await aCreator(t);
      const [one, other] = [await aFreePicture(t, { creator }), await aFreePicture(t, { creator })];
      const reporters = [await aProfile(t), await aProfile(t)];
      for (const reporter of reporters)
        await t.client(reporter).call('report', {
          body: { targetType: 'content', targetId: one.contentId, reason: 'spam' },
        });
      await t.context.identity.suspend(t.db, reporters[0]?.accountId ?? '', 'Test');
      expect(other.contentId).not.toBe(one.contentId);
      expect(await stats(t)).toMatchObject({
        totalUsers: 4,
        activeUsers: 3,
        newSignups: 4,
        totalContent: 2,
        newContent: 2,
        dailyRevenue: 0,
        totalRevenue: 0,
        reportedContent: 1,
        suspendedUsers: 1,
      });
    }));

  it('show revenue only with permission, and are refused to members', () =>
    onAnEmptyPlatform(async (t) => {
      expect(await stats(t, 'moderator')).toMatchObject({
        dailyRevenue: null,
        dailyRevenueCents: null,
        totalRevenue: null,
        totalRevenueCents: null,
      });
      expect((await t.client(await aProfile(t)).call('platformStats')).status).toBe(403);
    }));

  it('keep a history by day: measured while it lasts, read back from rows where no one measured', () =>
    onAnEmptyPlatform(async (t) => {
      await aProfile(t);
      t.clock.advance(2 * day);
      await aProfile(t);
      await measure(t);
      t.clock.advance(day);
      await aProfile(t);
      await measure(t);
      const { history } = await stats(t);
      expect(history.map((row) => [row.day, row.totalUsers, row.newSignups, row.activeUsers])).toEqual([
        ['2026-11-18', 1, 1, null],
        ['2026-11-19', 1, 0, null],
        ['2026-11-20', 2, 1, 2],
        ['2026-11-21', 4, 2, 4],
      ]);
      // Measuring again changes nothing that is over.
      await measure(t);
      expect((await stats(t)).history.slice(0, 3)).toEqual(history.slice(0, 3));
    }));

  it('a day that is over counts its members without those erased by its end, and its items from their publication', () =>
    onAnEmptyPlatform(async (t) => {
      const creator = await aCreator(t);
      const gone = await aProfile(t);
      await aFreePicture(t, { creator });
      t.clock.advance(day);
      await aFreePicture(t, { creator });
      const now = t.clock.now();
      await t.db
        .updateTable('accounts')
        .set({ leaving_at: new Date(now.getTime() - day), erase_at: now, erased_at: now })
        .where('id', '=', gone.accountId)
        .execute();
      t.clock.advance(2 * day);
      await measure(t);
      const { history } = await stats(t);
      expect(history.slice(0, 3).map((row) => [row.day, row.totalUsers, row.totalContent, row.newContent])).toEqual([
        ['2026-11-18', 2, 1, 1],
        ['2026-11-19', 1, 2, 1],
        ['2026-11-20', 1, 2, 0],
      ]);
    }));

  it('revenue is rand paid less rand given back, and adds up from day to day', () =>
    onAnEmptyPlatform(async (t) => {
      const post = (kind: 'pack_sale' | 'refund', amount: number) => {
        const [from, to] = kind === 'pack_sale' ? [cash, packSales] : [packSales, cash];
        const move = {
          kind,
          key: newId(),
          ownerId: newId(),
          reference: newId(),
          description: 'Pack',
          amount,
          from,
          to,
        };
        return t.context.credits.transact((tx) => t.context.credits.move(tx, [{ ...move, at: t.clock.now() } as Move]));
      };
      await aProfile(t);
      await post('pack_sale', 59_900);
      await post('pack_sale', 19_900);
      t.clock.advance(day);
      await post('refund', 19_900);
      // No one has measured yet: what came before today is read from the ledger.
      expect(await stats(t)).toMatchObject({ dailyRevenue: -199, totalRevenue: 599, totalRevenueCents: 59_900 });
      await measure(t);
      t.clock.advance(day);
      await post('pack_sale', 9_900);
      const { history, ...now } = await stats(t);
      expect(now).toMatchObject({ dailyRevenue: 99, totalRevenue: 698 });
      expect(history.map((row) => [row.dailyRevenue, row.totalRevenue])).toEqual([
        [798, 798],
        [-199, 599],
        [99, 698],
      ]);
    }));

  it('health is the share of answers that did not fail, over all processes, with each part', () =>
    onAnEmptyPlatform(async (t) => {
      const before = await stats(t);
      expect(before.health).toMatchObject({ percent: null, requests: 0, failed: 0 });
      expect(before.health.parts.map(({ name, ok }) => [name, ok])).toEqual([
        ['database', true],
        ['ledger', true],
        ['storage', true],
        ['jobs', true],
      ]);
      const { requestCounts } = t.context;
      for (let n = 0; n < 39; n += 1) requestCounts.count(n === 0 ? 404 : 200);
      requestCounts.count(500);
      await requestCounts.flush();
      const second = await t.startSecondProcess();
      for (let n = 0; n < 59; n += 1) second.context.requestCounts.count(200);
      second.context.requestCounts.count(503);
      await second.context.requestCounts.flush();
      await second.close();
      const { health } = await stats(t);
      // The two requests of this test itself are counted too.
      expect(health.requests).toBeGreaterThanOrEqual(100);
      expect([health.failed, health.percent]).toEqual([2, 98]);
      t.clock.advance(day + 60_000);
      const admin = await anAccount(t, { role: 'admin' });
      const { body } = await t.client(await aSession(t, admin.accountId)).call('platformStats');
      expect(body.health.failed).toBe(0);
    }));
});
