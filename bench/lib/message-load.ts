import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { eventFrame, heartbeatFrame } from '@vlam/contract/realtime-protocol';
import { WebSocket } from 'ws';
import { Latencies, type Round } from './stats.ts';

// People who write to each other in pairs, in a process of their own: each has a socket open, and a word counts when it
// has come to the other's.

export interface Person {
  id: string;
  cookie: string;
}
export type MessageKind = 'ws' | 'ws-stored' | 'socket.io' | 'stored' | 'product' | 'product-http';
export type MessageCommand =
  | { open: { kind: MessageKind; port: number; people: Person[] } }
  /** `perSecond` words a second, or as many as go with `atOnce` on their way. */
  | { round: { ms: number; perSecond?: number; atOnce?: number } };
export type MessageReport = { opened: true } | { done: Round & { refused: number } };

const say = (report: MessageReport) => process.send?.(report);
const agent = new Agent({ keepAlive: true, maxSockets: 128 });
let latencies = new Latencies();
let heard = 0;
let refused = 0;
let asked = 0;
let sockets: WebSocket[] = [];
let follow = () => {};
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
      // An answer: `[id, …` of the product.
      if (/^\[\d/.test(text)) {
        if (text.includes('{"ok":false')) settled(false);
        return;
      }
      const at = text.indexOf('"content":"');
      if (at < 0 || !text.includes('message.created')) return;
      // A sender's other devices hear it too: those are told their own client id.
      if (text.includes('"clientId":"')) return;
      latencies.add(Number(process.hrtime.bigint() - BigInt(text.slice(at + 11, text.indexOf('"', at + 11)))) / 1e6);
      settled(true);
    });
  });
}

/** One word has come, or will not. What follows it is sent at once: nothing here waits by looking again and again. */
function settled(good: boolean): void {
  if (good) heard += 1;
  else refused += 1;
  follow();
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
      if (response.statusCode !== 201) settled(false);
      response.resume();
    },
  );
  call.on('error', () => settled(false));
  call.end(body);
}

async function run({ ms, perSecond, atOnce = 0 }: { ms: number; perSecond?: number; atOnce?: number }): Promise<void> {
  latencies = new Latencies();
  heard = 0;
  refused = 0;
  let sent = 0;
  const began = performance.now();
  const next = () => {
    const from = sent % sockets.length;
    sent += 1;
    // Neighbours write to each other.
    send(from, from ^ 1);
  };
  for (let at = 0; at < atOnce; at += 1) next();
  if (!perSecond) follow = next;
  await new Promise<void>((done) => {
    const turn = () => {
      const now = performance.now();
      if (now - began >= ms) return done();
      if (perSecond) while (sent < ((now - began) / 1_000) * perSecond) next();
      setTimeout(turn, perSecond ? 1 : 20);
    };
    turn();
  });
  follow = () => {};
  const seconds = (performance.now() - began) / 1_000;
  const until = performance.now() + 5_000;
  while (heard + refused < sent && performance.now() < until) await new Promise((done) => setTimeout(done, 5));
  const { p50, p99 } = latencies.summary(seconds);
  say({ done: { perSecond: heard / seconds, p50, p99, failed: sent - heard, refused } });
}

process.on('message', async (command: MessageCommand) => {
  if ('round' in command) return run(command.round);
  const { kind, port, people } = command.open;
  const isProduct = kind.startsWith('product');
  const path = isProduct ? '/realtime?' : kind.startsWith('ws') ? '/?to=' : '/realtime/?EIO=4&transport=websocket&to=';
  sockets = [];
  for (const { id, cookie } of people)
    sockets.push(
      await open(`ws://127.0.0.1:${port}${path}${id}`, isProduct ? { cookie, origin: `http://127.0.0.1:${port}` } : {}),
    );
  const word = kind.startsWith('ws') ? '' : '42';
  send = (from, to) => {
    const [one, other] = [people[from], people[to]];
    if (!one || !other) return;
    if (kind === 'product-http') post(port, one, other);
    else if (kind === 'product')
      sockets[from]?.send(
        eventFrame('message.send', { to: other.id, message: { clientId: randomUUID(), content: stamp() } }, ++asked),
      );
    else sockets[from]?.send(`${word}${JSON.stringify(['say', { to: other.id, content: stamp() }])}`);
  };
  say({ opened: true });
});
