import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  aPair,
  aSignal,
  callSocket,
  connectCall,
  enableCalls,
  ringCall,
  testTabId,
  viewerOf,
} from '../../../test/callers.ts';
import { aBlock, aCreator, aProfile, giveCredits } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { closeSockets, flushSocket, openListener } from '../../../test/sockets.ts';
import { newId } from '../../platform/ids.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({
    runningClock: false,
    config: { turn: { urls: ['turn:relay.test:3478'], secret: 'a-secret-of-tests' } },
  });
});
afterEach(closeSockets);
afterAll(() => t.close());

const balanceOf = async (who: { accountId: string }) => (await t.context.credits.balance(who.accountId)).balance;
const current = async (who: { cookie: string }) => (await t.client(who).call('currentCall')).body.call;

describe('who accepts calls', () => {
  it('a creator charges 12 to 30 credits a minute; a fan cannot set a price', async () => {
    const creator = await aCreator(t);
    for (const creditsPerMinute of [11, 31, 18.5, -1, '18'])
      expect(
        (await t.client(creator).call('setCallSettings', { body: { available: true, creditsPerMinute } })).status,
      ).toBe(400);
    await enableCalls(t, creator, 30);
    expect((await t.client(creator).call('getCallSettings')).body).toEqual({
      available: true,
      creditsPerMinute: 30,
      rating: null,
      ratings: 0,
    });
    const fan = await aProfile(t);
    expect(
      (await t.client(fan).call('setCallSettings', { body: { available: true, creditsPerMinute: 18 } })).error?.code,
    ).toBe('CREATOR_PROFILE_REQUIRED');
  });

  it('lists creators who are online, page by page, without repeats and without the viewer', async () => {
    const viewer = await aCreator(t);
    await enableCalls(t, viewer);
    const here = await Promise.all(Array.from({ length: 5 }, () => aCreator(t)));
    for (const creator of here) await enableCalls(t, creator);
    const [away, off] = [await aCreator(t), await aCreator(t)];
    await enableCalls(t, off);
    await t.client(off).call('setCallSettings', { body: { available: false, creditsPerMinute: 18 } });
    // Written directly, because the server would record a visit.
    await t.db
      .insertInto('call_settings')
      .values({ profile_id: away.profileId, available: true, credits_per_minute: 18, changed_at: t.clock.now() })
      .execute();
    await t.db
      .updateTable('profiles')
      .set({ last_seen_at: new Date(0) })
      .where('id', '=', away.profileId)
      .execute();
    const found: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const { body } = await t
        .client(viewer)
        .call('listCallPartners', { query: { limit: '2', ...(cursor ? { cursor } : {}) } });
      found.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor ?? undefined;
      if (!cursor) break;
    }
    expect(new Set(found).size).toBe(found.length);
    for (const creator of here) expect(found).toContain(creator.profileId);
    for (const gone of [viewer, away, off]) expect(found).not.toContain(gone.profileId);
    expect((await t.client(viewer).call('getCallPartner', { params: { id: away.profileId } })).body?.isOnline).toBe(
      false,
    );
  });

  it('T66: says that a creator takes no calls, and nothing of profiles the viewer may not see', async () => {
    const viewer = await aProfile(t);
    const [off, never, blocks] = await Promise.all([aCreator(t), aCreator(t), aCreator(t)]);
    for (const one of [off, blocks]) await enableCalls(t, one);
    await t.client(off).call('setCallSettings', { body: { available: false, creditsPerMinute: 18 } });
    await aBlock(t, { blocker: blocks, blocked: viewer });
    const ask = async (id: string) => {
      const { status, body, error } = await t.client(viewer).call('getCallPartner', { params: { id } });
      return [status, error?.code ?? body];
    };
    for (const one of [off, never]) expect(await ask(one.profileId)).toEqual([200, null]);
    for (const id of [blocks.profileId, newId()]) expect(await ask(id)).toEqual([404, 'NOT_FOUND']);
    await aBlock(t, { blocker: off, blocked: viewer });
    expect(await ask(off.profileId)).toEqual([404, 'NOT_FOUND']);
  });
});

