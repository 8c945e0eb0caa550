import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { hasJanus, janusSecret, startJanus, whyNoJanus } from '../../../../test/janus.ts';
import { anSdp, type JanusDouble, startJanusDouble } from '../../../../test/janus-double.ts';
import { newId } from '../../../platform/ids.ts';
import { ringWithoutDatabase } from '../../../platform/key-ring.ts';
import type { Delivery } from '../delivery.ts';
import { createJanusDelivery } from './janus.ts';

const timings = { requestMs: 300, keepaliveMs: 150, retryMs: 50 };
const logged: string[] = [];
const logger = { info: () => {}, warn: (event: string) => void logged.push(event), error: () => {} };
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  logged.length = 0;
});

function aDelivery(url: string, secret = janusSecret): Delivery {
  const delivery = createJanusDelivery({
    url,
    secret,
    keys: ringWithoutDatabase(Buffer.alloc(32, 5)),
    logger,
    timings,
  });
  stops.unshift(() => delivery.close());
  return delivery;
}
async function aDouble(): Promise<{ janus: JanusDouble; delivery: Delivery }> {
  const janus = await startJanusDouble();
  stops.push(() => janus.close());
  return { janus, delivery: aDelivery(janus.url) };
}
const silent = { onUp: () => {}, onClosed: () => {} };

/** A show that is sent and watched, and how often each side was notified of its end. */
async function aWatched({ janus, delivery }: { janus: JanusDouble; delivery: Delivery }) {
  const id = newId();
  const calls = { sender: 0, viewer: 0, up: 0 };
  const sender = await delivery.send(id, anSdp(), { ...silent, onClosed: () => (calls.sender += 1) });
  await expect.poll(() => janus.connected('publisher')).toBe(1);
  const viewer = await delivery.watch(id, { onUp: () => (calls.up += 1), onClosed: () => (calls.viewer += 1) });
  await viewer?.accept(anSdp('recvonly'));
  await expect.poll(() => calls.up).toBe(1);
  return { id, calls, sender, viewer };
}

describe('Janus', () => {
  it('T107: gets a room per show that no one else can guess, and no address from a browser', async () => {
    const { janus, delivery } = await aDouble();
    const ids = [(await aWatched({ janus, delivery })).id, newId()];
    await delivery.send(ids[1] ?? '', anSdp(), silent);
    const rooms = janus.requests.filter(({ body }) => body.request === 'create').map(({ body }) => body);
    expect(rooms.map(({ room }) => room)).toEqual(ids);
    expect(new Set(rooms.flatMap(({ secret, pin }) => [secret, pin])).size).toBe(4);
    for (const { secret, pin, ...rest } of rooms) {
      expect([String(secret).length, String(pin).length]).toEqual([43, 43]);
      expect(rest).toMatchObject({ is_private: true, publishers: 1, record: false, lock_record: true });
    }
    const described = janus.requests.flatMap(({ jsep }) => jsep?.sdp ?? []);
    expect(described).toHaveLength(3);
    for (const sdp of described) expect(sdp).not.toMatch(/candidate/);
  });

  it('detaches a viewer who is turned away, and notifies of one whose media end', async () => {
    const { janus, delivery } = await aDouble();
    const { id, calls, viewer } = await aWatched({ janus, delivery });
    viewer?.close();
    await expect.poll(() => janus.connected('subscriber')).toBe(0);
    expect(calls).toEqual({ sender: 0, viewer: 0, up: 1 });
    let closed = 0;
    const second = await delivery.watch(id, { ...silent, onClosed: () => (closed += 1) });
    await second?.accept(anSdp('recvonly'));
    janus.hangUp('subscriber');
    await expect.poll(() => closed).toBe(1);
    await expect(second?.accept(anSdp('recvonly'))).rejects.toThrow();
  });

  it('disconnects both sides at the end of a show', async () => {
    const { janus, delivery } = await aDouble();
    const { id, calls } = await aWatched({ janus, delivery });
    await delivery.end(id);
    await expect.poll(() => calls).toEqual({ sender: 1, viewer: 1, up: 1 });
  });

  it('that does not answer a request leaves viewers with the segments, and the others connected', async () => {
    const { janus, delivery } = await aDouble();
    const { id, calls } = await aWatched({ janus, delivery });
    janus.withhold('join');
    const began = performance.now();
    expect(await delivery.watch(id, silent)).toBeNull();
    expect(performance.now() - began).toBeLessThan(2_000);
    janus.withhold(null);
    expect(await delivery.watch(id, silent)).not.toBeNull();
    expect(calls).toEqual({ sender: 0, viewer: 0, up: 1 });
  });

  it('that has forgotten the session (458) is asked for another one', async () => {
    const { janus, delivery } = await aDouble();
    const { id, calls } = await aWatched({ janus, delivery });
    janus.forgetSessions();
    expect(await delivery.watch(id, silent)).toBeNull();
    expect(calls).toEqual({ sender: 1, viewer: 1, up: 1 });
    await sleep(timings.retryMs);
    expect(await delivery.send(id, anSdp(), silent)).not.toBeNull();
  });

  it('that falls silent with open connections has gone', async () => {
    const { janus, delivery } = await aDouble();
    const { calls } = await aWatched({ janus, delivery });
    janus.freeze(true);
    await expect.poll(() => calls, { timeout: 3_000 }).toEqual({ sender: 1, viewer: 1, up: 1 });
    expect(await delivery.watch(newId(), silent)).toBeNull();
  });

  it('that restarts in the middle notifies both sides, and takes the same show again', async () => {
    const { janus, delivery } = await aDouble();
    const { id, calls } = await aWatched({ janus, delivery });
    await janus.restart();
    await expect.poll(() => calls).toEqual({ sender: 1, viewer: 1, up: 1 });
    await sleep(timings.retryMs);
    expect(await delivery.send(id, anSdp(), silent)).not.toBeNull();
    await expect.poll(() => janus.connected('publisher')).toBe(1);
    expect(await delivery.watch(id, silent)).not.toBeNull();
  });

  it('that is away is not waited for by each viewer, and logs name no secret', async () => {
    const { janus, delivery } = await aDouble();
    await janus.close();
    expect(await delivery.watch(newId(), silent)).toBeNull();
    const began = performance.now();
    for (let n = 0; n < 20; n += 1) expect(await delivery.watch(newId(), silent)).toBeNull();
    expect(performance.now() - began).toBeLessThan(500);
    await delivery.end(newId());
    expect(logged.join()).not.toContain(janusSecret);
  });

  it('T107: takes nothing without its secret', async () => {
    const { janus } = await aDouble();
    const stranger = aDelivery(janus.url, 'another-secret-of-these-tests');
    expect(await stranger.send(newId(), anSdp(), silent)).toBeNull();
    expect(janus.requests).toEqual([]);
  });
});

