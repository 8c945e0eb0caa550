import { setTimeout as sleep } from 'node:timers/promises';
import { realtimeLimits } from '@vlam/contract/realtime';
import { heartbeatFrame } from '@vlam/contract/realtime-protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { aProfile, type TestProfile } from '../factories.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { openRawSocket } from '../sockets.ts';

// Many pages that lie open, and some whose machine has vanished. What 10,000 of them weigh, `npm run bench` measures.

const people = 100;
const vanishing = 50;
let t: TestServer;
const pages: WebSocket[] = [];

beforeAll(async () => {
  t = await startTestServer();
});
afterAll(async () => {
  for (const page of pages) page.terminate();
  await t.close();
});

/** How long the slowest call in a hundred takes, in milliseconds. */
async function slowestCall(who: TestProfile): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 200; n += 1) {
    const since = performance.now();
    const answer = await fetch(`${t.url}/api/auth/user`, {
      headers: { cookie: who.cookie, 'sec-fetch-site': 'same-origin' },
    });
    await answer.arrayBuffer();
    times.push(performance.now() - since);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}

describe('F11: sockets that lie idle', () => {
  it('1,000 of them slow nobody down, and those whose machine has vanished are let go within a minute', async () => {
    const caller = await aProfile(t);
    await slowestCall(caller);
    const calm = await slowestCall(caller);
    for (let n = 0; n < people; n += 1) {
      const who = await aProfile(t);
      const opened = Array.from({ length: realtimeLimits.connectionsPerAccount }, () => openRawSocket(t, who));
      pages.push(...(await Promise.all(opened)));
    }
    const since = performance.now();
    for (const page of pages.slice(vanishing))
      page.on('message', (word: Buffer) => {
        if (word.toString() === heartbeatFrame) page.send(heartbeatFrame);
      });
    // Nothing that comes is read, and nothing is said any more, not even that the line is down.
    for (const page of pages.slice(0, vanishing)) page.pause();
    expect(t.context.realtime.size).toBe(pages.length);
    const slowest: number[] = [];
    while (t.context.realtime.size > pages.length - vanishing && performance.now() - since < 60_000) {
      slowest.push(await slowestCall(caller));
      await sleep(500);
    }
    expect(t.context.realtime.size).toBe(pages.length - vanishing);
    for (const page of pages.slice(vanishing)) expect(page.readyState).toBe(page.OPEN);
    const usual = slowest.sort((a, b) => a - b)[Math.floor(slowest.length / 2)];
    console.info(`F11: 99 of 100 calls within ${usual?.toFixed(0)} ms, ${calm.toFixed(0)} ms without the sockets`);
    // A machine that is busy with other things is slow without any sockets.
    expect(usual).toBeLessThan(Math.max(50, calm * 4));
  });
});
