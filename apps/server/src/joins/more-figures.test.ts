import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { aCreator } from '../../test/factories.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

it("counts the overlay's figures: current calls, gifts, and satisfaction from ten stars on", async () => {
  const figures = async () => {
    t.clock.advance(31_000);
    return (await t.client().call('platformFigures')).body;
  };
  expect(await figures()).toMatchObject({ liveCalls: 0, giftsSent: 0, satisfaction: null });
  const creator = await aCreator(t);
  const given = (stars: number, ratings: number) =>
    t.db
      .insertInto('call_settings')
      .values({
        profile_id: creator.profileId,
        available: true,
        credits_per_minute: 12,
        stars,
        ratings,
        changed_at: t.clock.now(),
      })
      .onConflict((conflict) => conflict.column('profile_id').doUpdateSet({ stars, ratings }))
      .execute();
  await given(45, 9);
  expect((await figures()).satisfaction).toBeNull();
  await given(46, 10);
  expect((await figures()).satisfaction).toBe(92);
});
