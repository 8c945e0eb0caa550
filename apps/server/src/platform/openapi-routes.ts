import type { Operation } from '@vlam/contract/operation';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { describeOperations, type OpenApiDocument } from './openapi.ts';
import { renderReader } from './openapi-reader.ts';
import { readerStyleHash } from './openapi-style.ts';
import type { RateLimiter } from './rate-limit.ts';
import { createStaticResponse } from './static-response.ts';

/** `/api/openapi.json` and its reader `/api/docs`, generated from the contract at the first request. */
export function registerOpenApi(
  app: FastifyInstance,
  operations: Readonly<Record<string, Operation>>,
  version: string,
  rateLimiter: RateLimiter,
): void {
  let document: OpenApiDocument | undefined;
  const describe = () => (document ??= describeOperations(operations, version));
  const sendJson = createStaticResponse('application/json; charset=utf-8', () => JSON.stringify(describe()));
  const sendReader = createStaticResponse('text/html; charset=utf-8', () => renderReader(describe()));
  // Not operations of the contract, so they spend their own rate budget.
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
