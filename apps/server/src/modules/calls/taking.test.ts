import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aPair, type CallPair, ringCall } from '../../../test/callers.ts';
import { aBlock } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { closeSockets, flushSocket } from '../../../test/sockets.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ runningClock: false });
});
afterEach(closeSockets);
afterAll(() => t.close());

const current = async (who: { cookie: string }) => (await t.client(who).call('currentCall')).body.call;

describe('between two members who may no longer see each other', () => {
  it('T66: a ringing call is over: it is not shown, cannot be accepted, and both are notified', async () => {
    for (const who of ['creator', 'fan'] as const) {
      const pair = await aPair(t);
      const id = await ringCall(t, pair);
      const [blocker, blocked] = who === 'creator' ? [pair.creator, pair.fan] : [pair.fan, pair.creator];
      await aBlock(t, { blocker, blocked });
      expect(await current(pair.creator)).toBeNull();
      expect(await current(pair.fan)).toBeNull();
      const taking = await t.client(pair.creator).call('acceptCall', { params: { id } });
      expect([taking.status, taking.error?.code]).toEqual([404, 'NOT_FOUND']);
      await Promise.all([flushSocket(pair.fanSocket), flushSocket(pair.creatorSocket)]);
      for (const page of [pair.fanSocket, pair.creatorSocket]) {
        expect(page.of('call.ended')).toEqual([{ callId: id, reason: 'unavailable' }]);
        expect(page.of('call.accepted')).toEqual([]);
      }
    }
  });

  it('T66: it stops ringing by itself, and no one is notified of a missed call', async () => {
    const pair = await aPair(t);
    const id = await ringCall(t, pair);
    await aBlock(t, { blocker: pair.creator, blocked: pair.fan });
    await t.context.calls.runDue();
    await flushSocket(pair.creatorSocket);
    expect(pair.creatorSocket.of('call.ended')).toEqual([{ callId: id, reason: 'unavailable' }]);
    await t.drain();
    expect((await t.client(pair.creator).call('listNotifications')).body.items).toEqual([]);
  });

  it('T66: accepting it is refused although no scheduler has run and no one has asked', async () => {
    const pair = await aPair(t);
    const id = await ringCall(t, pair);
    await aBlock(t, { blocker: pair.fan, blocked: pair.creator });
    expect((await t.client(pair.creator).call('acceptCall', { params: { id } })).status).toBe(404);
    await flushSocket(pair.fanSocket);
    expect(pair.fanSocket.of('call.ended')).toEqual([{ callId: id, reason: 'unavailable' }]);
  });
});

describe('a call that is accepted while it is being ended', () => {
  /** Ends a call that is accepted between the ender's read and write. */
  async function acceptedDuring(act: (pair: CallPair, id: string) => Promise<unknown>) {
    const pair = await aPair(t);
    const id = await ringCall(t, pair);
    const holder = await t.database.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from calls where id = $1 for update', [id]);
    const acting = act(pair, id);
    await expect
      .poll(async () => {
        const { rows } = await t.database.pool.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
    const now = t.clock.now();
    await holder.query('update calls set accepted_at = $2, caller_seen_at = $2, partner_seen_at = $2 where id = $1', [
      id,
      now,
    ]);
    await holder.query('commit');
    holder.release();
    await acting;
    return (await t.client(pair.fan).call('callReceipt', { params: { id } })).body.call;
  }

  it('was hung up, not cancelled', async () => {
    const call = await acceptedDuring((pair, id) => t.client(pair.fan).call('endCall', { params: { id } }));
    expect(call).toMatchObject({ state: 'ended', ending: 'hung_up' });
  });

  it('can no longer be declined', async () => {
    const call = await acceptedDuring(async (pair, id) => {
      expect((await t.client(pair.creator).call('declineCall', { params: { id } })).error?.code).toBe('CONFLICT');
    });
    expect(call).toMatchObject({ state: 'accepted', ending: null });
  });
});
