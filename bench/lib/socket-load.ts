import { heartbeatFrame } from '@vlam/contract/realtime-protocol';
import { WebSocket } from 'ws';
import { Latencies, type Round } from './stats.ts';

// Browsers that only listen, in a process of their own; the same hand-written client for every kind of server.

export type LoadCommand =
  /** As `open`, and each comes back by itself, as late as the web app does. */
  | { keep: { url: string; headers: Record<string, string>[] } }
  | { open: { url: string; headers: Record<string, string>[] } }
  | { begin: true }
  | { end: true };
export type LoadReport =
  | { opened: number }
  /** All are back; milliseconds from the first that lost its line until each share of them was. */
  | { back: { half: number; most: number; all: number; tries: number } }
  | { received: number }
  | { round: Round };

const say = (report: LoadReport) => process.send?.(report);
let latencies = new Latencies();
let began = 0;
let received = 0;

/** Opens one connection; the peer on Socket.IO is open when its server has greeted. */
function open(url: string, headers: Record<string, string>): Promise<void> {
  const { to = '', ...rest } = headers;
  const wire = new WebSocket(url.replace('TO', to), { headers: rest, perMessageDeflate: false });
  return new Promise((done, fail) => {
    wire.on('error', fail);
    wire.on('open', () => {
      if (url.includes('EIO')) wire.send('40');
      else done();
    });
    wire.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text === '2') return wire.send('3');
      if (text === heartbeatFrame) return wire.send(heartbeatFrame);
      if (text.startsWith('40')) return done();
      const at = text.lastIndexOf('"signal":"');
      if (at < 0) return;
      received += 1;
      const sentAt = BigInt(text.slice(at + 10, text.indexOf('"', at + 10)));
      latencies.add(Number(process.hrtime.bigint() - sentAt) / 1e6);
    });
  });
}

/** As `lib/realtime-wire.ts` of the web app comes back. */
const [delayMs, delayAtMostMs, spread] = [2_000, 30_000, 0.9];
let lostAt = 0;
let tries = 0;
const backAt: number[] = [];

/** One connection for good: `ready` when it stands for the first time. */
function keep(url: string, headers: Record<string, string>, everybody: number, ready: () => void, attempt = 0): void {
  const { to = '', ...rest } = headers;
  const wire = new WebSocket(url.replace('TO', to), { headers: rest, perMessageDeflate: false });
  let stood = false;
  wire.on('error', () => {});
  wire.on('message', (data: Buffer) => {
    if (data.toString() === heartbeatFrame) wire.send(heartbeatFrame);
  });
  wire.on('open', () => {
    stood = true;
    ready();
    if (lostAt === 0) return;
    backAt.push(performance.now() - lostAt);
    const at = (share: number) => backAt[Math.ceil(everybody * share) - 1] ?? 0;
    if (backAt.length === everybody) say({ back: { half: at(0.5), most: at(0.99), all: at(1), tries } });
  });
  wire.on('close', () => {
    lostAt ||= performance.now();
    tries += 1;
    const next = stood ? 0 : attempt + 1;
    const delay = Math.min(
      delayAtMostMs,
      Math.min(delayAtMostMs, delayMs * 2 ** next) * (1 + (Math.random() * 2 - 1) * spread),
    );
    setTimeout(() => keep(url, headers, everybody, () => {}, next), delay);
  });
}

process.on('message', async (command: LoadCommand) => {
  if ('keep' in command) {
    const { url, headers } = command.keep;
    const since = performance.now();
    for (let at = 0; at < headers.length; at += 200)
      await Promise.all(
        headers.slice(at, at + 200).map((each) => new Promise<void>((ready) => keep(url, each, headers.length, ready))),
      );
    say({ opened: performance.now() - since });
  } else if ('open' in command) {
    const { url, headers } = command.open;
    const since = performance.now();
    // As many at once as a line of waiting browsers would be.
    for (let at = 0; at < headers.length; at += 200)
      await Promise.all(headers.slice(at, at + 200).map((each) => open(url, each)));
    say({ opened: performance.now() - since });
  } else if ('begin' in command) {
    latencies = new Latencies();
    received = 0;
    began = performance.now();
  } else say({ round: latencies.summary((performance.now() - began) / 1_000) });
});
setInterval(() => say({ received }), 3);
