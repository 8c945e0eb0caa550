import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { sameBytes } from './keys.ts';
import type { Metrics } from './metrics.ts';
import type { Serving } from './serving.ts';

export interface HealthDependencies {
  config: Pick<Config, 'metricsToken'>;
  metrics: Metrics;
  serving: Pick<Serving, 'state'>;
  /** Named checks of what the process needs; each rejects when its part does not work. */
  parts: Record<string, () => Promise<unknown>>;
}

/**
 * `/healthz`: the process responds. `/healthz?parts`: so does what it needs. `/readyz`: it is prepared and not going
 * down, and no more: were a database that is away in it, every process would be taken from the balancer at the same
 * moment, with all sockets. `/metrics` needs the operator's token.
 */
export function registerHealth(app: FastifyInstance, context: HealthDependencies): void {
  const check = createCheck(context.parts);
  app.get('/healthz', async (request, reply) => {
    if (!Object.hasOwn(request.query as object, 'parts')) return { ok: true };
    const parts = await check();
    const ok = Object.values(parts).every(Boolean);
    return reply.code(ok ? 200 : 503).send({ ok, ...parts });
  });

  app.get('/readyz', async (_request, reply) => {
    const { state } = context.serving;
    const ready = state === 'serving';
    return reply.code(ready ? 200 : 503).send({ ready, state });
  });

  app.get('/metrics', async (request, reply) => {
    const { metricsToken } = context.config;
    const given = request.headers.authorization ?? '';
    if (!metricsToken || !sameBytes(Buffer.from(given), Buffer.from(`Bearer ${metricsToken}`)))
      return reply.callNotFound();
    const scrape = await context.metrics.scrape();
    return reply.type(scrape.type).send(scrape.text);
  });
}

/** A check writes a file and queries the database, and anyone may request one: concurrent requests share it. */
const checkValidMs = 250;
/** Longer than any part should take; a monitor learns more from 503 than from a timeout. */
const partTimeoutMs = 3_000;

function createCheck(checks: HealthDependencies['parts']): () => Promise<Record<string, boolean>> {
  let latest: Promise<Record<string, boolean>> | null = null;
  async function checkAll(): Promise<Record<string, boolean>> {
    const parts = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await works(check)] as const),
    );
    return Object.fromEntries(parts);
  }
  return () => {
    if (latest) return latest;
    const begun = checkAll();
    latest = begun;
    void begun.then(() =>
      setTimeout(() => {
        latest = null;
      }, checkValidMs).unref(),
    );
    return begun;
  };
}

export async function works(check: () => Promise<unknown>, limitMs = partTimeoutMs): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const limit = setTimeout(() => resolve(false), limitMs);
  check().then(
    () => resolve(true),
    () => resolve(false),
  );
  return promise.finally(() => clearTimeout(limit));
}
