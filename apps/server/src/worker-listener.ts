import Fastify from 'fastify';
import type { Context } from './context.ts';
import { ConfigError } from './platform/config.ts';
import { registerHealth } from './platform/health.ts';
import { registerErrorHandling, registerSecurityHeaders } from './platform/http-errors.ts';

/**
 * Where probes ask a worker, which serves nothing else: `/healthz`, `/readyz` and `/metrics`. Returns its end. Throws
 * `ConfigError` when the port that was named cannot be had; without one named, the worker works unasked.
 */
export async function openWorkerListener(context: Context): Promise<() => Promise<void>> {
  const { config, logger } = context;
  const { host } = config;
  const app = Fastify({ logger: false, requestTimeout: 5_000, forceCloseConnections: true });
  registerSecurityHeaders(app, config);
  registerErrorHandling(app, logger);
  registerHealth(app, context);
  // Beside the site's on one machine; the port between them is the sandbox's.
  const port = config.workerPort ?? (config.port && Math.min(config.port + 2, 65_535));
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (config.workerPort !== null)
      throw new ConfigError(`WORKER_PORT: "${port}" on ${host} cannot be used (${code}); use another`);
    logger.warn('probes cannot ask this worker: set WORKER_PORT', { port, errorCode: code });
  }
  return () => app.close();
}
