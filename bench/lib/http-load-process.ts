import { connect } from 'node:net';
import type { HttpPlan, HttpRound } from './http-load.ts';
import { Latencies } from './stats.ts';

// Started by http-load.ts. Sockets and prepared text instead of an HTTP client: the generator must cost little.
process.once('message', (plan: HttpPlan) => {
  void run(plan).then((round) => process.send?.(round));
});

const blankLine = Buffer.from('\r\n\r\n');

async function run({
  port,
  method,
  body,
  connections,
  seconds,
  warmUpSeconds,
  endless = false,
}: HttpPlan): Promise<HttpRound> {
  const latencies = new Latencies();
  const refusals: Record<string, number> = {};
  let failed = 0;
  const from = performance.now() + warmUpSeconds * 1_000;
  const until = from + seconds * 1_000;

  const one = ({ headers, paths }: HttpPlan['connections'][number]): Promise<number> =>
    new Promise((done, fail) => {
      const fixed = Object.entries({ host: `127.0.0.1:${port}`, ...headers })
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('');
      const length = body
        ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
        : method === 'POST'
          ? 'content-length: 0\r\n'
          : '';
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let next = 0;
      let sent = 0;
      let received: Buffer = Buffer.alloc(0);
      const send = () => {
        const path = paths[endless ? next % paths.length : next];
        if (path === undefined || performance.now() >= until) {
          socket.destroy();
          done(next);
          return;
        }
        next += 1;
        sent = performance.now();
        socket.write(`${method} ${path} HTTP/1.1\r\n${fixed}${length}\r\n${body ?? ''}`);
      };
      socket.on('connect', send);
      socket.on('error', fail);
      socket.on('data', (chunk: Buffer) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        const end = received.indexOf(blankLine);
        if (end < 0) return;
        const head = received.toString('latin1', 0, end);
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (received.length < end + 4 + length) return;
        received = Buffer.alloc(0);
        const status = head.slice(9, 12);
        const now = performance.now();
        if (status !== '200') {
          failed += 1;
          refusals[status] = (refusals[status] ?? 0) + 1;
        } else if (now >= from && now < until) latencies.add(now - sent);
        send();
      });
    });

  const used = await Promise.all(connections.map(one));
  return { ...latencies.summary(seconds), failed, used, refusals };
}
