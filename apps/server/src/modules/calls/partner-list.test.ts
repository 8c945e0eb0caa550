import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { enableCalls, ringCall } from '../../../test/callers.ts';
import { aCreator, aProfile, giveCredits } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { closeSockets, openListener } from '../../../test/sockets.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({
    runningClock: false,
    config: { turn: { urls: ['turn:relay.test:3478'], secret: 'a-secret-of-tests' } },
  });
});
afterEach(closeSockets);
afterAll(() => t.close());

it('sorts by rating, price or time to answer, page by page, and leaves out other prices and who is in a call', async () => {
  const viewer = await aProfile(t);
  const [dear, cheap, quick] = await Promise.all([aCreator(t), aCreator(t), aCreator(t)]);
  const rates = [
    { one: dear, rate: 30, stars: 20, ratings: 4, waited: 90_000 },
    { one: cheap, rate: 12, stars: 4, ratings: 4, waited: 60_000 },
    { one: quick, rate: 18, stars: 12, ratings: 4, waited: 9_000 },
  ];
  for (const { one, rate, stars, ratings, waited } of rates) {
    await enableCalls(t, one, rate);
    await t.db
      .updateTable('call_settings')
      .set({ stars, ratings, accepted_calls: 3, accept_wait_ms: BigInt(waited) })
      .where('profile_id', '=', one.profileId)
      .execute();
  }
  const listed = async (asked: Record<string, string>) => {
    const found: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const query = { limit: '2', ...asked, ...(cursor ? { cursor } : {}) };
      const { body } = await t.client(viewer).call('listCallPartners', { query });
      found.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor ?? undefined;
      if (!cursor) return found.flatMap((id) => rates.filter(({ one }) => one.profileId === id).map(({ one }) => one));
    }
  };
  for (const [sort, order] of [
    [{}, [dear, quick, cheap]],
    [{ sort: 'price' }, [cheap, quick, dear]],
    [{ sort: 'answers' }, [quick, cheap, dear]],
  ] as const)
    expect(await listed(sort)).toEqual(order);
  expect(await listed({ sort: 'price', band: 'premium' })).toEqual([quick]);
  const fan = await aProfile(t);
  await giveCredits(t, fan.accountId, 100);
  await openListener(t, cheap);
  await ringCall(t, { fan, creator: cheap });
  expect(await listed({ sort: 'price', free: 'yes' })).toEqual([quick, dear]);
  expect((await t.client(viewer).call('listCallPartners', { query: { sort: 'name' } as never })).status).toBe(400);
});
