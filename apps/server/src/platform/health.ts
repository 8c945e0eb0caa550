import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { sameBytes } from './keys.ts';
import type { Metrics } from './metrics.ts';

export interface HealthDependencies {
  config: Pick<Config, 'metricsToken'>;
  metrics: Metrics;
  /** Named checks; each rejects when what it looks at cannot serve. */
  readiness: Record<string, () => Promise<unknown>>;
}

/** `/healthz` says the process answers; `/readyz` that what it needs does; `/metrics` needs the operator's token. */
export function registerHealth(app: FastifyInstance, context: HealthDependencies): void {
  app.get('/healthz', async () => ({ ok: true }));

  const look = createLook(context.readiness);
  app.get('/readyz', async (_request, reply) => {
    const parts = await look();
    const ready = Object.values(parts).every(Boolean);
    return reply.code(ready ? 200 : 503).send({ ready, ...parts });
  });

  app.get('/metrics', async (request, reply) => {
    const { metricsToken } = context.config;
    const given = request.headers.authorization ?? '';
    if (!metricsToken || !sameBytes(Buffer.from(given), Buffer.from(`Bearer ${metricsToken}`)))
      return reply.callNotFound();
    const page = await context.metrics.page();
    return reply.type(page.type).send(page.text);
  });
}

/** A look writes a file and asks the database, and anybody may ask for one: those of a moment share it. */
const lookHoldsMs = 250;
/** Longer than any part should take; a supervisor learns more from no than from nothing. */
const partMayTakeMs = 3_000;

function createLook(readiness: HealthDependencies['readiness']): () => Promise<Record<string, boolean>> {
  let latest: Promise<Record<string, boolean>> | null = null;
  async function look(): Promise<Record<string, boolean>> {
    const parts = await Promise.all(
      Object.entries(readiness).map(async ([name, check]) => [name, await works(check)] as const),
    );
    return Object.fromEntries(parts);
  }
  return () => {
    if (latest) return latest;
    const begun = look();
    latest = begun;
    void begun.then(() =>
      setTimeout(() => {
        latest = null;
      }, lookHoldsMs).unref(),
    );
    return begun;
  };
}

async function works(check: () => Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const limit = setTimeout(() => resolve(false), partMayTakeMs);
  check().then(
    () => resolve(true),
    () => resolve(false),
  );
  return promise.finally(() => clearTimeout(limit));
}