describe('ringing', () => {
  it('rings in every tab of the creator, is accepted, and both are notified', async () => {
    const pair = await aPair(t);
    const id = await ringCall(t, pair);
    expect(await current(pair.creator)).toMatchObject({
      id,
      role: 'partner',
      state: 'ringing',
      other: { id: pair.fan.profileId },
    });
    await t.client(pair.creator).call('acceptCall', { params: { id } });
    await Promise.all([flushSocket(pair.fanSocket), flushSocket(pair.creatorSocket)]);
    expect(pair.creatorSocket.of('call.ringing')).toEqual([{ callId: id, profileId: pair.fan.profileId }]);
    for (const page of [pair.fanSocket, pair.creatorSocket]) expect(page.of('call.accepted')).toEqual([{ callId: id }]);
    expect(await balanceOf(pair.fan)).toBe(100);
  });

  it('shows each side a portrait of the other, turned away for discreet members', async () => {
    const pair = await aPair(t);
    const where = (profileId: string) => t.db.updateTable('profiles').where('id', '=', profileId);
    await where(pair.fan.profileId).set({ relationship_status: 'discreet' }).execute();
    await ringCall(t, pair);
    const pictures = await Promise.all(
      [pair.creator, pair.fan].map(async (who) => (await current(who))?.other.portraitUrl ?? ''),
    );
    expect(pictures).toEqual([
      `/img/p/${pair.fan.profileId}-slab-b.webp`,
      `/img/p/${pair.creator.profileId}-slab.webp`,
    ]);
    for (const url of pictures) expect((await t.client().request('GET', url)).status).toBe(200);
  });

  it('ends as declined, cancelled or, after thirty seconds, missed; nothing is paid', async () => {
    const pair = await aPair(t);
    const declined = await ringCall(t, pair);
    await t.client(pair.creator).call('declineCall', { params: { id: declined } });
    const cancelled = await ringCall(t, pair);
    await t.client(pair.fan).call('endCall', { params: { id: cancelled } });
    const missed = await ringCall(t, pair);
    t.clock.advance(29_000);
    await t.context.calls.runDue();
    expect(await current(pair.fan)).toMatchObject({ id: missed, state: 'ringing' });
    t.clock.advance(1_000);
    expect((await t.client(pair.creator).call('acceptCall', { params: { id: missed } })).error?.code).toBe('CONFLICT');
    await t.context.calls.runDue();
    await flushSocket(pair.creatorSocket);
    for (const page of [pair.fanSocket, pair.creatorSocket])
      expect(page.of('call.ended')).toEqual([
        { callId: declined, reason: 'declined' },
        { callId: cancelled, reason: 'cancelled' },
        { callId: missed, reason: 'missed' },
      ]);
    // The creator declined the first call, so only the other two are notified, as one.
    await t.drain();
    const notifications = (await t.client(pair.creator).call('listNotifications')).body.items;
    expect(notifications.map(({ kind, link, count }) => [kind, link, count])).toEqual([
      ['call_missed', `/chat/${pair.fan.profileId}`, 2],
    ]);
    expect(notifications[0]?.title).toMatch(/^You missed 2 calls from /);
    expect(await current(pair.fan)).toBeNull();
    expect(await balanceOf(pair.fan)).toBe(100);
  });

  it('T44: one call per person: of ten concurrent calls one gets through, and no one rings twice', async () => {
    const creator = await aCreator(t);
    await enableCalls(t, creator);
    const fans = await Promise.all(Array.from({ length: 10 }, () => aProfile(t)));
    for (const fan of fans) await giveCredits(t, fan.accountId, 100);
    const answers = await Promise.all(
      fans.map((fan) =>
        t.client(fan).call('startCall', { body: { profileId: creator.profileId, creditsPerMinute: 18 } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ error }) => `${error?.code} ${error?.details?.reason}`))).toEqual(
      new Set(['CONFLICT busy']),
    );
    const other = await aCreator(t);
    await enableCalls(t, other);
    const busy = fans[answers.findIndex(({ status }) => status === 201)] ?? creator;
    const second = await t
      .client(busy)
      .call('startCall', { body: { profileId: other.profileId, creditsPerMinute: 18 } });
    expect(second.error?.details?.reason).toBe('in-call');
    expect(
      (await t.client(fans[0] ?? creator).call('getCallPartner', { params: { id: creator.profileId } })).body?.isBusy,
    ).toBe(true);
  });

  it('refuses another price, too few credits, a paused wallet, oneself and creators who are offline', async () => {
    const pair = await aPair(t, { credits: 17 });
    const start = (body: Record<string, unknown>) =>
      t
        .client(pair.fan)
        .call('startCall', { body: { profileId: pair.creator.profileId, creditsPerMinute: 18, ...body } });
    expect((await start({ creditsPerMinute: 12 })).error).toMatchObject({
      code: 'PRICE_CHANGED',
      details: { price: 18 },
    });
    expect((await start({})).error?.code).toBe('INSUFFICIENT_CREDITS');
    expect((await start({ profileId: pair.fan.profileId })).error?.code).toBe('VALIDATION_FAILED');
    await t
      .client(pair.fan)
      .call('setSpendingLimits', { body: { dailyCents: null, monthlyCents: null, coolOffDays: 7 } });
    expect((await start({})).error?.code).toBe('SPENDING_LIMIT_REACHED');
    const other = await aPair(t);
    await t.db
      .updateTable('profiles')
      .set({ last_seen_at: new Date(0) })
      .where('id', '=', other.creator.profileId)
      .execute();
    const away = await t
      .client(other.fan)
      .call('startCall', { body: { profileId: other.creator.profileId, creditsPerMinute: 18 } });
    expect(away.error?.details?.reason).toBe('unavailable');
  });

  it('T66: blocked members can neither be found, rung nor stay in a call', async () => {
    const pair = await aPair(t);
    const id = await connectCall(t, pair);
    await aBlock(t, { blocker: pair.creator, blocked: pair.fan });
    expect(await callSocket(pair.fanSocket, 'call.signal', { callId: id, signal: aSignal() })).toEqual({
      ok: false,
      code: 'NOT_FOUND',
    });
    expect(await callSocket(pair.fanSocket, 'call.alive', { callId: id, connected: true })).toEqual({
      ok: false,
      code: 'NOT_FOUND',
    });
    await flushSocket(pair.creatorSocket);
    expect(pair.creatorSocket.of('call.ended')).toEqual([{ callId: id, reason: 'unavailable' }]);
    const again = await t
      .client(pair.fan)
      .call('startCall', { body: { profileId: pair.creator.profileId, creditsPerMinute: 18 } });
    expect(again.error?.code).toBe('NOT_FOUND');
    expect((await t.client(pair.fan).call('getCallPartner', { params: { id: pair.creator.profileId } })).status).toBe(
      404,
    );
  });
});

