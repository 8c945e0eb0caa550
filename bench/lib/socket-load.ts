import { heartbeatFrame, reconnectDelayMs } from '@vlam/contract/realtime-protocol';
import { WebSocket } from 'ws';
import { Latencies, type Round } from './stats.ts';

// Clients that only receive, in a separate process; the same hand-written client for every kind of server.

export type LoadCommand =
  /** As `open`, and each reconnects with the delays of the web app. */
  | { openReconnecting: { url: string; headers: Record<string, string>[] } }
  | { open: { url: string; headers: Record<string, string>[] } }
  | { begin: true }
  | { end: true };
export type LoadReport =
  | { opened: number }
  /** All have reconnected; milliseconds from the first loss until each share of them had. */
  | { reconnected: { half: number; most: number; all: number; attempts: number } }
  | { received: number }
  | { round: Round };

const sendReport = (report: LoadReport) => process.send?.(report);
let latencies = new Latencies();
let startedAt = 0;
let received = 0;

/** Opens one connection; one to Socket.IO is open after the server's handshake. */
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

let lostAt = 0;
let attempts = 0;
const reconnectedMs: number[] = [];

/** One reconnecting connection; calls `ready` when it is first open. */
function openReconnecting(
  url: string,
  headers: Record<string, string>,
  total: number,
  ready: () => void,
  attempt = 0,
): void {
  const { to = '', ...rest } = headers;
  const wire = new WebSocket(url.replace('TO', to), { headers: rest, perMessageDeflate: false });
  let wasOpen = false;
  wire.on('error', () => {});
  wire.on('message', (data: Buffer) => {
    if (data.toString() === heartbeatFrame) wire.send(heartbeatFrame);
  });
  wire.on('open', () => {
    wasOpen = true;
    ready();
    if (lostAt === 0) return;
    reconnectedMs.push(performance.now() - lostAt);
    const at = (share: number) => reconnectedMs[Math.ceil(total * share) - 1] ?? 0;
    if (reconnectedMs.length === total)
      sendReport({ reconnected: { half: at(0.5), most: at(0.99), all: at(1), attempts } });
  });
  wire.on('close', () => {
    lostAt ||= performance.now();
    attempts += 1;
    const next = wasOpen ? 0 : attempt + 1;
    setTimeout(() => openReconnecting(url, headers, total, () => {}, next), reconnectDelayMs(next, Math.random()));
  });
}

process.on('message', async (command: LoadCommand) => {
  if ('openReconnecting' in command) {
    const { url, headers } = command.openReconnecting;
    const since = performance.now();
    for (let at = 0; at < headers.length; at += 200)
      await Promise.all(
        headers
          .slice(at, at + 200)
          .map((each) => new Promise<void>((ready) => openReconnecting(url, each, headers.length, ready))),
      );
    sendReport({ opened: performance.now() - since });
  } else if ('open' in command) {
    const { url, headers } = command.open;
    const since = performance.now();
    // In batches, as waiting browsers would connect.
    for (let at = 0; at < headers.length; at += 200)
      await Promise.all(headers.slice(at, at + 200).map((each) => open(url, each)));
    sendReport({ opened: performance.now() - since });
  } else if ('begin' in command) {
    latencies = new Latencies();
    received = 0;
    startedAt = performance.now();
  } else sendReport({ round: latencies.summary((performance.now() - startedAt) / 1_000) });
});
setInterval(() => sendReport({ received }), 3);
