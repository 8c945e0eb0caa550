import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { registerHealth } from './health.ts';
import { createMetrics } from './metrics.ts';

function program(readiness: Record<string, () => Promise<unknown>>) {
  const app = Fastify();
  registerHealth(app, { config: { metricsToken: null }, metrics: createMetrics(), readiness });
  return async () => {
    const answer = await app.inject({ url: '/readyz' });
    return { status: answer.statusCode, body: answer.json() };
  };
}

describe('/readyz', () => {
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
    const answers = await Promise.all(Array.from({ length: 100 }, ask));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(checks).toBe(1);
    works = false;
    await sleep(300);
    expect(await ask()).toEqual({ status: 503, body: { ready: false, storage: false } });
    expect(checks).toBe(2);
  });

  it('returns 503 when a part does not respond', async () => {
    const ask = program({ database: () => new Promise(() => {}), storage: async () => {} });
    const since = performance.now();
    expect(await ask()).toEqual({ status: 503, body: { ready: false, database: false, storage: true } });
    expect(performance.now() - since).toBeLessThan(4_000);
  });
});
