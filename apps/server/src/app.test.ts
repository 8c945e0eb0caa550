import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startTestServer } from '../test/server.ts';

it('F15: finishes responses in progress when it is stopped, and accepts no new requests', async () => {
  const server = await startTestServer();
  const requested = new Promise<void>((received) => {
    server.context.parts.slow = () => {
      received();
      return sleep(300);
    };
  });
  const inFlight = fetch(`${server.url}/healthz?parts`);
  await requested;
  const closed = server.close();
  await sleep(50);
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
  const response = await inFlight;
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ ok: true, slow: true });
  await closed;
});
