import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aPair, type CallPair, connectCall, enableCalls, ringCall, runCall } from '../../../test/callers.ts';
import { aBlock, aCreator, aProfile } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { closeSockets } from '../../../test/sockets.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ runningClock: false });
});
afterEach(closeSockets);
afterAll(() => t.close());

const list = async (who: { cookie: string }, query: { limit?: string; cursor?: string } = {}) =>
  (await t.client(who).call('listCalls', { query })).body;
const end = (who: { cookie: string }, id: string) => t.client(who).call('endCall', { params: { id } });

/** A paid call, and one after it that was not accepted. */
async function two(pair: CallPair): Promise<[string, string]> {
  const paid = await connectCall(t, pair);
  await runCall(t, pair, paid, 12);
  await end(pair.fan, paid);
  const missed = await ringCall(t, pair);
  await end(pair.fan, missed);
  return [paid, missed];
}

describe('past calls', () => {
  it('are listed for both sides, newest first, page by page, with their cost; a ringing one is not', async () => {
    const pair = await aPair(t);
    const [paid, missed] = await two(pair);
    await ringCall(t, pair);
    for (const [who, other, role] of [
      [pair.fan, pair.creator, 'caller'],
      [pair.creator, pair.fan, 'partner'],
    ] as const) {
      const first = await list(who, { limit: '1' });
      expect(first.items).toEqual([
        expect.objectContaining({ id: missed, role, ending: 'cancelled', duration: 0, totalCost: 0 }),
      ]);
      const second = await list(who, { limit: '1', cursor: first.nextCursor ?? '' });
      expect(second).toEqual({
        items: [expect.objectContaining({ id: paid, role, ending: 'hung_up', duration: 12, totalCost: 18 })],
        nextCursor: null,
      });
      expect(second.items[0]?.other).toMatchObject({ id: other.profileId, displayName: other.displayName });
    }
    expect((await list(await aProfile(t))).items).toEqual([]);
    expect((await t.client(pair.fan).call('listCalls', { query: { cursor: 'nothing' } })).status).toBe(400);
  });

  it('T66: exclude people who are no longer visible, without shortening the pages', async () => {
    const pair = await aPair(t);
    const [paid] = await two(pair);
    const other = await aCreator(t);
    await enableCalls(t, other);
    await end(pair.fan, await ringCall(t, { fan: pair.fan, creator: other }));
    await aBlock(t, { blocker: other, blocked: pair.fan });
    const { items } = await list(pair.fan, { limit: '2' });
    expect(items.map(({ other: one }) => one.id)).toEqual([pair.creator.profileId, pair.creator.profileId]);
    // Its receipt is about money, and stays.
    await aBlock(t, { blocker: pair.creator, blocked: pair.fan });
    expect((await list(pair.fan)).items).toEqual([]);
    expect((await t.client(pair.fan).call('callReceipt', { params: { id: paid } })).status).toBe(200);
  });
});
