import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What stands before the web processes of a drill. */
export interface Balancer {
  /** As the report names it. */
  name: string;
  close(): Promise<void>;
}

interface Backend {
  port: number;
  isReady: boolean;
  /** Checks in a row that did not answer 200. */
  failures: number;
  /** Requests and sockets it holds. */
  held: number;
}

const checkEveryMs = 500;
const checkTimeoutMs = 1_000;
const fall = 2;

/**
 * A balancer for machines without HAProxy. It asks `/readyz`, gives to the process that holds least, tries another one
 * when a connection is refused, and repeats what a process did not answer only when it reads.
 */
export async function startBalancer(port: number, backendPorts: readonly number[]): Promise<Balancer> {
  const backends = backendPorts.map((at): Backend => ({ port: at, isReady: false, failures: fall, held: 0 }));
  const agent = new Agent({ keepAlive: true });

  const check = (backend: Backend) =>
    fetch(`http://127.0.0.1:${backend.port}/readyz`, { signal: AbortSignal.timeout(checkTimeoutMs) })
      .then(
        ({ status }) => status === 200,
        () => false,
      )
      .then((works) => {
        backend.failures = works ? 0 : backend.failures + 1;
        backend.isReady = works || (backend.isReady && backend.failures < fall);
      });
  const pick = (tried: ReadonlySet<Backend>): Backend | undefined =>
    backends.filter((one) => one.isReady && !tried.has(one)).sort((one, other) => one.held - other.held)[0];

  const forwarded = (asked: IncomingMessage) => ({
    ...asked.headers,
    'x-forwarded-for': asked.socket.remoteAddress ?? '',
  });
  function forward(backend: Backend, asked: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { method, url: path } = asked;
    return new Promise((done, fail) => {
      const sent = request({ host: '127.0.0.1', port: backend.port, agent, method, path, headers: forwarded(asked) });
      sent.once('response', done);
      sent.once('error', fail);
      sent.end(body);
    });
  }

  async function serve(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(asked);
    const tried = new Set<Backend>();
    for (;;) {
      const backend = pick(tried);
      if (!backend) return void answer.writeHead(503).end('no process is ready');
      tried.add(backend);
      backend.held += 1;
      try {
        const given = await forward(backend, asked, body);
        // What concerns the connection to the process alone.
        const { connection: _connection, 'keep-alive': _keepAlive, ...headers } = given.headers;
        answer.writeHead(given.statusCode ?? 502, headers);
        given.pipe(answer);
        return void (await once(given, 'close'));
      } catch (error) {
        const isRefused = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
        if (answer.headersSent) return void answer.destroy();
        if (!isRefused && asked.method !== 'GET') return void answer.writeHead(502).end('no answer');
      } finally {
        backend.held -= 1;
      }
    }
  }

  function upgrade(asked: IncomingMessage, page: Socket, head: Buffer, tried = new Set<Backend>()): void {
    const backend = pick(tried);
    if (!backend) return void page.end('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n');
    tried.add(backend);
    const inner = connect(backend.port, '127.0.0.1');
    inner.once('error', () => {
      if (inner.bytesRead === 0 && !page.destroyed) upgrade(asked, page, head, tried);
      else page.destroy();
    });
    inner.once('connect', () => {
      backend.held += 1;
      inner.once('close', () => {
        backend.held -= 1;
      });
      const lines = Object.entries(forwarded(asked)).map(([name, value]) => `${name}: ${value}`);
      inner.write(`GET ${asked.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      inner.write(head);
      inner.pipe(page).pipe(inner);
    });
    page.on('error', () => inner.destroy());
    page.once('close', () => inner.destroy());
  }

  const server = createServer((asked, answer) => void serve(asked, answer).catch(() => answer.destroy()));
  server.on('upgrade', (asked, page, head) => upgrade(asked, page as Socket, head));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const timer = setInterval(() => {
    for (const backend of backends) void check(backend);
  }, checkEveryMs);
  return {
    name: 'a small balancer of its own (`scripts/drills/balancer.ts`)',
    async close() {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
