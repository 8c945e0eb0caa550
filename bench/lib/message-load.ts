import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { eventFrame, heartbeatFrame } from '@vlam/contract/realtime-protocol';
import { WebSocket } from 'ws';
import { Latencies, type Round } from './stats.ts';
import { openXmpp } from './xmpp-client.ts';

// Members who write to each other in pairs, in a separate process: each has a socket, and a message counts when it
// arrives at the other's.

export interface Person {
  id: string;
  cookie: string;
}
export type MessageKind =
  | 'ws'
  | 'ws-stored'
  | 'ws-posted'
  | 'socket.io'
  | 'stored'
  | 'product'
  | 'product-http'
  | 'ejabberd';
export type MessageCommand =
  /** People take turns among `ports`, so that the two of a pair are at different processes where there are several. */
  | { open: { kind: MessageKind; port: number; ports?: number[]; people: Person[] } }
  /** `perSecond` messages per second, or as many as possible with `inFlight` unacknowledged. */
  | { round: { ms: number; perSecond?: number; inFlight?: number } };
export type MessageReport = { opened: true } | { done: Round & { refused: number } };

const sendReport = (report: MessageReport) => process.send?.(report);
const agent = new Agent({ keepAlive: true, maxSockets: 128 });
let latencies = new Latencies();
let delivered = 0;
let refused = 0;
let lastCallId = 0;
let sockets: { send(data: string): void }[] = [];
let sendNext = () => {};
let send: (from: number, to: number) => void = () => {};
const stamp = () => String(process.hrtime.bigint());

function open(url: string, headers: Record<string, string>): Promise<WebSocket> {
  const wire = new WebSocket(url, { headers, perMessageDeflate: false });
  return new Promise((done, fail) => {
    wire.on('error', fail);
    wire.on('open', () => (url.includes('EIO') ? wire.send('40') : done(wire)));
    wire.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text === '2') return wire.send('3');
      if (text === heartbeatFrame) return wire.send(heartbeatFrame);
      if (text.startsWith('40')) return done(wire);
      // A reply of the product: `[id, …`.
      if (/^\[\d/.test(text)) {
        if (text.includes('{"ok":false')) countResult(false);
        return;
      }
      const at = text.indexOf('"content":"');
      if (at < 0 || !text.includes('message.created')) return;
      // A copy for the sender's other devices has the client id.
      if (text.includes('"clientId":"')) return;
      countDelivered(text.slice(at + 11, text.indexOf('"', at + 11)));
    });
  });
}

/** `sentAt` is the text of the message: `process.hrtime` when it was sent. */
function countDelivered(sentAt: string): void {
  latencies.add(Number(process.hrtime.bigint() - BigInt(sentAt)) / 1e6);
  countResult(true);
}

/** Counts a delivered or refused message, and sends the next one immediately, without polling. */
function countResult(good: boolean): void {
  if (good) delivered += 1;
  else refused += 1;
  sendNext();
}

function post(port: number, from: Person, to: Person): void {
  const body = JSON.stringify({ clientId: randomUUID(), content: stamp() });
  const call = request(
    {
      port,
      host: '127.0.0.1',
      agent,
      method: 'POST',
      path: `/api/conversations/${to.id}/messages`,
      headers: {
        cookie: from.cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    },
    (response) => {
      if (response.statusCode !== 201) countResult(false);
      response.resume();
    },
  );
  call.on('error', () => countResult(false));
  call.end(body);
}

async function run({
  ms,
  perSecond,
  inFlight = 0,
}: {
  ms: number;
  perSecond?: number;
  inFlight?: number;
}): Promise<void> {
  latencies = new Latencies();
  delivered = 0;
  refused = 0;
  let sent = 0;
  const startedAt = performance.now();
  const next = () => {
    const from = sent % sockets.length;
    sent += 1;
    // Pairs are neighbours in the list.
    send(from, from ^ 1);
  };
  for (let at = 0; at < inFlight; at += 1) next();
  if (!perSecond) sendNext = next;
  await new Promise<void>((done) => {
    const tick = () => {
      const now = performance.now();
      if (now - startedAt >= ms) return done();
      if (perSecond) while (sent < ((now - startedAt) / 1_000) * perSecond) next();
      setTimeout(tick, perSecond ? 1 : 20);
    };
    tick();
  });
  sendNext = () => {};
  const seconds = (performance.now() - startedAt) / 1_000;
  const until = performance.now() + 5_000;
  while (delivered + refused < sent && performance.now() < until) await new Promise((done) => setTimeout(done, 5));
  const { p50, p99 } = latencies.summary(seconds);
  sendReport({ done: { perSecond: delivered / seconds, p50, p99, failed: sent - delivered, refused } });
}

process.on('message', async (command: MessageCommand) => {
  if ('round' in command) return run(command.round);
  const { kind, port, ports = [port], people } = command.open;
  if (kind === 'ejabberd') {
    const clients = await Promise.all(people.map((_, index) => openXmpp(port, `u${index}`, countDelivered)));
    sockets = people.map(() => ({ send() {} }));
    send = (from, to) => clients[from]?.send(`u${to}`, stamp());
    return sendReport({ opened: true });
  }
  const isProduct = kind.startsWith('product');
  const path = isProduct ? '/realtime?' : kind.startsWith('ws') ? '/?to=' : '/realtime/?EIO=4&transport=websocket&to=';
  sockets = [];
  for (const [index, { id, cookie }] of people.entries()) {
    const at = ports[index % ports.length];
    sockets.push(
      await open(`ws://127.0.0.1:${at}${path}${id}`, isProduct ? { cookie, origin: `http://127.0.0.1:${at}` } : {}),
    );
  }
  const prefix = kind.startsWith('ws') ? '' : '42';
  send = (from, to) => {
    const [one, other] = [people[from], people[to]];
    if (!one || !other) return;
    if (kind === 'product-http') post(port, one, other);
    else if (kind === 'product')
      sockets[from]?.send(
        eventFrame(
          'message.send',
          { to: other.id, message: { clientId: randomUUID(), content: stamp() } },
          ++lastCallId,
        ),
      );
    else sockets[from]?.send(`${prefix}${JSON.stringify(['say', { to: other.id, content: stamp() }])}`);
  };
  sendReport({ opened: true });
});
