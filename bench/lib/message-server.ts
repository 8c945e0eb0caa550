import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Server } from 'socket.io';
import { type WebSocket, WebSocketServer } from 'ws';
import { createApp } from '../../apps/server/src/app.ts';
import { createContext } from '../../apps/server/src/context.ts';
import { createPostBatch } from '../../apps/server/src/modules/messaging/posting/post-store.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { readConfig } from '../../apps/server/src/platform/config.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/database.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';
import { createLane } from '../../apps/server/src/platform/lane.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { uuidArray } from '../../apps/server/src/platform/prepared.ts';
import { createRateLimiter } from '../../apps/server/src/platform/rate-limit.ts';

// Delivers messages between members, with the server named by MESSAGE_KIND. The bare ones relay what they receive on a
// socket to the named recipient, without authentication or storage; the product is the whole server.

const recipientOf = (request: IncomingMessage) =>
  new URL(request.url ?? '', 'http://bench').searchParams.get('to') ?? '';

async function startWs(): Promise<number> {
  const server = createServer();
  const byName = new Map<string, WebSocket>();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false });
  sockets.on('connection', (socket, request) => {
    byName.set(recipientOf(request), socket);
    socket.on('message', (data: Buffer) => {
      const [, { to, content }] = JSON.parse(data.toString()) as [string, { to: string; content: string }];
      byName.get(to)?.send(JSON.stringify(['message.created', { content }]));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

async function startSocketIo(): Promise<number> {
  const server = createServer();
  const io = new Server(server, { transports: ['websocket'], path: '/realtime', serveClient: false });
  io.on('connection', (socket) => {
    socket.join(String(socket.handshake.query.to));
    socket.on('say', ({ to, content }: { to: string; content: string }) => {
      io.to(to).emit('message.created', { content });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

interface StoredMessage {
  id: string;
  from: string;
  to: string;
  content: string;
}

type Store = (batch: readonly StoredMessage[]) => Promise<unknown>;

function openOwnDatabase(): Database {
  const config = readConfig(process.env);
  return openDatabase(config.databaseUrl ?? '', { size: config.databasePool });
}

/** The minimal cost of storing: one row per message under its id in a table of the benchmark, many per commit. */
function createStore(): Store {
  const { pool } = openOwnDatabase();
  return (batch) =>
    pool.query({
      name: 'store messages',
      text: 'insert into stored_messages select * from unnest($1::uuid[], $2::uuid[], $3::text[])',
      values: [
        uuidArray(batch.map(({ id }) => id)),
        uuidArray(batch.map(({ to }) => to)),
        // Times in digits: nothing to quote.
        `{${batch.map(({ content }) => content).join(',')}}`,
      ],
    });
}

/** The product's own statement, with its threads, numbers and rules, and nothing else of the product. */
function createOwnStore(): Store {
  const post = createPostBatch(openOwnDatabase());
  return async (batch) => {
    const at = new Date();
    const rows = await post(
      batch.map(({ id, from, to, content }) => ({
        ...{ id, clientId: id, sender: from, receiver: to, content },
        payerAccountId: null,
      })),
      { at },
    );
    if (rows?.some(({ result }) => result !== 'posted')) throw new Error('a message was not stored');
  };
}

async function startStored(): Promise<number> {
  const store = createStore();
  const lane = createLane<StoredMessage, null>({
    name: 'bench.messages',
    limit: 500,
    async call(batch) {
      await store(batch);
      return batch.map(() => null);
    },
  });
  const server = createServer();
  const io = new Server(server, { transports: ['websocket'], path: '/realtime', serveClient: false });
  io.on('connection', (socket) => {
    const from = String(socket.handshake.query.to);
    socket.join(from);
    socket.on('say', async ({ to, content }: { to: string; content: string }) => {
      await lane.send({ id: newId(), from, to, content });
      io.to(to).emit('message.created', { content });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

/** As `startStored` on bare ws, without a promise per message and with one write per recipient and batch. */
async function startWsStored(store: Store): Promise<number> {
  const server = createServer();
  const byName = new Map<string, { socket: WebSocket; wire: Socket }>();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false });
  let waiting: StoredMessage[] = [];
  let storing = false;
  async function storeAll(): Promise<void> {
    storing = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await store(batch);
      const wires = new Set<Socket>();
      for (const { to, content } of batch) {
        const person = byName.get(to);
        if (!person) continue;
        if (!wires.has(person.wire)) person.wire.cork();
        wires.add(person.wire);
        person.socket.send(JSON.stringify(['message.created', { content }]));
      }
      for (const wire of wires) wire.uncork();
    }
    storing = false;
  }
  sockets.on('connection', (socket, request) => {
    const from = recipientOf(request);
    byName.set(from, { socket, wire: request.socket });
    socket.on('message', (data: Buffer) => {
      const [, { to, content }] = JSON.parse(data.toString()) as [string, { to: string; content: string }];
      if (waiting.push({ id: newId(), from, to, content }) === 1 && !storing) setImmediate(storeAll);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

async function startProduct(): Promise<number> {
  const config = readConfig(process.env);
  const database = openDatabase(config.databaseUrl ?? '', { size: config.databasePool });
  const logger = createLogger(config.logLevel);
  const rateLimiter = createRateLimiter({ scale: 1_000_000 });
  const context = createContext({ config, database, clock: systemClock, logger, rateLimiter, floodWindowMs: 0 });
  const app = await createApp(context);
  await context.realtime.open();
  await app.listen({ host: '127.0.0.1', port: config.port });
  return config.port;
}

const kinds: Record<string, () => Promise<number>> = {
  ws: startWs,
  'socket.io': startSocketIo,
  'ws-stored': () => startWsStored(createStore()),
  'ws-posted': () => startWsStored(createOwnStore()),
  stored: startStored,
  product: startProduct,
  'product-http': startProduct,
};
const start = kinds[process.env.MESSAGE_KIND ?? ''];
if (!start) throw new Error('MESSAGE_KIND names no server');
process.send?.({ port: await start() });