describe('T70: signalling', () => {
  it('T70: a third party receives none of a hundred signals and is refused; before the call is accepted no one may signal', async () => {
    const pair = await aPair(t);
    const stranger = await aPair(t);
    const id = await ringCall(t, pair);
    expect(await callSocket(pair.fanSocket, 'call.signal', { callId: id, signal: aSignal() })).toEqual({
      ok: false,
      code: 'NOT_FOUND',
    });
    await t.client(pair.creator).call('acceptCall', { params: { id } });
    const viewer = viewerOf(pair.fan);
    // Past the socket's own rate limit: this tests the relaying.
    for (let n = 0; n < 100; n += 1)
      await t.context.calls.signal(viewer, { callId: id, tabId: testTabId, signal: aSignal() });
    await Promise.all([flushSocket(pair.creatorSocket), flushSocket(stranger.fanSocket)]);
    expect(pair.creatorSocket.of('call.signal')).toHaveLength(100);
    expect(pair.fanSocket.of('call.signal')).toHaveLength(0);
    for (const page of [stranger.fanSocket, stranger.creatorSocket]) {
      expect(page.events.filter(({ event }) => event.startsWith('call.'))).toEqual([]);
      expect(await callSocket(page, 'call.signal', { callId: id, signal: aSignal() })).toEqual({
        ok: false,
        code: 'NOT_FOUND',
      });
      expect(await callSocket(page, 'call.alive', { callId: id, connected: true })).toEqual({
        ok: false,
        code: 'NOT_FOUND',
      });
    }
    for (const name of ['acceptCall', 'declineCall', 'endCall'] as const)
      expect((await t.client(stranger.fan).call(name, { params: { id } })).status).toBe(404);
    expect(await current(pair.fan)).toMatchObject({ state: 'accepted' });
  });

  it('relays descriptions and candidates, and nothing else', async () => {
    const pair = await aPair(t);
    const id = await ringCall(t, pair);
    await t.client(pair.creator).call('acceptCall', { params: { id } });
    const sdp = (text: string) => ({ description: { type: 'offer', sdp: text } });
    const wrong = [
      'not json',
      '[]',
      '{}',
      'null',
      aSignal({ note: 'hello' }),
      aSignal({ from: '<b>' }),
      aSignal(sdp('<script>alert(1)</script>')),
      aSignal(sdp(`v=0\r\n${'a=x\r\n'.repeat(6_000)}`)),
      aSignal({ description: { type: 'pranswer', sdp: 'v=0\r\n' } }),
      aSignal({ candidates: [{ candidate: 'candidate:1 1 udp\r\na=evil', sdpMid: '0' }] }),
      aSignal({ candidates: [{ candidate: 'javascript:1' }] }),
      aSignal({ candidates: Array(41).fill({ candidate: '' }) }),
    ];
    const other = await openListener(t, pair.fan);
    for (const [index, signal] of wrong.entries())
      expect([
        signal.slice(0, 60),
        await callSocket(index % 2 ? other : pair.fanSocket, 'call.signal', { callId: id, signal }),
      ]).toEqual([signal.slice(0, 60), { ok: false, code: 'VALIDATION_FAILED' }]);
    expect(await callSocket(other, 'call.signal', { callId: id, signal: 'x'.repeat(32_001) })).toEqual({
      ok: false,
      code: 'VALIDATION_FAILED',
    });
    expect(
      await callSocket(other, 'call.signal', {
        callId: id,
        signal: aSignal({
          candidates: [{ candidate: 'candidate:1 1 udp 1 10.0.0.1 9 typ host', sdpMid: '0', sdpMLineIndex: 0 }],
        }),
      }),
    ).toEqual({ ok: true });
    await flushSocket(pair.creatorSocket);
    expect(pair.creatorSocket.of('call.signal')).toHaveLength(1);
  });
});

