import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aPair, type CallPair, connectCall, runCall } from '../../../test/callers.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { closeSockets } from '../../../test/sockets.ts';
import { newId } from '../../platform/ids.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ runningClock: false });
});
afterEach(closeSockets);
afterAll(() => t.close());

const tip = ({ fan, creator }: CallPair, credits: number, clientId = newId()) =>
  t.client(fan).call('tipInChat', { params: { profileId: creator.profileId }, body: { clientId, credits } });
const gift = ({ fan, creator }: CallPair) =>
  t.client(fan).call('sendGift', { body: { giftId: 'red-rose', price: 50, recipientId: creator.profileId } });
const earned = async ({ creator }: CallPair) => Number(await t.context.credits.earnings(creator.profileId));
const receiptOf = async (who: { cookie: string }, id: string) =>
  (await t.client(who).call('callReceipt', { params: { id } })).body;
const end = (who: { cookie: string }, id: string) => t.client(who).call('endCall', { params: { id } });

describe('T44: tips and gifts inside a call', () => {
  it('are in the figures and receipts of both, and match balance and earnings to the credit', async () => {
    const pair = await aPair(t, { credits: 200 });
    const before = await earned(pair);
    await tip(pair, 7);
    const given = await earned(pair);
    const id = await connectCall(t, pair);
    const clientId = newId();
    for (const _time of ['once', 'again']) expect((await tip(pair, 13, clientId)).status).toBe(201);
    t.clock.advance(1_000);
    expect((await gift(pair)).status).toBe(201);
    await runCall(t, pair, id, 62);
    await expect
      .poll(() => pair.creatorSocket.of('call.tick').at(-1))
      .toMatchObject({ minutes: 2, credits: 36, given: 63, earned: (await earned(pair)) - given, balance: null });
    expect(pair.fanSocket.of('call.tick').at(-1)).toMatchObject({ given: 63, earned: null });
    const current = (await t.client(pair.creator).call('currentCall')).body.call;
    expect(current).toMatchObject({ totalCost: 36, given: 63, earned: (await earned(pair)) - given });
    await end(pair.fan, id);
    await tip(pair, 11);

    const [own, theirs] = [await receiptOf(pair.fan, id), await receiptOf(pair.creator, id)];
    expect(own).toMatchObject({ charged: 36, given: 63, paid: 99, creatorShare: null, platformShare: null });
    expect(own.tipsAndGifts).toMatchObject([
      { kind: 'tip', giftId: null, credits: 13 },
      { kind: 'gift', giftId: 'red-rose', credits: 50 },
    ]);
    expect(theirs).toMatchObject({ paid: 99, tipsAndGifts: own.tipsAndGifts });
    expect((theirs.creatorShare ?? 0) + (theirs.platformShare ?? 0)).toBe(99);
    expect((await t.context.credits.balance(pair.fan.accountId)).balance).toBe(200 - 7 - 99 - 11);
    const outside = given - before;
    const after = (await earned(pair)) - before - outside;
    const late = after - (theirs.creatorShare ?? 0);
    expect(late).toBeGreaterThan(0);
    expect(late).toBeLessThanOrEqual(11);
    const past = (await t.client(pair.creator).call('listCalls', { query: {} })).body.items;
    expect(past).toMatchObject([{ id, totalCost: 99 }]);
    await t.context.credits.reconcile();
  });

  it("appear on the creator's dashboard and statement and in the fan's movements as on the receipts", async () => {
    const pair = await aPair(t, { credits: 200 });
    const id = await connectCall(t, pair);
    await tip(pair, 13);
    await gift(pair);
    await runCall(t, pair, id, 62);
    await end(pair.fan, id);
    const receipt = await receiptOf(pair.creator, id);
    const [creator, fan] = [t.client(pair.creator), t.client(pair.fan)];
    const stats = (await creator.call('creatorStats', { query: { period: 'day' } })).body;
    const sources = new Map(stats.sources.map(({ source, amountCents, count }) => [source, { amountCents, count }]));
    expect([sources.get('tips'), sources.get('gifts')]).toEqual([
      { amountCents: 10 * 42, count: 1 },
      { amountCents: 40 * 42, count: 1 },
    ]);
    expect(sources.get('calls')?.amountCents).toBe(((receipt.creatorShare ?? 0) - 50) * 42);
    expect(stats.dailyEarningsCents).toBe((receipt.creatorShare ?? 0) * 42);
    const { items } = (await creator.call('creatorActivity', { query: {} })).body;
    expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['tips', 'gifts', 'calls']));
    expect(items.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe((receipt.creatorShare ?? 0) * 42);
    const month = t.clock.now().toISOString().slice(0, 7);
    const statement = (await creator.call('creatorStatementCsv', { params: { month } })).text;
    for (const kind of [/tip/i, /gift|rose/i, /call/i]) expect(statement).toMatch(kind);

    const pastOf = async (client: typeof fan) => (await client.call('listCalls', { query: {} })).body.items[0];
    expect(await pastOf(creator)).toMatchObject({ totalCost: 99, earned: receipt.creatorShare });
    expect(await pastOf(fan)).toMatchObject({ totalCost: 99, earned: null });
    const spent = (await fan.call('creditTransactions')).body.filter(({ type }) => type === 'spend');
    expect(spent.reduce((sum, { amount }) => sum + amount, 0)).toBe(-99);
  });

  it('stay when the minutes of a dropped call are returned', async () => {
    const pair = await aPair(t, { credits: 100 });
    const before = await earned(pair);
    const id = await connectCall(t, pair);
    await tip(pair, 20);
    // The creator hangs up within the first seconds, which cost nothing.
    await end(pair.creator, id);
    const receipt = await receiptOf(pair.creator, id);
    expect(receipt).toMatchObject({ returned: 18, given: 20, paid: 20, creatorShare: (await earned(pair)) - before });
    expect((await t.context.credits.balance(pair.fan.accountId)).balance).toBe(80);
  });

  it('belong to a call with their recipient only, and not to one that is still ringing', async () => {
    const [pair, other] = [await aPair(t, { credits: 200 }), await aPair(t)];
    const id = await connectCall(t, pair);
    expect((await tip({ ...pair, creator: other.creator }, 15)).status).toBe(201);
    expect((await receiptOf(pair.fan, id)).tipsAndGifts).toEqual([]);
    await end(pair.fan, id);
  });
});
