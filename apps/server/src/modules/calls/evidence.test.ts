import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  aPair,
  type CallPair,
  callPaymentsOf,
  connectCall,
  ringCall,
  startCall,
  testTabId,
  viewerOf,
} from '../../../test/callers.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { closeSockets } from '../../../test/sockets.ts';
import type { AppError } from '../../platform/errors.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ runningClock: false });
});
afterEach(closeSockets);
afterAll(() => t.close());

/** What a tab reports every few seconds; null sends no heartbeat. */
type Report = boolean | null;

/** Lets both tabs report the same for `seconds`, or until the call has ended; returns for how many seconds they did. */
async function during(pair: CallPair, callId: string, seconds: number, reports: { fan: Report; creator: Report }) {
  for (let passed = 1; passed <= seconds; passed += 1) {
    t.clock.advance(1_000);
    for (const side of ['fan', 'creator'] as const) {
      const connected = reports[side];
      if (connected === null || passed % 4 !== 0) continue;
      await t.context.calls
        .alive(viewerOf(pair[side]), { callId, tabId: testTabId, connected })
        .catch((error: AppError) => expect(error.code).toBe('NOT_FOUND'));
    }
    await t.context.calls.runDue();
    if ((await t.client(pair.fan).call('currentCall')).body.call === null) return passed;
  }
  return seconds;
}

async function taken(pair: CallPair): Promise<string> {
  const id = await ringCall(t, pair);
  expect((await t.client(pair.creator).call('acceptCall', { params: { id } })).status).toBe(200);
  return id;
}

const receipt = async (pair: CallPair, id: string) =>
  (await t.client(pair.fan).call('callReceipt', { params: { id } })).body;

describe("T44: before it begins, one side's claim alone neither bills nor carries a call", () => {
  for (const [who, words] of [
    ['the caller denies what the creator sees', { fan: false, creator: true }],
    ['the caller says nothing more', { fan: null, creator: true }],
    ['a creator claims what the caller does not see', { fan: false, creator: true }],
    ['the creator denies it', { fan: true, creator: false }],
  ] as const)
    it(`${who}: it ends within seconds, and costs nothing`, async () => {
      const pair = await aPair(t);
      const id = await taken(pair);
      const lasted = await during(pair, id, 60, words);
      // The first heartbeat comes after four seconds.
      expect(lasted).toBeLessThanOrEqual(13);
      expect((await receipt(pair, id)).call).toMatchObject({ ending: 'failed', totalCost: 0 });
      expect(await callPaymentsOf(t, id)).toEqual({ paid: 0, back: 0 });
    });

  it('waits for a tab that is some seconds behind the other', async () => {
    const pair = await aPair(t);
    const id = await taken(pair);
    await during(pair, id, 9, { fan: false, creator: true });
    await t.context.calls.alive(viewerOf(pair.fan), { callId: id, tabId: testTabId, connected: true });
    expect((await t.client(pair.fan).call('currentCall')).body.call).toMatchObject({ state: 'active', totalCost: 18 });
  });
});

describe('T44: accepted calls that cost nothing', () => {
  const rings = (pair: CallPair) => startCall(t, pair.fan, pair.creator);

  it('are counted: after four in an hour the caller may ring no one, with a reason', async () => {
    const pair = await aPair(t);
    for (let n = 0; n < 4; n += 1) await during(pair, await taken(pair), 60, { fan: false, creator: true });
    const refused = await rings(pair);
    expect([refused.status, refused.error?.code, refused.error?.details]).toEqual([
      409,
      'CONFLICT',
      { reason: 'unconnected' },
    ]);
    await t.database.pool.query(`update calls set created_at = created_at - interval '1 hour' where caller_id = $1`, [
      pair.fan.profileId,
    ]);
    expect((await rings(pair)).status).toBe(201);
  });

  it('exclude calls that were not accepted, and paid ones', async () => {
    const pair = await aPair(t);
    for (let n = 0; n < 4; n += 1) {
      const id = await ringCall(t, pair);
      await t.client(pair.fan).call('endCall', { params: { id } });
      // So many within ten minutes are refused for another reason.
      await t.database.pool.query(`update calls set created_at = created_at - interval '10 minutes' where id = $1`, [
        id,
      ]);
    }
    for (let n = 0; n < 4; n += 1) {
      const id = await connectCall(t, pair);
      await t.client(pair.fan).call('endCall', { params: { id } });
    }
    expect((await rings(pair)).status).toBe(201);
  });
});

