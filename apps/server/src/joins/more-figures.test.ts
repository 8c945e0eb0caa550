import { expect, it } from 'vitest';
import { setCallRatings } from '../../test/callers.ts';
import { aCreator } from '../../test/factories.ts';
import { useTestApp } from '../../test/use-app.ts';

const t = useTestApp();

it("counts the overlay's figures: current calls, gifts, and satisfaction from ten stars on", async () => {
  const figures = async () => {
    t.clock.advance(31_000);
    return (await t.client().call('platformFigures')).body;
  };
  expect(await figures()).toMatchObject({ liveCalls: 0, giftsSent: 0, satisfaction: null });
  const creator = await aCreator(t);
  const given = (stars: number, ratings: number) => setCallRatings(t, creator, { stars, ratings });
  await given(45, 9);
  expect((await figures()).satisfaction).toBeNull();
  await given(46, 10);
  expect((await figures()).satisfaction).toBe(92);
});
