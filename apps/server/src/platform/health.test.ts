import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { registerHealth } from './health.ts';
import { createMetrics } from './metrics.ts';
import { createServing } from './serving.ts';

function program(parts: Record<string, () => Promise<unknown>>, serving = createServing()) {
  const app = Fastify();
  registerHealth(app, { config: { metricsToken: null }, metrics: createMetrics(), serving, parts });
  return async (url = '/healthz?parts') => {
    const answer = await app.inject({ url });
    return { status: answer.statusCode, body: answer.json() };
  };
}

describe('/readyz', () => {
  it('says whether the process is prepared and not going down, and asks no part', async () => {
    const serving = createServing();
    const ask = program({ database: () => Promise.reject(new Error('away')) }, serving);
    expect(await ask('/readyz')).toEqual({ status: 503, body: { ready: false, state: 'starting' } });
    serving.begin();
    expect(await ask('/readyz')).toEqual({ status: 200, body: { ready: true, state: 'serving' } });
    serving.drain();
    serving.begin();
    expect(await ask('/readyz')).toEqual({ status: 503, body: { ready: false, state: 'draining' } });
    expect(await ask('/healthz')).toEqual({ status: 200, body: { ok: true } });
  });
});

describe('/healthz?parts', () => {
  it('shares one check between a hundred concurrent requests, and checks anew a moment later', async () => {
    let checks = 0;
    let works = true;
    const ask = program({
      async storage() {
        checks += 1;
        await sleep(20);
        if (!works) throw new Error('away');
      },
    });
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(checks).toBe(1);
    works = false;
    await sleep(300);
    expect(await ask()).toEqual({ status: 503, body: { ok: false, storage: false } });
    expect(checks).toBe(2);
  });

  it('returns 503 when a part does not respond', async () => {
    const ask = program({ database: () => new Promise(() => {}), storage: async () => {} });
    const since = performance.now();
    expect(await ask()).toEqual({ status: 503, body: { ok: false, database: false, storage: true } });
    expect(performance.now() - since).toBeLessThan(4_000);
  });
});
