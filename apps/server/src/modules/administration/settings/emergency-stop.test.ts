import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aPair, callPaymentsOf, connectCall, runCall, startCall } from '../../../../test/callers.ts';
import { aCreator, aProfile, type TestProfile } from '../../../../test/factories.ts';
import { aRunningShow, aViewer } from '../../../../test/live-shows.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { closeSockets } from '../../../../test/sockets.ts';

let t: TestServer;
let admin: TestProfile;
beforeAll(async () => {
  t = await startTestServer();
  admin = await aProfile(t, { role: 'admin' });
});
afterEach(closeSockets);
afterAll(() => t.close());

async function setStop(value: boolean): Promise<void> {
  const { settings } = (await t.client(admin).call('operatorSettings')).body;
  const version = settings.find(({ name }) => name === 'livesAndCallsStopped')?.version ?? 0;
  const changes = [{ name: 'livesAndCallsStopped', value, version }] as const;
  const { status } = await t.client(admin).call('setOperatorSettings', { body: { changes: [...changes] } });
  expect(status).toBe(200);
}

describe('T22: the emergency stop', () => {
  it('ends running shows and calls, refuses new ones in clear words, and lets them begin again once lifted', async () => {
    const pair = await aPair(t, { credits: 200 });
    const callId = await connectCall(t, pair);
    await runCall(t, pair, callId, 20);
    const performer = await aCreator(t);
    const showId = await aRunningShow(t, performer, { ticketCredits: 25 });
    const viewer = await aViewer(t);
    const ticket = await t.client(viewer).call('buyLiveTicket', { params: { id: showId }, body: { price: 25 } });
    expect(ticket.status).toBe(201);
    const planned = await t.client(performer).call('planLive', {
      body: {
        title: 'Tomorrow, by candle',
        audience: 'free',
        startsAt: new Date(t.clock.now().getTime() + 3_600_000).toISOString(),
      },
    });
    expect(planned.status).toBe(201);

    await setStop(true);
    // What every worker does twice a second, and every second.
    await t.context.calls.runDue();
    await t.context.lives.endOver();
    await t.drain();
    const call = await t.db.selectFrom('calls').select('ended_at').where('id', '=', callId).executeTakeFirstOrThrow();
    expect(call.ended_at).not.toBeNull();
    const show = await t.db
      .selectFrom('lives')
      .select(['ended_at', 'ending'])
      .where('id', '=', showId)
      .executeTakeFirstOrThrow();
    expect(show).toMatchObject({ ending: 'stopped', ended_at: expect.any(Date) });
    // The ticket goes back; the minute that was talked is paid, once.
    expect((await t.client(viewer).call('creditBalance')).body.balance).toBe(100);
    expect(await callPaymentsOf(t, callId)).toEqual({ paid: 18, back: 0 });
    // No decision about the creator: no one did anything wrong.
    expect((await t.client(performer).call('ownDecisions')).body.items).toEqual([]);
    const left = await t.db
      .selectFrom('lives')
      .select('ended_at')
      .where('id', '=', planned.body.id)
      .executeTakeFirstOrThrow();
    expect(left.ended_at).toBeNull();

    for (const refused of [
      await startCall(t, pair.fan, pair.creator),
      await t.client(performer).call('startLive', { body: { title: 'Another set', audience: 'free' } }),
    ])
      expect(refused.error).toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringContaining('are stopped for now'),
      });
    expect((await t.client().call('publicSettings')).body).toBeDefined();

    await setStop(false);
    expect((await startCall(t, pair.fan, pair.creator)).status).toBe(201);
    expect(
      (await t.client(performer).call('startLive', { body: { title: 'Another set', audience: 'free' } })).status,
    ).toBe(201);
    const log = await t.db
      .selectFrom('audit_log')
      .select('details')
      .where('target_id', '=', 'livesAndCallsStopped')
      .orderBy('number')
      .execute();
    expect(log.map(({ details }) => details)).toEqual([
      { from: false, to: true },
      { from: true, to: false },
    ]);
  });
});
