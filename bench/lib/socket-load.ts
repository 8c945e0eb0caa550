import { WebSocket } from 'ws';
import { Latencies, type Round } from './stats.ts';

// Browsers that only listen, in a process of their own; the same hand-written client for every kind of server.

export type LoadCommand =
  | { open: { url: string; headers: Record<string, string>[] } }
  | { begin: true }
  | { end: true };
export type LoadReport = { opened: number } | { received: number } | { round: Round };

const say = (report: LoadReport) => process.send?.(report);
let latencies = new Latencies();
let began = 0;
let received = 0;

/** Opens one connection; with Socket.IO it is open when the server has greeted. */
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
      if (text.startsWith('40')) return done();
      const at = text.lastIndexOf('"signal":"');
      if (at < 0) return;
      received += 1;
      const sentAt = BigInt(text.slice(at + 10, text.indexOf('"', at + 10)));
      latencies.add(Number(process.hrtime.bigint() - sentAt) / 1e6);
    });
  });
}

process.on('message', async (command: LoadCommand) => {
  if ('open' in command) {
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
