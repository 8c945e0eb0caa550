import { setTimeout as sleep } from 'node:timers/promises';
import { realtimeLimits } from '@vlam/contract/realtime';
import { heartbeatFrame } from '@vlam/contract/realtime-protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { aProfile, type TestProfile } from '../factories.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { openRawSocket } from '../sockets.ts';

// Many idle connections, some of them dead. `npm run bench` measures the memory of 10,000.

const people = 100;
const vanishedPerRound = 50;
let t: TestServer;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  t = await startTestServer();
});
afterAll(async () => {
  for (const page of sockets) page.terminate();
  await t.close();
});

/** The 99th percentile of call durations, in milliseconds. */
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

describe('F11: idle sockets', () => {
  it('1,000 of them slow no calls down, and dead ones are closed within a minute', async () => {
    const caller = await aProfile(t);
    await slowestCall(caller);
    const baseline = await slowestCall(caller);
    for (let n = 0; n < people; n += 1) {
      const who = await aProfile(t);
      const opened = Array.from({ length: realtimeLimits.connectionsPerAccount }, () => openRawSocket(t, who));
      sockets.push(...(await Promise.all(opened)));
    }
    const since = performance.now();
    for (const page of sockets.slice(vanishedPerRound))
      page.on('message', (frame: Buffer) => {
        if (frame.toString() === heartbeatFrame) page.send(heartbeatFrame);
      });
    // Reads and sends nothing any more, not even a close.
    for (const page of sockets.slice(0, vanishedPerRound)) page.pause();
    expect(t.context.realtime.size).toBe(sockets.length);
    const slowest: number[] = [];
    while (t.context.realtime.size > sockets.length - vanishedPerRound && performance.now() - since < 60_000) {
      slowest.push(await slowestCall(caller));
      await sleep(500);
    }
    expect(t.context.realtime.size).toBe(sockets.length - vanishedPerRound);
    for (const page of sockets.slice(vanishedPerRound)) expect(page.readyState).toBe(page.OPEN);
    const median = slowest.sort((a, b) => a - b)[Math.floor(slowest.length / 2)];
    console.info(`F11: 99 of 100 calls within ${median?.toFixed(0)} ms, ${baseline.toFixed(0)} ms without the sockets`);
    // A busy machine is slow without any sockets.
    expect(median).toBeLessThan(Math.max(50, baseline * 4));
  });
});
