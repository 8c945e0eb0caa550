import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Server } from 'socket.io';
import { type WebSocket, WebSocketServer } from 'ws';
import { createApp } from '../../apps/server/src/app.ts';
import { createContext } from '../../apps/server/src/context.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { readConfig } from '../../apps/server/src/platform/config.ts';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';
import { createLane } from '../../apps/server/src/platform/lane.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { uuidArray } from '../../apps/server/src/platform/prepared.ts';
import { createRateLimiter } from '../../apps/server/src/platform/rate-limit.ts';

// Hands words from one person to another, in the way MESSAGE_KIND names. The bare ones relay what they hear on a socket
// to the recipient it names, without authentication or storage; the product is the whole program.

const nameIn = (request: IncomingMessage) => new URL(request.url ?? '', 'http://bench').searchParams.get('to') ?? '';

async function startWs(): Promise<number> {
  const server = createServer();
  const byName = new Map<string, WebSocket>();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false });
  sockets.on('connection', (socket, request) => {
    byName.set(nameIn(request), socket);
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

interface Word {
  id: string;
  to: string;
  content: string;
}

/** The least that storing can cost: each word a row under its id in a table of the bench, many in one commit. */
function storeIn(): (words: readonly Word[]) => Promise<unknown> {
  const config = readConfig(process.env);
  const { pool } = openDatabase(config.databaseUrl ?? '', { size: config.databasePool });
  return (words) =>
    pool.query({
      name: 'store words',
      text: 'insert into words select * from unnest($1::uuid[], $2::uuid[], $3::text[])',
      values: [
        uuidArray(words.map(({ id }) => id)),
        uuidArray(words.map(({ to }) => to)),
        // Times in digits: nothing to quote.
        `{${words.map(({ content }) => content).join(',')}}`,
      ],
    });
}

async function startStored(): Promise<number> {
  const store = storeIn();
  const lane = createLane<Word, null>({
    limit: 500,
    async call(words) {
      await store(words);
      return words.map(() => null);
    },
  });
  const server = createServer();
  const io = new Server(server, { transports: ['websocket'], path: '/realtime', serveClient: false });
  io.on('connection', (socket) => {
    socket.join(String(socket.handshake.query.to));
    socket.on('say', async ({ to, content }: { to: string; content: string }) => {
      await lane.send({ id: newId(), to, content });
      io.to(to).emit('message.created', { content });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

/** The same on bare ws, without a promise for each word and with one write to each person for all of a batch. */
async function startWsStored(): Promise<number> {
  const store = storeIn();
  const server = createServer();
  const byName = new Map<string, { socket: WebSocket; wire: Socket }>();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false });
  let waiting: Word[] = [];
  let storing = false;
  async function storeAll(): Promise<void> {
    storing = true;
    while (waiting.length > 0) {
      const words = waiting;
      waiting = [];
      await store(words);
      const wires = new Set<Socket>();
      for (const { to, content } of words) {
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
    byName.set(nameIn(request), { socket, wire: request.socket });
    socket.on('message', (data: Buffer) => {
      const [, { to, content }] = JSON.parse(data.toString()) as [string, { to: string; content: string }];
      if (waiting.push({ id: newId(), to, content }) === 1 && !storing) setImmediate(storeAll);
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
  'ws-stored': startWsStored,
  stored: startStored,
  product: startProduct,
  'product-http': startProduct,
};
const start = kinds[process.env.MESSAGE_KIND ?? ''];
if (!start) throw new Error('MESSAGE_KIND names no server');
process.send?.({ port: await start() });
