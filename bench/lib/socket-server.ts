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

// Sends events to one recipient after the other, with the server named by SOCKET_KIND. Recipients are named by `?to=` on
// connecting, in the product by their session.

export type Command =
  | { push: { recipients: string[]; ms: number } }
  /** Steady events per second, and large ones to a client that does not read. */
  | { steady: { recipients: string[]; perSecond: number; ms: number; nonReader?: string } }
  | { received: number }
  | { memory: true };
export type Report =
  | { port: number }
  | { memory: { rss: number; heap: number } }
  | { pushed: { events: number; microseconds: number } }
  | { steadyDone: { events: number } };

/** Maximum number of undelivered events. */
const maxInFlight = 2_000;
const callId = '0198c2d4-5a6b-7c8d-9e0f-a1b2c3d4e5f6';
type Send = (to: string, signal: string) => void;

const sendReport = (report: Report) => process.send?.(report);
const recipientOf = (request: IncomingMessage) =>
  new URL(request.url ?? '', 'http://bench').searchParams.get('to') ?? '';

async function listen(server: HttpServer): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

async function startWs(): Promise<{ port: number; send: Send }> {
  const server = createServer();
  const byName = new Map<string, WebSocket>();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false });
  sockets.on('connection', (socket, request) => byName.set(recipientOf(request), socket));
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
  // All connections of a run share one address. Other addresses have the regular budgets.
  const [regularLimiter, liftedLimiter] = [createRateLimiter(), createRateLimiter({ scale: 1_000_000 })];
  const rateLimiter: RateLimiter = {
    spend: (budget, address, viewer) =>
      (address === '127.0.0.1' ? liftedLimiter : regularLimiter).spend(budget, address, viewer),
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
  while (sent - received < maxInFlight) {
    send(recipients[sent % recipients.length] ?? '', String(process.hrtime.bigint()));
    sent += 1;
    if (sent % 64 === 0) break;
  }
  const resume = () => push(recipients, until);
  if (performance.now() >= until) {
    const { user, system } = process.cpuUsage(spent);
    sendReport({ pushed: { events: sent, microseconds: user + system } });
  } else if (sent - received < maxInFlight) setImmediate(resume);
  // Waiting must not look like work.
  else setTimeout(resume, 1);
}

function sendSteadily({ recipients, perSecond, ms, nonReader }: Extract<Command, { steady: unknown }>['steady']): void {
  const startedAt = performance.now();
  const large = 'x'.repeat(30_000);
  let events = 0;
  let unread = 0;
  const tick = () => {
    const passed = performance.now() - startedAt;
    if (passed >= ms) return sendReport({ steadyDone: { events } });
    for (; events < (passed / 1_000) * perSecond; events += 1)
      send(recipients[events % recipients.length] ?? '', String(process.hrtime.bigint()));
    for (; nonReader && unread < passed / 10; unread += 1) send(nonReader, large);
    setTimeout(tick, 1);
  };
  tick();
}

process.on('message', async (command: Command) => {
  if ('received' in command) received = command.received;
  else if ('steady' in command) sendSteadily(command.steady);
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
    sendReport({ memory: { rss, heap: heapUsed + external } });
  }
});
sendReport({ port });
