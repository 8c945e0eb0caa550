import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import './platform/fastify-types.ts';
import type { Context } from './context.ts';
import { boundOperations, registerRawRoutes } from './modules.ts';
import { registerOperations } from './platform/guard.ts';
import { registerHealth } from './platform/health.ts';
import { registerErrorHandling, registerSecurityHeaders } from './platform/http-errors.ts';
import { newId } from './platform/ids.ts';
import { malformedRequests } from './platform/malformed-requests.ts';
import { registerRequestSpans } from './platform/request-spans.ts';
import { cutSlowReaders } from './platform/slow-readers.ts';
import { isTracing } from './platform/tracing.ts';

/** JSON bodies; files use the resumable upload, which has limits of its own. */
const bodyLimitBytes = 64 * 1024;
/** Longest pause without traffic in the middle of a request or response. */
const idleTimeoutMs = 60_000;

/** Builds the HTTP program on a context, without listening. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const { config, logger, metrics } = context;
  const app = Fastify({
    logger: false,
    bodyLimit: bodyLimitBytes,
    trustProxy: (_address: string, hop: number) => hop < config.trustProxyHops,
    requestTimeout: 30_000,
    connectionTimeout: idleTimeoutMs,
    keepAliveTimeout: 65_000,
    genReqId: () => newId(),
    routerOptions: { maxParamLength: 200 },
    http: {
      headersTimeout: 7_000,
      connectionsCheckingInterval: 2_000,
      // Ignores every other Upgrade header.
      shouldUpgradeCallback: (request) => context.realtime.owns(request) || context.lives.ingest.owns(request),
    },
    // Requests in progress are finished before the program stops; the caller of `close` sets the limit.
    forceCloseConnections: 'idle',
    ...malformedRequests(config),
  });
  if (isTracing()) registerRequestSpans(app, { trusted: config.traces?.trustsRequests === true });
  app.decorateRequest('operationName', undefined);
  app.decorateRequest('viewer', null);
  // Only JSON: a form or plain text from another site must never be read as a command.
  app.removeContentTypeParser('text/plain');
  app.addHook('preClose', async () => {
    context.serving.drain();
    context.realtime.disconnect();
    await Promise.all([context.lives.ingest.close(), context.lives.direct.close()]);
    await context.requestCounts.flush().catch(() => undefined);
  });
  // After the last response: what it published has to reach the other processes.
  app.addHook('onClose', () => context.realtime.close());
  app.server.on('upgrade', (request, socket, head) =>
    (context.lives.ingest.owns(request) ? context.lives.ingest : context.realtime).upgrade(request, socket, head),
  );
  // A proxy reads as slowly as its slowest client, and has to judge them itself.
  const closedWindowMs = config.trustProxyHops > 0 ? idleTimeoutMs : 6_500;
  // Detected at most one check late, and cut by the fifth check from there: nine seconds.
  cutSlowReaders(app.server, { closedWindowMs, unacknowledgedMs: idleTimeoutMs, checkIntervalMs: 1_500 }, (count) =>
    logger.info('slow readers cut', { count }),
  );
  app.addHook('onSend', (_request, reply, payload, done) => {
    // A connection that stays open delays the stop; and a balancer that still holds it would send the next request on it
    // at the moment it is closed, and may not repeat one that writes.
    if (context.serving.state === 'draining') reply.header('connection', 'close');
    done(null, payload);
  });
  await app.register(cookie);
  registerSecurityHeaders(app, config);
  registerErrorHandling(app, logger);
  app.addHook('onResponse', (request, reply, done) => {
    const milliseconds = reply.elapsedTime;
    if (request.operationName) context.requestCounts.count(reply.statusCode);
    if (request.operationName) metrics.observe(request.operationName, reply.statusCode, milliseconds / 1000);
    logger.info('request', {
      requestId: request.id,
      operation: request.operationName ?? 'other',
      method: request.method,
      status: reply.statusCode,
      milliseconds: Math.round(milliseconds),
      accountId: request.viewer?.accountId,
    });
    done();
  });
  registerOperations(app, boundOperations(context), {
    authenticate: context.authenticate,
    authenticateSuspended: context.identity.suspendedAccess.authenticate,
    isProven: context.identity.isProven,
    rateLimiter: context.rateLimiter,
    idempotency: context.idempotency,
    requireAllowedText: context.moderation.words.requireAllowed,
    recordRefusal: ({ viewer, name, body }) =>
      context.compliance.recordRefusal({ actorId: viewer.accountId, operation: name, body }),
  });
  registerHealth(app, context);
  await registerRawRoutes(app, context);
  return app;
}
