import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runInSpan, type Span, startSpan } from './tracing.ts';

/**
 * A span for each request, named by its operation, because addresses hold ids of members. With `trusted` it belongs to
 * the trace that the request names; otherwise that is not read, since any client can send one.
 */
export function registerRequestSpans(app: FastifyInstance, { trusted }: { trusted: boolean }): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const span = startSpan('request', {
      kind: 'server',
      parent: trusted && typeof traceparent === 'string' ? traceparent : undefined,
      attributes: { 'http.request.method': request.method },
    });
    if (span) spans.set(request, span);
    runInSpan(span, done);
  });
  // A body arrives in the connection's own context.
  app.addHook('preValidation', (request, _reply, done) => runInSpan(spans.get(request), done));
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    const { statusCode } = reply;
    span?.rename(request.operationName ?? 'other');
    span?.set({ 'http.response.status_code': statusCode });
    if (statusCode >= 500) span?.fail(String(statusCode));
    span?.end();
    done();
  });
}
