import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  aPair,
  aSignal,
  type CallPair,
  callSocket,
  connectCall,
  ringCall,
  testTabId,
  viewerOf,
} from '../../../test/callers.ts';
import { aBlock, aProfile } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { closeSockets, flushSocket, openListener } from '../../../test/sockets.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ runningClock: false });
});
afterEach(closeSockets);
afterAll(() => t.close());

const moveToTab = (who: { cookie: string }, id: string, tabId: string) =>
  t.client(who).call('joinCall', { params: { id }, body: { tabId } });
const end = (who: { cookie: string }, id: string, tabId?: string) =>
  t.client(who).call('endCall', { params: { id }, query: tabId ? { tabId } : {} });
const current = async (who: { cookie: string }) => (await t.client(who).call('currentCall')).body.call;
const elsewhere = { ok: false, code: 'CONFLICT' };

/** A current call that its caller has moved to a second device. */
async function startAndMove(): Promise<{ pair: CallPair; id: string; tabId: string }> {
  const pair = await aPair(t);
  const id = await connectCall(t, pair);
  const tabId = randomUUID();
  expect((await moveToTab(pair.fan, id, tabId)).body).toMatchObject({ id, role: 'caller', state: 'active' });
  return { pair, id, tabId };
}

describe('a call that moves to another tab', () => {
  it('notifies every tab of that member, and no tab of the other member', async () => {
    const pair = await aPair(t);
    const id = await connectCall(t, pair);
    const second = await openListener(t, pair.fan);
    const tabId = randomUUID();
    await moveToTab(pair.fan, id, tabId);
    await Promise.all([pair.fanSocket, second, pair.creatorSocket].map((each) => flushSocket(each)));
    for (const each of [pair.fanSocket, second]) expect(each.of('call.taken-over')).toEqual([{ callId: id, tabId }]);
    expect(pair.creatorSocket.of('call.taken-over')).toEqual([]);
  });

  it('T44: ignores events of the earlier tab: it is neither present nor connected, and its signals are not relayed', async () => {
    const { pair, id, tabId } = await startAndMove();
    const rowOf = async () => t.db.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const before = await rowOf();
    t.clock.advance(3_000);
    for (const connected of [true, false])
      expect(await callSocket(pair.fanSocket, 'call.alive', { callId: id, connected })).toEqual(elsewhere);
    expect(await callSocket(pair.fanSocket, 'call.signal', { callId: id, signal: aSignal() })).toEqual(elsewhere);
    expect(await rowOf()).toEqual(before);
    expect(await callSocket(pair.fanSocket, 'call.alive', { callId: id, tabId, connected: true })).toEqual({
      ok: true,
    });
    expect(await callSocket(pair.fanSocket, 'call.signal', { callId: id, tabId, signal: aSignal() })).toEqual({
      ok: true,
    });
    await flushSocket(pair.creatorSocket);
    expect(pair.creatorSocket.of('call.signal')).toHaveLength(1);
    expect((await rowOf()).caller_seen_at).toEqual(t.clock.now());
  });

  it('T44: is connected before its first minute only once the new tab reports so', async () => {
    const pair = await aPair(t);
    const id = await ringCall(t, pair);
    await t.client(pair.creator).call('acceptCall', { params: { id } });
    expect(await callSocket(pair.fanSocket, 'call.alive', { callId: id, connected: true })).toEqual({ ok: true });
    const tabId = randomUUID();
    await moveToTab(pair.fan, id, tabId);
    expect(await callSocket(pair.creatorSocket, 'call.alive', { callId: id, connected: true })).toEqual({ ok: true });
    expect(await current(pair.fan)).toMatchObject({ state: 'accepted', totalCost: 0 });
    expect(await callSocket(pair.fanSocket, 'call.alive', { callId: id, tabId, connected: true })).toEqual({
      ok: true,
    });
    expect(await current(pair.fan)).toMatchObject({ state: 'active', totalCost: 18 });
  });

  it('is ended by the tab that takes part or by the member, not by the earlier tab', async () => {
    const first = await startAndMove();
    const refused = await end(first.pair.fan, first.id, testTabId);
    expect([refused.status, refused.error?.code, refused.error?.details]).toEqual([
      409,
      'CONFLICT',
      { reason: 'elsewhere' },
    ]);
    expect(await current(first.pair.fan)).toMatchObject({ state: 'active' });
    expect((await end(first.pair.fan, first.id, first.tabId)).body.ending).toBe('hung_up');
    // An ended call stays ended for both sides.
    expect((await end(first.pair.fan, first.id, testTabId)).body.ending).toBe('hung_up');
    const second = await startAndMove();
    expect((await end(second.pair.fan, second.id)).body.ending).toBe('hung_up');
  });

  it('continues in the last tab that asked, for each side separately', async () => {
    const { pair, id, tabId } = await startAndMove();
    expect(await callSocket(pair.creatorSocket, 'call.alive', { callId: id, connected: true })).toEqual({ ok: true });
    const back = randomUUID();
    await moveToTab(pair.fan, id, back);
    expect(await callSocket(pair.fanSocket, 'call.alive', { callId: id, tabId, connected: true })).toEqual(elsewhere);
    expect(await callSocket(pair.fanSocket, 'call.alive', { callId: id, tabId: back, connected: true })).toEqual({
      ok: true,
    });
  });

  it('T66: is limited to the two of an accepted current call: everyone else gets NOT_FOUND', async () => {
    const pair = await aPair(t);
    const id = await ringCall(t, pair);
    for (const who of [pair.fan, pair.creator, await aProfile(t)])
      expect((await moveToTab(who, id, randomUUID())).status).toBe(404);
    await t.client(pair.creator).call('acceptCall', { params: { id } });
    // A tab that has sent nothing yet can be replaced too.
    const tabId = randomUUID();
    expect((await moveToTab(pair.creator, id, tabId)).status).toBe(200);
    await expect(
      t.context.calls.alive(viewerOf(pair.creator), { callId: id, tabId: testTabId, connected: false }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await moveToTab(await aProfile(t), id, randomUUID())).status).toBe(404);
    await aBlock(t, { blocker: pair.creator, blocked: pair.fan });
    expect((await moveToTab(pair.fan, id, randomUUID())).status).toBe(404);
    expect(await current(pair.creator)).toBeNull();
    expect((await moveToTab(pair.creator, id, tabId)).status).toBe(404);
  });
});
