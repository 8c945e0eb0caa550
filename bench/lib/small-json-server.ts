import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Operation, operation } from '@vlam/contract/operation';
import { cursorQuery, id, idParams } from '@vlam/contract/schemas';
import Fastify, { type FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { createApp } from '../../apps/server/src/app.ts';
import { createContext } from '../../apps/server/src/context.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { readConfig } from '../../apps/server/src/platform/config.ts';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { registerOperations } from '../../apps/server/src/platform/guard.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { bind } from '../../apps/server/src/platform/operation.ts';
import { createRateLimiter } from '../../apps/server/src/platform/rate-limit.ts';

// One small answer, served in the way SMALL_JSON names: GET /api/bench/<uuid>?limit=<1 to 50>.
// `/cpu` returns the processor time this process has used.

const small = operation({
  method: 'GET',
  path: '/api/bench/{id}',
  summary: 'A small answer',
  access: 'adult',
  params: idParams,
  query: cursorQuery,
  response: z.object({
    id,
    title: z.string(),
    price: z.int(),
    likes: z.int(),
    isLocked: z.boolean(),
    tags: z.array(z.string()),
    limit: z.int(),
  }),
}) satisfies Operation;

const answer = (itemId: string, limit: number) => ({
  id: itemId,
  title: 'Blue hour',
  price: 15,
  likes: 1_204,
  isLocked: true,
  tags: ['light', 'sea'],
  limit,
});

const processorTime = () => {
  const { user, system } = process.cpuUsage();
  return { microseconds: user + system };
};

function addBare(app: FastifyInstance, validates: boolean): void {
  app.get<{ Params: { id: string }; Querystring: { limit: string } }>('/api/bench/:id', async (request) => {
    if (!validates) return answer(request.params.id, Number(request.query.limit));
    const params = z.parse(idParams, request.params);
    const { limit = 20 } = z.parse(cursorQuery, request.query);
    return z.parse(small.response, answer(params.id, limit));
  });
}

async function createProduct(): Promise<FastifyInstance> {
  const config = readConfig(process.env);
  const database = openDatabase(config.databaseUrl ?? '', { size: config.databasePool });
  const context = createContext({
    config,
    database,
    clock: systemClock,
    logger: createLogger(config.logLevel),
    rateLimiter: createRateLimiter({ scale: 1_000_000 }),
  });
  const app = await createApp(context);
  const bound = bind({ small }, { small: ({ params, query }) => answer(params.id, query.limit ?? 20) });
  registerOperations(app, bound, {
    ...context,
    authenticateSuspended: async () => null,
    requireAllowedText: async () => {},
    isProven: async () => true,
    recordRefusal: async () => {},
  });
  return app;
}

async function listen(): Promise<number> {
  const kind = process.env.SMALL_JSON;
  if (kind === 'node') {
    const server = createServer((request, response) => {
      const [, , , item = ''] = (request.url ?? '').split(/[/?]/);
      const body = JSON.stringify(request.url === '/cpu' ? processorTime() : answer(item, 20));
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        .end(body);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return (server.address() as AddressInfo).port;
  }
  const app = kind === 'product' ? await createProduct() : Fastify();
  if (kind !== 'product') addBare(app, kind === 'fastify and zod');
  app.get('/cpu', async () => processorTime());
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

process.send?.(await listen());
