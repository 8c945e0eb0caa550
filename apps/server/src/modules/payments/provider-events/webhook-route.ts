import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import type { PaymentsService } from '../service.ts';

const bodyLimit = 64 * 1024;
type Route = { Params: { provider: string }; Querystring: Record<string, string | undefined> };

/**
 * Where providers report, some by POST and one by GET. They call from outside, so the signature over the raw bytes
 * stands in for session and site; a cookie is never read here.
 */
export function registerWebhooks(app: FastifyInstance, { payments }: { payments: PaymentsService }): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
    scope.route<Route>({
      method: ['GET', 'POST'],
      url: '/api/payments/webhooks/:provider',
      exposeHeadRoute: false,
      bodyLimit,
      handler: async (request, reply) => {
        request.operationName = 'paymentWebhook';
        const answer = await payments.receiveWebhook(request.params.provider, {
          rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          headers: request.headers,
          query: singleValues(request),
          address: request.ip,
        });
        return reply.type('text/plain; charset=utf-8').send(answer);
      },
    });
  });
}

/** Throws `BAD_REQUEST` when a name comes twice: programs differ in which of the two they read. */
function singleValues({ query }: FastifyRequest<Route>): Record<string, string | undefined> {
  if (Object.values(query).some((value) => typeof value !== 'string')) throw new AppError('BAD_REQUEST');
  return query;
}
