import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aPair, callPaymentsOf, callSocket, connectCall, ringCall, runCall, sendAlive } from '../../../test/callers.ts';
import { aProfile } from '../../../test/factories.ts';
import { startSecondServer } from '../../../test/second-server.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { closeSockets, flushSocket } from '../../../test/sockets.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ runningClock: false });
});
afterEach(closeSockets);
afterAll(() => t.close());

const balanceOf = async (who: { accountId: string }) => (await t.context.credits.balance(who.accountId)).balance;
const earned = (who: { profileId: string }) => t.context.credits.earnings(who.profileId);
const current = async (who: { cookie: string }) => (await t.client(who).call('currentCall')).body.call;
const receiptOf = async (who: { cookie: string }, id: string) =>
  (await t.client(who).call('callReceipt', { params: { id } })).body;

describe('T44: billing on the server’s clock', () => {
  it('charges nothing before both sides are connected, then each started minute at its start', async () => {
    const pair = await aPair(t);
    const before = await earned(pair.creator);
    const id = await ringCall(t, pair);
    await t.client(pair.creator).call('acceptCall', { params: { id } });
    await callSocket(pair.fanSocket, 'call.alive', { callId: id, connected: true });
    await callSocket(pair.creatorSocket, 'call.alive', { callId: id, connected: false });
    expect(await balanceOf(pair.fan)).toBe(100);
    await sendAlive(t, pair, id);
    expect(await balanceOf(pair.fan)).toBe(82);
    await runCall(t, pair, id, 59);
    expect(await balanceOf(pair.fan)).toBe(82);
    await runCall(t, pair, id, 2);
    expect(await balanceOf(pair.fan)).toBe(64);
    await runCall(t, pair, id, 90);
    await t.client(pair.fan).call('endCall', { params: { id } });
    const receipt = await receiptOf(pair.fan, id);
    expect(receipt).toMatchObject({
      charged: 54,
      returned: 0,
      creatorShare: null,
      call: { state: 'ended', ending: 'hung_up', duration: 151, startedMinutes: 3, totalCost: 54 },
    });
    expect(receipt.minutes.map(({ minute, credits }) => [minute, credits])).toEqual([
      [1, 18],
      [2, 18],
      [3, 18],
    ]);
    expect(await receiptOf(pair.creator, id)).toMatchObject({ creatorShare: 42, platformShare: 12 });
    expect(await callPaymentsOf(t, id)).toEqual({ paid: 54, back: 0 });
    expect((await earned(pair.creator)) - before).toBe(42n);
    expect((await t.client(await aProfile(t)).call('callReceipt', { params: { id } })).status).toBe(404);
  });

  it('ignores figures sent by a browser over the socket, and refuses them in an operation', async () => {
    const pair = await aPair(t);
    const id = await connectCall(t, pair);
    expect(await callSocket(pair.fanSocket, 'call.alive', { callId: id, connected: true, seconds: 1 })).toEqual({
      ok: true,
    });
    const end = await t.client(pair.fan).request('POST', `/api/calls/${id}/end`, { body: { duration: 0 } });
    expect(end.status).toBe(400);
    expect(await current(pair.fan)).toMatchObject({ state: 'active', totalCost: 18 });
  });

  it('charges each minute once, however many schedulers run at the same time', async () => {
    const pair = await aPair(t);
    const id = await connectCall(t, pair);
    t.clock.advance(5_000);
    await sendAlive(t, pair, id);
    t.clock.advance(15_000);
    await sendAlive(t, pair, id);
    await runCall(t, pair, id, 39);
    t.clock.advance(2_000);
    await Promise.all(Array.from({ length: 12 }, () => t.context.calls.runDue()));
    expect(await callPaymentsOf(t, id)).toEqual({ paid: 36, back: 0 });
    expect(await balanceOf(pair.fan)).toBe(64);
  });

  it('another process continues where this one has stopped', async () => {
    const second = await startSecondServer(t);
    try {
      const pair = await aPair(t);
      const id = await connectCall(t, pair);
      for (let n = 0; n < 4; n += 1) {
        t.clock.advance(15_250);
        await sendAlive(t, pair, id);
      }
      expect(await callPaymentsOf(t, id)).toEqual({ paid: 18, back: 0 });
      await second.context.calls.runDue();
      expect(await callPaymentsOf(t, id)).toEqual({ paid: 36, back: 0 });
    } finally {
      await second.close();
    }
  });

  it('warns both in the last minute, and ends the call where the next one would have begun', async () => {
    const pair = await aPair(t, { credits: 40 });
    const id = await connectCall(t, pair);
    await flushSocket(pair.creatorSocket);
    expect(pair.creatorSocket.of('call.tick').at(-1)).toMatchObject({
      minutes: 1,
      credits: 18,
      balance: null,
      isLast: false,
    });
    await runCall(t, pair, id, 61);
    await Promise.all([flushSocket(pair.fanSocket), flushSocket(pair.creatorSocket)]);
    expect(pair.fanSocket.of('call.tick').at(-1)).toMatchObject({ minutes: 2, credits: 36, balance: 4, isLast: true });
    expect(pair.creatorSocket.of('call.tick').at(-1)).toMatchObject({ isLast: true, balance: null });
    await runCall(t, pair, id, 60);
    await flushSocket(pair.creatorSocket);
    for (const page of [pair.fanSocket, pair.creatorSocket])
      expect(page.of('call.ended')).toEqual([{ callId: id, reason: 'no_credits' }]);
    expect((await receiptOf(pair.fan, id)).call).toMatchObject({
      ending: 'no_credits',
      duration: 120,
      startedMinutes: 2,
      totalCost: 36,
    });
    expect(await balanceOf(pair.fan)).toBe(4);
  });

  it('never connects a caller who can no longer pay the first minute', async () => {
    const pair = await aPair(t, { credits: 18 });
    const id = await ringCall(t, pair);
    await t.client(pair.creator).call('acceptCall', { params: { id } });
    await t.context.credits.purchase({
      kind: 'tip',
      payer: pair.fan.accountId,
      payee: pair.creator.profileId,
      price: 10,
      reference: 'x',
      key: `tip ${id}`,
      description: 'Tip',
    });
    await sendAlive(t, pair, id);
    expect((await receiptOf(pair.fan, id)).call).toMatchObject({ state: 'ended', ending: 'no_credits', totalCost: 0 });
    expect(await balanceOf(pair.fan)).toBe(8);
  });

  it('a call that drops within ten seconds returns its minute, in the credits it was paid in', async () => {
    const pair = await aPair(t, { credits: 10 });
    await t.context.credits.grantPromotional(pair.fan.accountId, 20, `given ${pair.fan.accountId}`, 'Given');
    const before = await earned(pair.creator);
    const id = await connectCall(t, pair);
    expect(await balanceOf(pair.fan)).toBe(12);
    await runCall(t, pair, id, 8);
    t.clock.advance(20_000);
    await t.context.calls.runDue();
    expect(await receiptOf(pair.fan, id)).toMatchObject({
      charged: 18,
      returned: 18,
      call: { ending: 'dropped', duration: 8, totalCost: 0 },
    });
    expect(await t.context.credits.balance(pair.fan.accountId)).toEqual({ balance: 30, promotional: 20 });
    expect((await earned(pair.creator)) - before).toBe(0n);
    expect(await callPaymentsOf(t, id)).toEqual({ paid: 18, back: 18 });
    const lines = (await t.client(pair.fan).call('creditTransactions')).body.filter(({ description }) =>
      description.includes('video call'),
    );
    expect(lines.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([8, 10]);
    // Each leads to the receipt of its call; other movements to none.
    const movements = (await t.client(pair.fan).call('creditTransactions')).body.map(({ callId }) => callId);
    expect(movements.filter((callId) => callId !== null)).toEqual([id, id, id]);
    await t.context.credits.books.check();
    expect(t.log.filter(({ event }) => event === 'the ledger does not add up')).toEqual([]);
  });

  it('a creator who hangs up within ten seconds earns nothing; a caller who does pays the minute', async () => {
    for (const [who, cost] of [
      ['creator', 0],
      ['fan', 18],
    ] as const) {
      const pair = await aPair(t);
      const id = await connectCall(t, pair);
      t.clock.advance(5_000);
      await t.client(pair[who]).call('endCall', { params: { id } });
      expect((await receiptOf(pair.fan, id)).call).toMatchObject({ ending: 'hung_up', totalCost: cost });
      expect(await balanceOf(pair.fan)).toBe(100 - cost);
    }
  });

  it('a caller who falls silent ends the call where the creator last saw them; a later minute is returned', async () => {
    const pair = await aPair(t);
    const id = await connectCall(t, pair);
    await runCall(t, pair, id, 55);
    for (let n = 0; n < 4; n += 1) {
      t.clock.advance(4_900);
      await callSocket(pair.creatorSocket, 'call.alive', { callId: id, connected: false });
      await t.context.calls.runDue();
    }
    expect(await callPaymentsOf(t, id)).toEqual({ paid: 36, back: 0 });
    t.clock.advance(500);
    await t.context.calls.runDue();
    expect(await receiptOf(pair.fan, id)).toMatchObject({
      charged: 36,
      returned: 18,
      call: { ending: 'dropped', duration: 55, totalCost: 18 },
    });
    expect(await balanceOf(pair.fan)).toBe(82);
    expect(await callSocket(pair.creatorSocket, 'call.alive', { callId: id, connected: true })).toEqual({
      ok: false,
      code: 'NOT_FOUND',
    });
  });

  it('F7: a clock that jumps an hour ahead charges no minute without heartbeats', async () => {
    const pair = await aPair(t);
    const id = await connectCall(t, pair);
    await runCall(t, pair, id, 30);
    t.clock.advance(3_600_000);
    await t.context.calls.runDue();
    expect((await receiptOf(pair.fan, id)).call).toMatchObject({ ending: 'dropped', totalCost: 18, duration: 30 });
  });

  it('a call that was accepted and never connected failed, and cost nothing', async () => {
    const pair = await aPair(t);
    const id = await ringCall(t, pair);
    await t.client(pair.creator).call('acceptCall', { params: { id } });
    for (let n = 0; n < 9; n += 1) {
      t.clock.advance(5_000);
      await sendAlive(t, pair, id, false);
      await t.context.calls.runDue();
    }
    expect((await receiptOf(pair.fan, id)).call).toMatchObject({ ending: 'failed', totalCost: 0 });
    expect(await balanceOf(pair.fan)).toBe(100);
  });
});