describe('T44: a call that has begun', () => {
  it("a caller who reports connected once and vanishes pays for what the creator's tab saw", async () => {
    const pair = await aPair(t);
    const id = await connectCall(t, pair);
    expect(await during(pair, id, 60, { fan: null, creator: true })).toBe(20);
    expect(await receipt(pair, id)).toMatchObject({
      charged: 18,
      returned: 0,
      call: { ending: 'dropped', duration: 20, totalCost: 18 },
    });
  });

  it("vanishing or denying just before a minute's end does not win the next one", { tags: ['long'] }, async () => {
    for (const fan of [null, false]) {
      const pair = await aPair(t);
      const id = await connectCall(t, pair);
      await during(pair, id, 56, { fan: true, creator: true });
      expect(await during(pair, id, 60, { fan, creator: true })).toBe(20);
      expect(await receipt(pair, id)).toMatchObject({ charged: 36, returned: 0, call: { ending: 'dropped' } });
    }
  });

  it("a creator's tab that reports connected for ever does not bill a caller whose tab does not", async () => {
    const pair = await aPair(t);
    const id = await connectCall(t, pair);
    expect(await during(pair, id, 300, { fan: false, creator: true })).toBe(20);
    expect(await receipt(pair, id)).toMatchObject({ charged: 18, returned: 0, call: { ending: 'dropped' } });
  });

  it('a call without media ends as dropped when it last had some, and later minutes are returned', async () => {
    const pair = await aPair(t);
    const id = await connectCall(t, pair);
    await during(pair, id, 56, { fan: true, creator: true });
    expect(await during(pair, id, 300, { fan: false, creator: false })).toBe(20);
    expect(await receipt(pair, id)).toMatchObject({
      charged: 36,
      returned: 18,
      call: { ending: 'dropped', duration: 56, totalCost: 18 },
    });
    expect(await callPaymentsOf(t, id)).toEqual({ paid: 36, back: 18 });
  });

  it('a call without media from its first seconds costs nothing', async () => {
    const pair = await aPair(t);
    const id = await connectCall(t, pair);
    await during(pair, id, 8, { fan: true, creator: true });
    await during(pair, id, 60, { fan: false, creator: false });
    expect(await receipt(pair, id)).toMatchObject({
      charged: 18,
      returned: 18,
      call: { ending: 'dropped', duration: 8 },
    });
  });

  it('a call that reconnects in time continues, and so does its clock', async () => {
    const pair = await aPair(t);
    const id = await connectCall(t, pair);
    await during(pair, id, 56, { fan: true, creator: true });
    await during(pair, id, 12, { fan: false, creator: false });
    await during(pair, id, 20, { fan: true, creator: true });
    await t.client(pair.fan).call('endCall', { params: { id } });
    expect(await receipt(pair, id)).toMatchObject({
      charged: 36,
      returned: 0,
      call: { ending: 'hung_up', duration: 88 },
    });
  });

  it('a creator who disconnects ends it when they last saw the caller', async () => {
    const pair = await aPair(t);
    const id = await connectCall(t, pair);
    await during(pair, id, 56, { fan: true, creator: true });
    await during(pair, id, 60, { fan: true, creator: null });
    expect(await receipt(pair, id)).toMatchObject({
      charged: 36,
      returned: 18,
      call: { ending: 'dropped', duration: 56 },
    });
  });
});

describe('T44: hanging up while there is no media', () => {
  it("charges a caller only until the creator's tab last saw them", async () => {
    for (const [before, charged, cost] of [
      [8, 18, 0],
      [56, 36, 18],
    ] as const) {
      const pair = await aPair(t);
      const id = await connectCall(t, pair);
      await during(pair, id, before, { fan: true, creator: true });
      await during(pair, id, 12, { fan: false, creator: false });
      await t.client(pair.fan).call('endCall', { params: { id } });
      expect(await receipt(pair, id)).toMatchObject({
        charged,
        call: { ending: 'dropped', duration: before, totalCost: cost },
      });
    }
  });

  it('a caller whose tab alone denies media pays the minute they started', async () => {
    const pair = await aPair(t);
    const id = await connectCall(t, pair);
    await during(pair, id, 15, { fan: false, creator: true });
    await t.client(pair.fan).call('endCall', { params: { id } });
    expect(await receipt(pair, id)).toMatchObject({ charged: 18, returned: 0, call: { ending: 'hung_up' } });
  });
});