describe(`the deployed Janus${hasJanus ? '' : ` (skipped: ${whyNoJanus})`}`, () => {
  it.skipIf(!hasJanus)(
    'T107: has no plugin but the rooms, no rooms, no admin API, and nothing without its secret',
    async () => {
      const janus = await startJanus();
      stops.push(() => janus.stop());
      expect(await aDelivery(janus.url, 'another-secret-of-these-tests').send(newId(), anSdp(), silent)).toBeNull();
      const ask = await openSocket(janus.url);
      expect(await ask({ janus: 'create' })).toMatchObject({ janus: 'error', error: { code: 403 } });
      const { plugins, transports } = (await ask({ janus: 'info', apisecret: janusSecret })) as Record<string, object>;
      expect([Object.keys(plugins ?? {}), Object.keys(transports ?? {})]).toEqual([
        ['janus.plugin.videoroom'],
        ['janus.transport.websockets'],
      ]);
      expect(await ask({ janus: 'list_sessions', apisecret: janusSecret, admin_secret: janusSecret })).toMatchObject({
        janus: 'error',
      });
      const id = newId();
      const delivery = aDelivery(janus.url);
      expect(await delivery.send(id, anSdp(), silent)).not.toBeNull();
      // A caller with the secret of Janus, but without the master key.
      const { data } = (await ask({ janus: 'create', apisecret: janusSecret })) as { data: { id: number } };
      const session = { apisecret: janusSecret, session_id: data.id };
      const attached = (await ask({ ...session, janus: 'attach', plugin: 'janus.plugin.videoroom' })) as {
        data: { id: number };
      };
      const plugin = (body: object) => ask({ ...session, janus: 'message', handle_id: attached.data.id, body });
      expect(await plugin({ request: 'list' })).toMatchObject({ plugindata: { data: { list: [] } } });
      expect(await plugin({ request: 'destroy', room: id, secret: 'guessed' })).toMatchObject({
        plugindata: { data: { error_code: 433 } },
      });
    },
  );

  it.skipIf(!hasJanus)('that is killed tells its sender within a second, and takes the show again', async () => {
    const janus = await startJanus();
    stops.push(() => janus.stop());
    const delivery = aDelivery(janus.url);
    const id = newId();
    let closed = 0;
    expect(await delivery.send(id, anSdp(), { ...silent, onClosed: () => (closed += 1) })).not.toBeNull();
    await janus.restart();
    await expect.poll(() => closed).toBe(1);
    await expect.poll(() => delivery.send(id, anSdp(), silent)).not.toBeNull();
  });
});

/** A client of Janus that is not ours. */
async function openSocket(url: string): Promise<(message: object) => Promise<unknown>> {
  const socket = new WebSocket(url, 'janus-protocol');
  stops.unshift(() => socket.close());
  await new Promise((done) => socket.addEventListener('open', done, { once: true }));
  let count = 0;
  return (message) => {
    const transaction = `t${++count}`;
    return new Promise((done) => {
      socket.addEventListener('message', function listen({ data }) {
        const answer = JSON.parse(String(data));
        if (answer.transaction !== transaction) return;
        socket.removeEventListener('message', listen);
        done(answer);
      });
      socket.send(JSON.stringify({ transaction, ...message }));
    });
  };
}
