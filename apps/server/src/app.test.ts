import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startTestServer } from '../test/server.ts';

it('F15: finishes the answer under way when it is told to stop, and takes no new one', async () => {
  const server = await startTestServer();
  const asked = new Promise<void>((heard) => {
    server.context.readiness.slow = () => {
      heard();
      return sleep(300);
    };
  });
  const underWay = fetch(`${server.url}/readyz`);
  await asked;
  const closed = server.close();
  await sleep(50);
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
  const answer = await underWay;
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ ready: true, slow: true });
  await closed;
});
