import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '../../platform/errors.ts';
import { isPublicAddress } from '../../platform/public-address.ts';
import { createFileFetcher, type FetchDependencies } from './fetch-file.ts';

const rules = { maxRedirects: 2 };
const limits = { maxBytes: 1_000, timeoutMs: 1_000 };
const codeOf = (fetched: Promise<unknown>) =>
  fetched.then(
    () => 'fetched',
    (error: AppError) => error.code,
  );

const privateAddresses = [
  '0.0.0.0',
  '10.0.0.5',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
];

describe('fetching a file from an address', () => {
  let listener: TcpServer;
  let connections = 0;
  let port = 0;
  beforeAll(async () => {
    listener = createTcpServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((done) => listener.listen({ port: 0, host: '::', ipv6Only: false }, done));
    port = (listener.address() as AddressInfo).port;
  });
  afterAll(() => listener.close());

  it('recognises public addresses', () => {
    for (const address of privateAddresses) expect([address, isPublicAddress(address)]).toEqual([address, false]);
    for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2c0f:fb50::1'])
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
    expect(isPublicAddress('example.com')).toBe(false);
  });

  it('T52: refuses 80 addresses that must not be fetched, and a local listener receives nothing', async () => {
    const at = (host: string) => `https://${host}:${port}/a.png`;
    const bad = [
      ...privateAddresses.map((address) => at(address.includes(':') ? `[${address.replace('%', '%25')}]` : address)),
      ...['0x7f000001', '0x7f.0.0.1', '2130706433', '017700000001', '0177.0.0.1', '127.1', '127.0.1', '0'].map(at),
      ...['localhost', 'LOCALHOST', 'localhost.', 'sub.localhost', 'ip6-localhost', 'intranet', '①②⑦.⓪.⓪.①'].map(at),
      ...['user@127.0.0.1', 'user:pass@example.com', 'example.com@127.0.0.1', '127.0.0.1#@example.com'].map(at),
      ...['[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::ffff:0:127.0.0.1]', '[::1%25lo]'].map(at),
      `http://127.0.0.1:${port}/`,
      'http://example.com/a.png',
      'https://example.com:22/',
      'https://example.com:6379/',
      'ftp://example.com/a.png',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      'blob:https://example.com/1',
      'gopher://127.0.0.1:6379/_FLUSHALL',
      'dict://127.0.0.1:11211/',
      '//127.0.0.1/',
      '/etc/passwd',
      '\\\\127.0.0.1\\share',
      'https://',
      'https:///127.0.0.1',
      `https://example.com/${'a'.repeat(2_000)}`,
      '',
    ];
    expect(bad.length).toBeGreaterThanOrEqual(60);
    const { read, save } = createFileFetcher({ ...rules, ports: [443, port] });
    for (const address of bad)
      for (const fetched of [() => read(address, limits), () => save(address, '/dev/null', limits)])
        expect([address, await codeOf(fetched())]).toEqual([address, 'VALIDATION_FAILED']);
    expect(connections).toBe(0);
  });

  it('T52: refuses a name that resolves to this machine, alone or among public addresses', async () => {
    const answers = [['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['169.254.169.254'], []];
    for (const addresses of answers) {
      const dependencies: FetchDependencies = {
        resolve: (_name, _options, callback) =>
          callback(
            null,
            addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
          ),
        request: (url, options, onResponse) => httpRequest({ ...options, host: url.hostname, port }, onResponse),
      };
      const { read } = createFileFetcher({ ...rules, ports: [port] }, dependencies);
      expect(await codeOf(read(`https://pictures.example:${port}/a.png`, limits))).toBe('VALIDATION_FAILED');
    }
    expect(connections).toBe(0);
  });

  describe('from a host that may be reached', () => {
    let server: Server;
    let answer: RequestListener = () => {};
    // The test host is local: only its connection skips the address rule, all else is as in production.
    const dependencies: FetchDependencies = {
      resolve: (_name, _options, callback) => callback(null, [{ address: '8.8.8.8', family: 4 }]),
      request: (url, { lookup: _lookup, ...options }, onResponse) =>
        httpRequest(
          { ...options, host: '127.0.0.1', port: (server.address() as AddressInfo).port, path: url.pathname },
          onResponse,
        ),
    };
    const fetcher = createFileFetcher({ ...rules, ports: [443] }, dependencies);
    const read = (address: string) => fetcher.read(address, { ...limits, timeoutMs: 300 });
    beforeAll(async () => {
      server = createServer((request, response) => answer(request, response));
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    });
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });

    it('returns the bytes', async () => {
      answer = (_request, response) => response.end('pixels');
      expect(String(await read('https://pictures.example/a.png'))).toBe('pixels');
    });

    it('writes a file of at most so many bytes', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'vlam-fetch-'));
      const path = join(folder, 'film');
      answer = (_request, response) => response.end('frames');
      expect(await fetcher.save('https://films.example/a.mp4', path, limits)).toBe(6);
      expect(await readFile(path, 'utf8')).toBe('frames');
      const short = fetcher.save('https://films.example/a.mp4', path, { ...limits, maxBytes: 5 });
      expect(await codeOf(short)).toBe('TOO_LARGE');
      await rm(folder, { recursive: true });
    });

    it('follows a redirect on the same host only, and a limited number of times', async () => {
      answer = (request, response) => {
        if (request.url === '/here') return response.writeHead(302, { location: '/there' }).end();
        if (request.url === '/there') return response.end('pixels');
        if (request.url === '/away') return response.writeHead(302, { location: 'https://other.example/a' }).end();
        if (request.url === '/down') return response.writeHead(302, { location: 'http://pictures.example/a' }).end();
        return response.writeHead(302, { location: '/round' }).end();
      };
      expect(String(await read('https://pictures.example/here'))).toBe('pixels');
      for (const path of ['away', 'down', 'round'])
        expect(await codeOf(read(`https://pictures.example/${path}`))).toBe('VALIDATION_FAILED');
    });

    it('stops at its limits of size and time, and at every status but 200', async () => {
      answer = (_request, response) => void response.writeHead(200).write('x'.repeat(1_001));
      expect(await codeOf(read('https://pictures.example/large'))).toBe('TOO_LARGE');
      answer = (_request, response) => void response.writeHead(200).write('x');
      expect(await codeOf(read('https://pictures.example/slow'))).toBe('VALIDATION_FAILED');
      answer = (_request, response) => response.writeHead(404).end('no');
      expect(await codeOf(read('https://pictures.example/none'))).toBe('VALIDATION_FAILED');
    });
  });
});
