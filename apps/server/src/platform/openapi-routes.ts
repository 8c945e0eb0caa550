import { randomBytes } from 'node:crypto';
import type { Operation } from '@vlam/contract/operation';
import type { FastifyInstance } from 'fastify';
import { describeOperations } from './openapi.ts';
import { renderReader } from './openapi-reader.ts';

/** `/api/openapi.json` and its reader `/api/docs`, made from the contract once. */
export function registerOpenApi(
  app: FastifyInstance,
  operations: Readonly<Record<string, Operation>>,
  version: string,
): void {
  const document = describeOperations(operations, version);
  const json = JSON.stringify(document);
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8').send(json),
  );
  app.get('/api/docs', async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .type('text/html; charset=utf-8')
      .send(renderReader(document, nonce));
  });
}
