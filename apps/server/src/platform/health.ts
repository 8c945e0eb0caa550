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

  app.get('/readyz', async (_request, reply) => {
    const checks = await Promise.all(
      Object.entries(context.readiness).map(
        async ([name, check]): Promise<[string, boolean]> => [
          name,
          await check().then(
            () => true,
            () => false,
          ),
        ],
      ),
    );
    const ready = checks.every(([, ok]) => ok);
    return reply.code(ready ? 200 : 503).send({ ready, ...Object.fromEntries(checks) });
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
