import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aPair, type CallPair, enableCalls, ringCall, startCall } from '../../../test/callers.ts';
import { aCreator } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { closeSockets, flushSocket } from '../../../test/sockets.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ runningClock: false });
});
afterEach(closeSockets);
afterAll(() => t.close());

const rings = ({ fan, creator }: Pick<CallPair, 'fan' | 'creator'>) => startCall(t, fan, creator);
const end = (who: { cookie: string }, id: string) => t.client(who).call('endCall', { params: { id } });
const notificationsOf = async (who: { cookie: string }) => {
  await t.drain();
  return (await t.client(who).call('listNotifications')).body.items;
};
const current = async (who: { cookie: string }) => (await t.client(who).call('currentCall')).body.call;

describe('calls that were not accepted', () => {
  it('ringing and hanging up 25 times makes three rings in ten minutes and one notice that counts them', async () => {
    const pair = await aPair(t);
    const reasons: unknown[] = [];
    for (let n = 0; n < 25; n += 1) {
      const { status, body, error } = await rings(pair);
      if (status === 201) await end(pair.fan, body.id);
      else reasons.push([error?.code, error?.details?.reason]);
    }
    expect(reasons).toEqual(Array.from({ length: 22 }, () => ['CONFLICT', 'unanswered']));
    await flushSocket(pair.creatorSocket);
    expect(pair.creatorSocket.of('call.ringing')).toHaveLength(3);
    expect((await notificationsOf(pair.creator)).map(({ kind, count }) => [kind, count])).toEqual([['call_missed', 3]]);
    // Another creator may still be rung, and this one too after ten minutes.
    const other = await aCreator(t);
    await enableCalls(t, other);
    await end(pair.fan, await ringCall(t, { fan: pair.fan, creator: other }));
    await t.database.pool.query(
      `update calls set created_at = created_at - interval '10 minutes' where caller_id = $1`,
      [pair.fan.profileId],
    );
    expect((await rings(pair)).status).toBe(201);
  });

  it('counts declined and missed calls, and no accepted ones', async () => {
    const pair = await aPair(t);
    for (let n = 0; n < 2; n += 1) {
      const taken = await ringCall(t, pair);
      await t.client(pair.creator).call('acceptCall', { params: { id: taken } });
      await end(pair.fan, taken);
    }
    await t.client(pair.creator).call('declineCall', { params: { id: await ringCall(t, pair) } });
    await ringCall(t, pair);
    t.clock.advance(30_000);
    await t.context.calls.runDue();
    await end(pair.fan, await ringCall(t, pair));
    expect((await rings(pair)).error?.details).toEqual({ reason: 'unanswered' });
  });
});

describe('a caller whose thread was muted', () => {
  const mute = ({ fan, creator }: CallPair, muted: boolean) =>
    t.client(creator).call('setConversation', { params: { profileId: fan.profileId }, body: { muted } });

  it('sees it ring until it is missed; the creator is neither rung nor notified', async () => {
    const pair = await aPair(t);
    await mute(pair, true);
    const id = await ringCall(t, pair);
    expect(await current(pair.fan)).toMatchObject({ id, state: 'ringing', role: 'caller' });
    expect(await current(pair.creator)).toBeNull();
    // As after any ring: the creator looks busy to every caller, in the list and on their page.
    const { creator, fan } = pair;
    const one = await t.client(fan).call('getCallPartner', { params: { id: creator.profileId } });
    expect(one.body).toMatchObject({ isBusy: true });
    const { items } = (await t.client(fan).call('listCallPartners')).body;
    expect(items.find((each) => each.id === creator.profileId)).toMatchObject({ isBusy: true });
    expect((await t.client(pair.creator).call('acceptCall', { params: { id } })).error?.code).toBe('CONFLICT');
    t.clock.advance(30_000);
    await t.context.calls.runDue();
    await Promise.all([flushSocket(pair.fanSocket), flushSocket(pair.creatorSocket)]);
    expect(pair.fanSocket.of('call.ended')).toEqual([{ callId: id, reason: 'missed' }]);
    expect(pair.creatorSocket.events.filter(({ event }) => event.startsWith('call.'))).toEqual([]);
    await end(pair.fan, await ringCall(t, pair));
    expect(await notificationsOf(pair.creator)).toEqual([]);
    expect((await t.client(pair.creator).call('listCalls')).body.items).toEqual([]);
    expect((await t.client(pair.fan).call('listCalls')).body.items).toHaveLength(2);
    await mute(pair, false);
    await ringCall(t, pair);
    await flushSocket(pair.creatorSocket);
    expect(pair.creatorSocket.of('call.ringing')).toHaveLength(1);
  });

  it('leaves the creator free: others can ring during it, and a creator in a call is busy to them as to everyone', async () => {
    const pair = await aPair(t);
    const other = await aPair(t);
    await mute(pair, true);
    await ringCall(t, pair);
    const id = await ringCall(t, { fan: other.fan, creator: pair.creator });
    expect((await t.client(pair.creator).call('acceptCall', { params: { id } })).status).toBe(200);
    const own = await current(pair.fan);
    await end(pair.fan, own?.id ?? '');
    expect((await rings(pair)).error?.details).toEqual({ reason: 'busy' });
  });
});
