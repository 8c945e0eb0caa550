import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aProfile } from '../factories.ts';
import { startTestServer, type TestServer } from '../server.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer();
});
afterAll(() => t.close());
it('connects', async () => {
  const who = await aProfile(t);
  const socket = io(t.url, {
    path: '/realtime',
    transports: ['websocket'],
    extraHeaders: { cookie: who.cookie, origin: t.url },
    reconnection: false,
  });
  await new Promise<void>((done, fail) => {
    socket.on('connect', done);
    socket.on('connect_error', fail);
  });
  const got = new Promise((done) => socket.on('balance.changed', done));
  t.context.realtime.toAccount(who.accountId, 'balance.changed', { balance: 3, promotional: 1 });
  expect(await got).toEqual({ balance: 3, promotional: 1 });
  expect(await socket.emitWithAck('join', { topic: 'discovery' })).toEqual({ ok: true });
  expect(await socket.emitWithAck('join', { topic: 'nothing' })).toEqual({ ok: false, code: 'NOT_FOUND' });
  expect(await socket.emitWithAck('join')).toEqual({ ok: false, code: 'VALIDATION_FAILED' });
  const moved = new Promise((done) => socket.on('discovery.changed', done));
  t.context.realtime.toTopic('discovery', 'discovery.changed', { parts: ['posts'] });
  expect(await moved).toEqual({ parts: ['posts'] });
  await t.client(who).call('logout');
  expect(await new Promise((done) => socket.on('disconnect', done))).toBe('io server disconnect');
});