describe('T71: credentials of the relay', () => {
  it('are for the two sides of a call, for ten minutes, and identify no one', async () => {
    const pair = await aPair(t);
    const ask = (who: { cookie: string }) => t.client(who).call('callIceServers');
    expect((await ask(pair.fan)).status).toBe(404);
    const id = await ringCall(t, pair);
    const { body } = await ask(pair.fan);
    const [server] = body.iceServers;
    expect(body).toMatchObject({ relayOnly: true, iceServers: [{ urls: ['turn:relay.test:3478'] }] });
    const [expires = '', name = ''] = server?.username.split(':') ?? [];
    expect(Number(expires) * 1000 - t.clock.now().getTime()).toBeLessThanOrEqual(600_000);
    expect(name).toMatch(/^[0-9a-f]{24}$/);
    expect(server?.credential).toBe(
      createHmac('sha1', 'a-secret-of-tests')
        .update(server?.username ?? '')
        .digest('base64'),
    );
    expect((await ask(pair.creator)).body.iceServers[0]?.username).not.toBe(server?.username);
    expect((await ask(await aProfile(t))).status).toBe(404);
    await t.client(pair.fan).call('endCall', { params: { id } });
    expect((await ask(pair.fan)).status).toBe(404);
  });
});

describe('ratings', () => {
  it('come from members who were connected, once each, and may be changed', async () => {
    const pair = await aPair(t);
    const rate = (who: { cookie: string }, id: string, stars: number) =>
      t.client(who).call('rateCall', { params: { id }, body: { stars } });
    const declined = await ringCall(t, pair);
    await t.client(pair.creator).call('declineCall', { params: { id: declined } });
    expect((await rate(pair.fan, declined, 5)).error?.code).toBe('CONFLICT');
    const id = await connectCall(t, pair);
    expect((await rate(pair.fan, id, 5)).error?.code).toBe('CONFLICT');
    await t.client(pair.fan).call('endCall', { params: { id } });
    expect((await rate(pair.creator, id, 5)).error?.code).toBe('CONFLICT');
    expect((await rate(pair.fan, id, 6)).status).toBe(400);
    expect((await rate(pair.fan, id, 5)).body.rating).toBe(5);
    expect((await rate(pair.fan, id, 2)).body.rating).toBe(2);
    expect(
      (await t.client(pair.fan).call('getCallPartner', { params: { id: pair.creator.profileId } })).body,
    ).toMatchObject({ rating: 2, ratings: 1, responseTime: null });
  });
});
