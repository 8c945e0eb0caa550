import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { realtimeLimits } from '@vlam/contract/realtime';
import { sessionEndedCode } from '@vlam/contract/realtime-protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { anAccount, aProfile, aSession } from '../factories.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { closeSockets, connectionLost, flushSocket, openListener, openRawSocket, tryUpgrade } from '../sockets.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer();
});
afterEach(closeSockets);
afterAll(() => t.close());

describe('T62 ASVS 4.4.2: another site opens a socket', () => {
  it('is refused like other cross-site requests, before the session is read', async () => {
    const { cookie } = await aProfile(t);
    const foreign: Record<string, Record<string, string>> = {
      'another site': { origin: 'https://evil.test' },
      'no Origin': {},
      'no Origin, and a claim': { 'sec-fetch-site': 'same-origin' },
      'Origin null': { origin: 'null' },
      'another port': { origin: 'http://127.0.0.1:1' },
      'our name as a prefix': { origin: `${t.url}.evil.test` },
      'cross-site that claims our Origin': { origin: t.url, 'sec-fetch-site': 'cross-site' },
      'a sister host': { origin: t.url, 'sec-fetch-site': 'same-site' },
    };
    for (const [name, headers] of Object.entries(foreign)) {
      const { status, code, headers: answered } = await tryUpgrade(t, { cookie, ...headers });
      expect([name, status, code]).toEqual([name, 403, 'CROSS_SITE_REFUSED']);
      expect(answered['x-content-type-options']).toBe('nosniff');
      expect(answered['cache-control']).toBe('no-store');
    }
    expect((await tryUpgrade(t, { cookie, origin: t.url })).status).toBe(101);
    expect((await tryUpgrade(t, { cookie, origin: t.url, 'sec-fetch-site': 'same-origin' })).status).toBe(101);
  });

  it('T12 T16: only adults who are signed in and not suspended may connect; others get the codes of operations', async () => {
    const suspended = await aProfile(t);
    await t.context.identity.suspend(t.db, suspended.accountId, 'Test');
    const loggedOut = await aProfile(t);
    await t.client(loggedOut).call('logout');
    const unverified = await anAccount(t, { verified: false });
    const visitors: [string, string, number, string][] = [
      ['no session', '', 401, 'UNAUTHORIZED'],
      ['a made-up token', `session=${'A'.repeat(43)}`, 401, 'UNAUTHORIZED'],
      ['a short token', 'session=1', 401, 'UNAUTHORIZED'],
      ['suspended', suspended.cookie, 401, 'UNAUTHORIZED'],
      ['logged out', loggedOut.cookie, 401, 'UNAUTHORIZED'],
      ['not yet proven to be an adult', unverified.cookie, 403, 'AGE_VERIFICATION_REQUIRED'],
    ];
    for (const [name, cookie, status, code] of visitors) {
      const answer = await tryUpgrade(t, { origin: t.url, ...(cookie ? { cookie } : {}) });
      expect([name, answer.status, answer.code]).toEqual([name, status, code]);
    }
  });

  it('accepts no polling, no other path and no other protocol', async () => {
    const { cookie } = await aProfile(t);
    const headers = { cookie, origin: t.url };
    for (const path of ['/realtime?transport=polling', '/realtime/', '/realtime'])
      for (const method of ['GET', 'POST'] as const)
        expect((await t.client({ cookie }).request(method, path)).status).toBe(404);
    for (const path of ['/', '/socket.io/', '/realtimes', '/realtime/more'])
      await expect(tryUpgrade(t, headers, path)).resolves.not.toMatchObject({ status: 101 });
  });

  it('an account has at most ten connections', async () => {
    const who = await aProfile(t);
    for (let place = 0; place < realtimeLimits.connectionsPerAccount; place += 1) await openRawSocket(t, who);
    const refused = await tryUpgrade(t, { cookie: who.cookie, origin: t.url });
    expect([refused.status, refused.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(refused.headers['retry-after']).toBe('60');
    expect((await tryUpgrade(t, { cookie: (await aProfile(t)).cookie, origin: t.url })).status).toBe(101);
  });
});

describe('T05 T16 ASVS 7.4.1 7.4.2: a connection ends with its session', () => {
  const soonMs = 2_500;
  it.each([
    ['logging out', (who: { cookie: string }) => t.client(who).call('logout')],
    ['being suspended', (who: { accountId: string }) => t.context.identity.suspend(t.db, who.accountId, 'Test')],
    ['a new role', (who: { accountId: string }) => t.context.identity.changeRole(t.db, who.accountId, 'moderator')],
    ['the account being erased', (who: { accountId: string }) => t.context.identity.endSessions(t.db, who.accountId)],
  ])('%s closes it within a second or two, in the words that stop a browser from coming back', async (_name, act) => {
    const who = await aProfile(t);
    const bystander = await openListener(t, await aProfile(t));
    const { ended } = await openListener(t, who);
    await act(who);
    expect(await Promise.race([ended, sleep(soonMs, 'still open')])).toBe(sessionEndedCode);
    expect(bystander.socket.isOpen).toBe(true);
  });

  it('signing out one device leaves the others connected', async () => {
    const who = await aProfile(t);
    const other = { ...who, ...(await aSession(t, who.accountId)) };
    const [first, second] = [await openListener(t, who), await openListener(t, other)];
    await t.client(who).call('endSession', { params: { id: other.sessionId } });
    expect(await Promise.race([second.ended, sleep(soonMs, 'still open')])).toBe(sessionEndedCode);
    expect(first.socket.isOpen).toBe(true);
  });

  it('ending all others closes each of them and leaves the one that asked', async () => {
    const who = await aProfile(t);
    const others = await Promise.all([0, 1].map(async () => ({ ...who, ...(await aSession(t, who.accountId)) })));
    const own = await openListener(t, who);
    const listeners = await Promise.all(others.map((other) => openListener(t, other)));
    const begun = performance.now();
    await t.client(who).call('endOtherSessions');
    for (const { ended } of listeners)
      expect(await Promise.race([ended, sleep(soonMs, 'still open')])).toBe(sessionEndedCode);
    expect(performance.now() - begun).toBeLessThan(soonMs);
    expect(own.socket.isOpen).toBe(true);
  });

  it('an open connection does not extend its session, and ends with it', async () => {
    const staff = await aProfile(t, { role: 'moderator' });
    const { ended } = await openListener(t, staff);
    t.clock.advance(29 * 60_000);
    // A check that ends another member's connection has run for this one as well.
    const other = await aProfile(t);
    const suspended = await openListener(t, other);
    await t.context.identity.suspend(t.db, other.accountId, 'Test');
    expect(await Promise.race([suspended.ended, sleep(soonMs, 'still open')])).toBe(sessionEndedCode);
    const { last_seen_at: seen } = await t.db
      .selectFrom('sessions')
      .select('last_seen_at')
      .where('id', '=', staff.sessionId)
      .executeTakeFirstOrThrow();
    expect(t.clock.now().getTime() - seen.getTime()).toBeGreaterThan(28 * 60_000);
    t.clock.advance(2 * 60_000);
    expect(await Promise.race([ended, sleep(soonMs, 'still open')])).toBe(sessionEndedCode);
  });
});

describe('T63 T70: subscriptions of strangers', () => {
  const conversation = newId();
  const members = new Set<string>();
  beforeAll(() => {
    const listMembers: typeof t.context.messaging.listThreadSubscribers = async (id, viewers) =>
      new Set(viewers.map(({ accountId }) => accountId).filter((who) => id === conversation && members.has(who)));
    vi.spyOn(t.context.messaging, 'listThreadSubscribers').mockImplementation(listMembers);
  });

  it('cannot join a topic, and receive none of 1,000 events', async () => {
    const [member, stranger] = [await aProfile(t), await aProfile(t)];
    members.add(member.accountId);
    const [inside, outside] = [await openListener(t, member), await openListener(t, stranger)];
    const topic = `conversation:${conversation}`;
    expect(await inside.socket.call('join', { topic })).toEqual({ ok: true });
    for (const wanted of [
      topic,
      `conversation:${newId()}`,
      `account:${member.accountId}`,
      `profile:${member.profileId}`,
      'conversation',
      `discovery:${conversation}`,
    ])
      expect(await outside.socket.call('join', { topic: wanted })).toEqual({ ok: false, code: 'NOT_FOUND' });
    for (let count = 0; count < 1_000; count += 1)
      t.context.realtime.toTopic(topic, 'typing', { conversationId: conversation, profileId: member.profileId });
    await flushSocket(inside);
    await flushSocket(outside);
    expect(inside.events).toHaveLength(1_000);
    expect(outside.events).toEqual([]);
  });

  it('a member who loses access receives no further event', async () => {
    const [one, other] = [await aProfile(t), await aProfile(t)];
    members.add(one.accountId).add(other.accountId);
    const [first, second] = [await openListener(t, one), await openListener(t, other)];
    const topic = `conversation:${conversation}`;
    for (const { socket } of [first, second]) await socket.call('join', { topic });
    const callServer = () =>
      t.context.realtime.toTopic(topic, 'typing', { conversationId: conversation, profileId: one.profileId });
    callServer();
    await flushSocket(second);
    members.delete(other.accountId);
    callServer();
    await flushSocket(first);
    await flushSocket(second);
    expect([first.events.length, second.events.length]).toEqual([2, 1]);
    // The subscription does not come back by itself.
    members.add(other.accountId);
    callServer();
    await flushSocket(second);
    expect(second.events).toHaveLength(1);
  });

  it('unknown and malformed calls get an error, and change nothing', async () => {
    const { socket } = await openListener(t, await aProfile(t));
    const callServer = (name: string, payload?: unknown) => socket.call(name, payload, 2_000);
    for (const name of ['balance.changed', 'constructor', '__proto__', 'hasOwnProperty', 'toString', ''])
      expect(await callServer(name, {})).toEqual({ ok: false, code: 'NOT_FOUND' });
    for (const payload of [undefined, null, {}, { topic: 1 }, ['discovery']])
      expect(await callServer('join', payload)).toEqual({ ok: false, code: 'VALIDATION_FAILED' });
    expect(socket.isOpen).toBe(true);
  });

  it('malformed frames and unknown additions of other versions are ignored', async () => {
    const wire = await openRawSocket(t, await aProfile(t));
    const answers: string[] = [];
    wire.on('message', (data: Buffer) => answers.push(data.toString()));
    const frames = ['', 'null', '{}', '[]', '[[]]', '[-1]', '[1,{"ok":true}]', '["join"', '["join",{},0]', '[0]'];
    for (const frame of frames) wire.send(frame);
    wire.send(JSON.stringify(['leave', { topic: 'discovery', more: 1 }, 7, 'more']));
    await once(wire, 'message');
    expect(answers).toEqual(['[7,{"ok":true}]']);
    wire.terminate();
  });
});

describe('T67: flooding and slow readers', () => {
  it('the 21st call within ten seconds closes the connection', async () => {
    const { socket, ended } = await openListener(t, await aProfile(t));
    for (let count = 0; count < realtimeLimits.messages; count += 1)
      await socket.call('leave', { topic: 'discovery' }, 2_000);
    expect(socket.isOpen).toBe(true);
    socket.send('leave', { topic: 'discovery' });
    expect(await ended).toBe(connectionLost);
  });

  it.each([
    ['unexpected heartbeats', '[0]'],
    ['unknown events', '["greeting",{}]'],
    ['frames of no kind', '4'],
    ['bytes', Buffer.from([1, 2, 3])],
  ])('a flood of %s ends the same way', async (_name, frame) => {
    const wire = await openRawSocket(t, await aProfile(t));
    const closed = once(wire, 'close');
    wire.on('error', () => {});
    for (let count = 0; count < 200 && wire.readyState === wire.OPEN; count += 1) wire.send(frame);
    await closed;
  });

  it('a flood of pings ends the same way', async () => {
    const wire = await openRawSocket(t, await aProfile(t));
    const closed = once(wire, 'close');
    wire.on('error', () => {});
    for (let count = 0; count < 200; count += 1) wire.ping();
    await closed;
  });

  it('a frame above 64 KB closes the connection, one below is only invalid', async () => {
    const wire = await openRawSocket(t, await aProfile(t));
    wire.on('error', () => {});
    wire.send(`["nothing","${'x'.repeat(60_000)}"]`);
    await sleep(100);
    expect(wire.readyState).toBe(wire.OPEN);
    const closed = once(wire, 'close');
    wire.send(`["nothing","${'x'.repeat(realtimeLimits.messageBytes)}"]`);
    await closed;
  });

  it('a client that does not read is disconnected when 1 MB waits, without effect on others', async () => {
    const [slow, quick] = [await aProfile(t), await aProfile(t)];
    const wire = await openRawSocket(t, slow);
    const other = await openListener(t, quick);
    wire.on('error', () => {});
    wire.pause();
    // Fills the kernel's own buffers first.
    const signal = 'x'.repeat(32_000);
    const size = () => t.context.realtime.size;
    const before = size();
    let sent = 0;
    while (size() === before && sent < 2_000) {
      t.context.realtime.toAccount(slow.accountId, 'call.signal', { callId: newId(), signal });
      sent += 1;
      await new Promise((done) => setImmediate(done));
    }
    expect(size()).toBe(before - 1);
    expect(sent).toBeLessThan(2_000);
    t.context.realtime.toAccount(quick.accountId, 'balance.changed', { balance: 1, promotional: 0 });
    await flushSocket(other);
    expect(other.of('balance.changed')).toHaveLength(1);
    wire.terminate();
  });

  it('100 others receive events within 200 ms while one floods', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => aProfile(t)));
    const listeners = (
      await Promise.all(people.map((who) => Promise.all(Array.from({ length: 10 }, () => openListener(t, who)))))
    ).flat();
    /** Delivery time of the slowest of 100 listeners, in milliseconds. */
    async function wait(): Promise<number> {
      const times: number[] = [];
      for (let round = 0; round < 20; round += 1) {
        const since = performance.now();
        const received = listeners.map(async ({ socket }) => {
          await once(socket as never, 'balance.changed');
          times.push(performance.now() - since);
        });
        for (const { accountId } of people)
          t.context.realtime.toAccount(accountId, 'balance.changed', { balance: round, promotional: 0 });
        await Promise.all(received);
      }
      return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
    }
    await wait();
    const calm = await wait();
    let flooding = true;
    const flooder = await aProfile(t);
    const flood = (async () => {
      while (flooding) {
        const wire = await openRawSocket(t, flooder).catch(() => null);
        wire?.on('error', () => {});
        for (let count = 0; count < 100; count += 1) wire?.send(`["join",{"topic":"${'x'.repeat(1_000)}"}]`);
        await sleep(20);
      }
    })();
    const flooded = await wait();
    flooding = false;
    await flood;
    // A busy machine is slow without any flood.
    expect(flooded).toBeLessThan(Math.max(200, calm * 4));
  });
});
