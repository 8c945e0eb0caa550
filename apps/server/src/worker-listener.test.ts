import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../test/app.ts';
import { freePort } from '../test/free-port.ts';
import { ConfigError } from './platform/config.ts';
import { createServing } from './platform/serving.ts';
import { openWorkerListener } from './worker-listener.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { metricsToken: 'a token of sixteen' } });
});
afterAll(() => app.close());

/** The listener of a worker with these ports, and its own state. */
const open = (config: { workerPort: number | null; port?: number }) => {
  const serving = createServing();
  const context = { ...app.context, serving, config: { ...app.config, ...config } };
  return { serving, close: openWorkerListener(context) };
};

it('answers probes and the scraper, and nothing of the site', async () => {
  const workerPort = await freePort();
  const { serving, close } = open({ workerPort });
  const end = await close;
  const status = async (path: string, headers = {}) =>
    (await fetch(`http://127.0.0.1:${workerPort}${path}`, { headers })).status;
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503]);
  serving.begin();
  expect(await status('/readyz')).toBe(200);
  expect(await status('/healthz?parts')).toBe(200);
  serving.drain();
  expect(await status('/readyz')).toBe(503);
  expect(await status('/metrics')).toBe(404);
  expect(await status('/metrics', { authorization: 'Bearer a token of sixteen' })).toBe(200);
  expect(await status('/api/credits/balance')).toBe(404);
  await end();
  await expect(status('/healthz')).rejects.toThrow();
});

it('stops the start for a named port that is taken, and works unasked where none was named', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  await expect(open({ workerPort: port }).close).rejects.toThrow(ConfigError);
  const end = await open({ workerPort: null, port: port - 2 }).close;
  expect(app.log).toContainEqual({
    level: 'warn',
    event: 'probes cannot ask this worker: set WORKER_PORT',
    fields: { port, errorCode: 'EADDRINUSE' },
  });
  await end();
  holder.close();
});
