import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { aSignal, callSocket, enableCalls, ringCall } from '../../../test/callers.ts';
import { aCreator, aProfile, giveCredits } from '../../../test/factories.ts';
import { type SecondServer, startSecondServer } from '../../../test/second-server.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { closeSockets, openListener } from '../../../test/sockets.ts';

let t: TestServer;
let second: SecondServer;
beforeAll(async () => {
  t = await startTestServer({ runningClock: false });
  second = await startSecondServer(t);
});
afterEach(closeSockets);
afterAll(async () => {
  await second.close();
  await t.close();
});

it('T70: a call between tabs of two servers rings, is signalled both ways, begins, is charged, and ends', async () => {
  const [fan, creator, stranger] = [await aProfile(t), await aCreator(t), await aProfile(t)];
  await giveCredits(t, fan.accountId, 100);
  await enableCalls(t, creator);
  const [here, there, outside] = [
    await openListener(t, fan),
    await openListener(second, creator),
    await openListener(second, stranger),
  ];
  const id = await ringCall(t, { fan, creator });
  await expect.poll(() => there.of('call.ringing')).toEqual([{ callId: id, profileId: fan.profileId }]);

  expect((await t.client(creator).call('acceptCall', { params: { id } })).status).toBe(200);
  await expect.poll(() => here.of('call.accepted')).toEqual([{ callId: id }]);
  for (const page of [here, there])
    expect(await callSocket(page, 'call.signal', { callId: id, signal: aSignal() })).toEqual({ ok: true });
  for (const page of [here, there]) await expect.poll(() => page.of('call.signal')).toHaveLength(1);

  for (const page of [here, there])
    expect(await callSocket(page, 'call.alive', { callId: id, connected: true })).toEqual({ ok: true });
  for (const page of [here, there])
    await expect.poll(() => page.of('call.tick')).toMatchObject([{ callId: id, minutes: 1, credits: 18 }]);
  expect((await t.context.credits.balance(fan.accountId)).balance).toBe(82);

  expect((await t.client(fan).call('endCall', { params: { id } })).status).toBe(200);
  await expect.poll(() => there.of('call.ended')).toMatchObject([{ callId: id }]);
  expect(outside.events.filter(({ event }) => event.startsWith('call.'))).toEqual([]);
  expect(await callSocket(outside, 'call.signal', { callId: id, signal: aSignal() })).toEqual({
    ok: false,
    code: 'NOT_FOUND',
  });
});
