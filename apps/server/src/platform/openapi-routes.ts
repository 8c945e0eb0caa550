import type { Operation } from '@vlam/contract/operation';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { describeOperations, type OpenApiDocument } from './openapi.ts';
import { readerStyleHash, renderReader } from './openapi-reader.ts';
import type { RateLimiter } from './rate-limit.ts';
import { createStaticAnswer } from './static-answer.ts';

/** `/api/openapi.json` and its reader `/api/docs`, made from the contract once, when the first is asked for. */
export function registerOpenApi(
  app: FastifyInstance,
  operations: Readonly<Record<string, Operation>>,
  version: string,
  rateLimiter: RateLimiter,
): void {
  let document: OpenApiDocument | undefined;
  const described = () => (document ??= describeOperations(operations, version));
  const sendJson = createStaticAnswer('application/json; charset=utf-8', () => JSON.stringify(described()));
  const sendReader = createStaticAnswer('text/html; charset=utf-8', () => renderReader(described()));
  // No operations of the contract, so nothing else counts them.
  const onRequest = async (request: FastifyRequest) => rateLimiter.spend('document', request.ip, null);
  app.get('/api/openapi.json', { onRequest }, sendJson);
  app.get('/api/docs', { onRequest }, (request, reply) => {
    reply.header(
      'content-security-policy',
      `default-src 'none'; style-src '${readerStyleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    return sendReader(request, reply);
  });
}
