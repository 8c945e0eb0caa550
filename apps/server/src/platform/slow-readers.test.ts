import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, describe, it } from 'vitest';
import { cutSlowReaders } from './slow-readers.ts';

const timeouts = { closedWindowMs: 500, unacknowledgedMs: 60_000, checkIntervalMs: 100 };
const sizes: Record<string, number> = { '/small': 10, '/kernel': 1_000_000, '/large': 20_000_000 };
const servers: Server[] = [];
const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.closeAllConnections();
});

async function start(host: string) {
  let cut = 0;
  /** Until it is resolved, `/late` has no response. */
  const late = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    if (request.url === '/late') await late.promise;
    response.end(Buffer.alloc(sizes[request.url ?? ''] ?? 2, 'a'));
  });
  servers.push(server);
  cutSlowReaders(server, timeouts, (count) => {
    cut += count;
  });
  server.on('upgrade', (_request, socket) => {
    sockets.push(socket as Socket);
    socket.on('error', () => {});
    socket.write(Buffer.alloc(1_000_000));
  });
  await new Promise<void>((done) => server.listen(0, host, done));
  return { server, port: (server.address() as AddressInfo).port, cut: () => cut, late };
}

/** Sends a request and reads nothing of the response. */
function request(port: number, host: string, path: string, headers = ''): Socket {
  const socket = connect({ port, host });
  sockets.push(socket);
  socket.on('error', () => {});
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n${headers}\r\n`);
  return socket;
}
const open = (server: Server) => new Promise<number>((done) => server.getConnections((_error, count) => done(count)));

describe.runIf(process.platform === 'linux').concurrent('F10: a client that does not read its response', () => {
  it.for(['127.0.0.1', '::1', '::'])(
    'is cut, whether Node or the kernel holds it (at %s)',
    async (host, { expect }) => {
      const { server, port, cut } = await start(host);
      const near = host === '::' ? '127.0.0.1' : host;
      for (const path of ['/large', '/kernel', '/large', '/kernel']) request(port, near, path);
      await expect.poll(cut, { timeout: 15_000 }).toBe(4);
      expect(await open(server)).toBe(0);
    },
  );

  it('is cut although it keeps sending requests', async ({ expect }) => {
    const { port, cut } = await start('127.0.0.1');
    for (const path of ['/kernel', '/large']) {
      const socket = request(port, '127.0.0.1', path);
      const timer = setInterval(() => socket.write('\r\nGET /small HTTP/1.1\r\nhost: a\r\n\r\n'), 130);
      socket.on('close', () => clearInterval(timer));
    }
    await expect.poll(cut, { timeout: 15_000 }).toBe(2);
  });

  it('does not include slow readers, idle clients, pending responses, or other protocols', async ({ expect }) => {
    const { server, port, cut, late } = await start('127.0.0.1');
    const idle = request(port, '127.0.0.1', '/small');
    idle.resume();
    const waiting = request(port, '127.0.0.1', '/late');
    request(port, '127.0.0.1', '/', 'connection: upgrade\r\nupgrade: other\r\n');
    let read = 0;
    const buffer = Buffer.alloc(32_768);
    const steady = connect({
      port,
      host: '127.0.0.1',
      onread: {
        buffer,
        callback(bytes) {
          read += bytes;
          setTimeout(() => steady.resume(), 5);
          return false;
        },
      },
    });
    sockets.push(steady);
    steady.write('GET /large HTTP/1.1\r\nhost: a\r\n\r\n');
    await expect.poll(() => read, { timeout: 15_000 }).toBeGreaterThan(20_000_000);
    // By now it has waited for much longer than a closed window may last.
    late.resolve();
    const answered = once(waiting, 'data');
    waiting.resume();
    expect(String(await answered)).toContain('200 OK');
    expect([cut(), await open(server), idle.destroyed]).toEqual([0, 4, false]);
  }, 25_000);
});
