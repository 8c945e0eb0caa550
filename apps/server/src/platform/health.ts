import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { sameBytes } from './keys.ts';
import type { Metrics } from './metrics.ts';

export interface HealthDependencies {
  config: Pick<Config, 'metricsToken'>;
  metrics: Metrics;
  /** Named checks; each rejects when its dependency cannot serve. */
  readiness: Record<string, () => Promise<unknown>>;
}

/** `/healthz`: the process responds. `/readyz`: its dependencies do. `/metrics` needs the operator's token. */
export function registerHealth(app: FastifyInstance, context: HealthDependencies): void {
  app.get('/healthz', async () => ({ ok: true }));

  const check = createReadinessCheck(context.readiness);
  app.get('/readyz', async (_request, reply) => {
    const parts = await check();
    const ready = Object.values(parts).every(Boolean);
    return reply.code(ready ? 200 : 503).send({ ready, ...parts });
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
/** Longer than any part should take; a supervisor learns more from 503 than from a timeout. */
const partTimeoutMs = 3_000;

function createReadinessCheck(readiness: HealthDependencies['readiness']): () => Promise<Record<string, boolean>> {
  let latest: Promise<Record<string, boolean>> | null = null;
  async function checkAll(): Promise<Record<string, boolean>> {
    const parts = await Promise.all(
      Object.entries(readiness).map(async ([name, check]) => [name, await works(check)] as const),
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
