import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Server } from 'socket.io';
import { type WebSocket, WebSocketServer } from 'ws';
import { createApp } from '../../apps/server/src/app.ts';
import { createContext } from '../../apps/server/src/context.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { readConfig } from '../../apps/server/src/platform/config.ts';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { createRateLimiter, type RateLimiter } from '../../apps/server/src/platform/rate-limit.ts';

// Sends words to one recipient after the other, in the way SOCKET_KIND names. Recipients are named by `?to=` on
// connecting, by the product through their session.

export type Command =
  | { push: { recipients: string[]; ms: number } }
  /** As many a second, and as many large ones as a line takes to one who does not read. */
  | { steady: { recipients: string[]; perSecond: number; ms: number; deaf?: string } }
  | { received: number }
  | { memory: true };
export type Report =
  | { port: number }
  | { memory: { rss: number; heap: number } }
  | { pushed: { words: number; microseconds: number } }
  | { steadied: { words: number } };

/** Words on their way at once. */
const window = 2_000;
const callId = '0198c2d4-5a6b-7c8d-9e0f-a1b2c3d4e5f6';
type Send = (to: string, signal: string) => void;

const say = (report: Report) => process.send?.(report);
const nameIn = (request: IncomingMessage) => new URL(request.url ?? '', 'http://bench').searchParams.get('to') ?? '';

async function listen(server: HttpServer): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

async function startWs(): Promise<{ port: number; send: Send }> {
  const server = createServer();
  const byName = new Map<string, WebSocket>();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false });
  sockets.on('connection', (socket, request) => byName.set(nameIn(request), socket));
  return {
    port: await listen(server),
    send: (to, signal) => byName.get(to)?.send(JSON.stringify(['call.signal', { callId, signal }])),
  };
}

async function startSocketIo(): Promise<{ port: number; send: Send }> {
  const server = createServer();
  const io = new Server(server, { transports: ['websocket'], path: '/realtime', serveClient: false });
  io.on('connection', (socket) => socket.join(String(socket.handshake.query.to)));
  return { port: await listen(server), send: (to, signal) => io.to(to).emit('call.signal', { callId, signal }) };
}

async function startProduct(): Promise<{ port: number; send: Send }> {
  const config = readConfig(process.env);
  const database = openDatabase(config.databaseUrl ?? '', { size: config.databasePool });
  const logger = createLogger(config.logLevel);
  // All pages of a run come from one address. Who comes from another has the budgets that stand.
  const [standing, lifted] = [createRateLimiter(), createRateLimiter({ scale: 1_000_000 })];
  const rateLimiter: RateLimiter = {
    spend: (budget, address, viewer) => (address === '127.0.0.1' ? lifted : standing).spend(budget, address, viewer),
  };
  const context = createContext({ config, database, clock: systemClock, logger, rateLimiter });
  const app = await createApp(context);
  await context.realtime.open();
  await app.listen({ host: '127.0.0.1', port: config.port });
  return {
    port: config.port,
    send: (to, signal) => context.realtime.toAccount(to, 'call.signal', { callId, signal }),
  };
}

const kinds: Record<string, () => Promise<{ port: number; send: Send }>> = {
  ws: startWs,
  'socket.io': startSocketIo,
  product: startProduct,
};
const start = kinds[process.env.SOCKET_KIND ?? ''];
if (!start) throw new Error('SOCKET_KIND names no server');
const { port, send } = await start();

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
let sent = 0;
let received = 0;

let spent: NodeJS.CpuUsage;

function push(recipients: readonly string[], until: number): void {
  while (sent - received < window) {
    send(recipients[sent % recipients.length] ?? '', String(process.hrtime.bigint()));
    sent += 1;
    if (sent % 64 === 0) break;
  }
  const again = () => push(recipients, until);
  if (performance.now() >= until) {
    const { user, system } = process.cpuUsage(spent);
    say({ pushed: { words: sent, microseconds: user + system } });
  } else if (sent - received < window) setImmediate(again);
  // Waiting must not look like work.
  else setTimeout(again, 1);
}

function keepTelling({ recipients, perSecond, ms, deaf }: Extract<Command, { steady: unknown }>['steady']): void {
  const began = performance.now();
  const large = 'x'.repeat(30_000);
  let words = 0;
  let unread = 0;
  const turn = () => {
    const passed = performance.now() - began;
    if (passed >= ms) return say({ steadied: { words } });
    for (; words < (passed / 1_000) * perSecond; words += 1)
      send(recipients[words % recipients.length] ?? '', String(process.hrtime.bigint()));
    for (; deaf && unread < passed / 10; unread += 1) send(deaf, large);
    setTimeout(turn, 1);
  };
  turn();
}

process.on('message', async (command: Command) => {
  if ('received' in command) received = command.received;
  else if ('steady' in command) keepTelling(command.steady);
  else if ('push' in command) {
    sent = 0;
    received = 0;
    spent = process.cpuUsage();
    push(command.push.recipients, performance.now() + command.push.ms);
  } else {
    for (let round = 0; round < 4; round += 1) {
      collect();
      await new Promise((done) => setTimeout(done, 100));
    }
    const { rss, heapUsed, external } = process.memoryUsage();
    say({ memory: { rss, heap: heapUsed + external } });
  }
});
say({ port });
