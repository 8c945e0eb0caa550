import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTcpQueues } from '../../src/platform/tcp-queues.ts';
import { startTestServer, type TestServer } from '../server.ts';

// Raw bytes on real sockets that no HTTP client would send.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Sends bytes and reads until the server closes, or for `patienceMs`; then the socket is dropped. */
function exchange(bytes: string | Uint8Array, patienceMs = 400): Promise<string> {
  return new Promise((done) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let answer = '';
    const timer = setTimeout(() => socket.destroy(), patienceMs);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      done(answer);
    });
    socket.write(bytes);
  });
}
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4);
const statuses = (answer: string) => [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
const login = (headers: string, body: string) =>
  `POST /api/auth/login HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n\r\n${body}`;
const smuggled = 'GET /api/settings HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n';

async function expectAlive() {
  const answer = await fetch(`${server.url}/healthz`);
  expect(await answer.json()).toEqual({ ok: true });
}

describe('T78 ASVS 4.2.1: ambiguous requests', () => {
  const cases: Record<string, string> = {
    'length and chunks': login('content-length: 4\r\ntransfer-encoding: chunked', `0\r\n\r\n${smuggled}`),
    'chunks and length': login('transfer-encoding: chunked\r\ncontent-length: 4', `0\r\n\r\n${smuggled}`),
    'two lengths': login('content-length: 4\r\ncontent-length: 5', `abcde${smuggled}`),
    'two lengths in one line': login('content-length: 4, 5', `abcde${smuggled}`),
    'negative length': login('content-length: -1', smuggled),
    'length with a plus sign': login('content-length: +4', `abcd${smuggled}`),
    'length in hexadecimal': login('content-length: 0x4', `abcd${smuggled}`),
    'unknown coding': login('transfer-encoding: xchunked', `0\r\n\r\n${smuggled}`),
    'chunked twice over': login('transfer-encoding: chunked, identity', `0\r\n\r\n${smuggled}`),
    'chunk size that overflows': login('transfer-encoding: chunked', `ffffffffffffffffff\r\n${smuggled}`),
    'chunk extension with a bare line feed': login('transfer-encoding: chunked', `2;a=\nx\r\n{}\r\n0\r\n\r\n`),
    'space before the colon': login('content-length : 4', `abcd${smuggled}`),
    'folded header': login('x: a\r\n b', smuggled),
    'bare line feeds': 'GET /api/settings HTTP/1.1\nhost: a\n\n',
    'NUL in a header': login('x: a\0b', smuggled),
    'no host': 'GET /api/settings HTTP/1.1\r\n\r\n',
    'unknown method': 'SMUGGLE / HTTP/1.1\r\nhost: a\r\n\r\n',
    'HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'TLS hello': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    garbage: '\x00\x01\x02 nothing of the kind\r\n\r\n',
  };
  it.each(Object.entries(cases))('%s: one 400 and a closed connection', async (_name, bytes) => {
    const answer = await exchange(Buffer.from(bytes, 'latin1'));
    expect(statuses(answer)).toEqual([400]);
    expect(answer.toLowerCase()).toContain('connection: close');
    await expectAlive();
  });

  it('return the common error body and headers, and echo no input', async () => {
    const answer = await exchange(cases['two lengths'] ?? '');
    expect(JSON.parse(bodyOf(answer))).toEqual({
      message: 'This request could not be understood',
      code: 'BAD_REQUEST',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    for (const header of [
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      "content-security-policy: default-src 'none'",
    ])
      expect(answer).toContain(header);
  });

  it('300 corrupted requests cause no 5xx, and the server stays up', async () => {
    const good = login(
      'sec-fetch-site: none\r\ncontent-type: application/json\r\ncontent-length: 43',
      '{"email":"a@people.test","password":"abcdef"}',
    );
    const damage = fc.sample(
      fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 }),
      { numRuns: 300, seed: 20261121 },
    );
    const answers = await Promise.all(
      damage.map((changes) => {
        const bytes = Buffer.from(good, 'latin1');
        for (const [at, byte] of changes) bytes[at] = byte;
        return exchange(bytes, 3_000).catch(() => '');
      }),
    );
    const seen = new Set(answers.flatMap(statuses));
    expect([...seen].filter((status) => status >= 500 || status === 200)).toEqual([]);
    expect(answers.filter((answer) => statusOf(answer) === 400).length).toBeGreaterThan(100);
    await expectAlive();
  });

  it('accepts no other protocol or method', async () => {
    expect(await exchange('CONNECT 127.0.0.1:5432 HTTP/1.1\r\nhost: a\r\n\r\n')).toBe('');
    const upgrade = await exchange(
      'GET /api/settings HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n',
    );
    expect(statusOf(upgrade)).toBe(200);
    for (const method of ['TRACE', 'PROPFIND', 'MKCOL', 'PURGE', 'LINK']) {
      const answer = await exchange(`${method} /api/auth/user HTTP/1.1\r\nhost: a\r\nx-canary: sent\r\n\r\n`);
      expect(statusOf(answer), method).toBe(404);
      expect(JSON.parse(bodyOf(answer))).toMatchObject({ code: 'NOT_FOUND' });
      expect(answer).not.toContain('x-canary');
    }
  });
});

describe('errors of the framework itself', () => {
  const wrong: [string, string, number, string][] = [
    ['an address that cannot be decoded', 'GET /api/content/%E0%A4%A', 404, 'NOT_FOUND'],
    ['half an escape', 'GET /%zz<script>', 404, 'NOT_FOUND'],
    ['a parameter of 4,000 characters', `GET /api/content/${'a'.repeat(4000)}`, 404, 'NOT_FOUND'],
    ['an unknown address', 'GET /api/nothing-here', 404, 'NOT_FOUND'],
    ['a known address with another verb', 'DELETE /api/settings', 404, 'NOT_FOUND'],
    ['OPTIONS of everything', 'OPTIONS *', 404, 'NOT_FOUND'],
  ];
  it.each(wrong)('%s has the common error body and headers', async (_name, line, status, code) => {
    const answer = await exchange(`${line} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`);
    expect(statusOf(answer)).toBe(status);
    const body = JSON.parse(bodyOf(answer));
    expect(body).toMatchObject({ code });
    expect(Object.keys(body).sort()).toEqual(['code', 'message', 'requestId']);
    for (const header of [
      'x-content-type-options: nosniff',
      'cache-control: no-store',
      `x-request-id: ${body.requestId}`,
    ])
      expect(answer).toContain(header);
    expect(answer).not.toContain('script>');
  });

  it('returns 400 for bad JSON and poisoned keys, 413 for too much, 415 for another type', async () => {
    const send = async (body: string, type = 'application/json') => {
      const headers = `sec-fetch-site: none\r\ncontent-type: ${type}\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}`;
      const answer = await exchange(login(headers, body));
      return [statusOf(answer), JSON.parse(bodyOf(answer)).code];
    };
    for (const body of ['{"a":', '{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"role":"admin"}}}'])
      expect(await send(body)).toEqual([400, 'BAD_REQUEST']);
    expect(await send(`"${'a'.repeat(70_000)}"`)).toEqual([413, 'TOO_LARGE']);
    expect(await send('email=a', 'text/plain')).toEqual([415, 'UNSUPPORTED_MEDIA']);
    expect(await send('<a/>', 'application/xml')).toEqual([415, 'UNSUPPORTED_MEDIA']);
    expect(await send('{}', 'application/json, text/plain')).not.toContain(200);
  });

  it('returns 431 for headers of 20 KB', async () => {
    const answer = await exchange(`GET /api/settings HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(statusOf(answer)).toBe(431);
    expect(JSON.parse(bodyOf(answer))).toMatchObject({ code: 'BAD_REQUEST' });
  });
});

/** Requests the API description (half a megabyte) `requests` times, and reads `bytesPerTick` bytes every 100 ms. */
function reader({ requests = 1, bytesPerTick = 0 }) {
  let bytes = 0;
  const buffer = Buffer.alloc(Math.max(1, bytesPerTick));
  const callback = (count: number) => {
    bytes += count;
    setTimeout(() => socket.resume(), 100);
    return false;
  };
  const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', onread: { buffer, callback } });
  if (bytesPerTick === 0) socket.pause();
  socket.on('error', () => {});
  socket.write('GET /api/openapi.json HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'.repeat(requests));
  return { port: () => socket.localPort ?? 0, bytes: () => bytes };
}
/** Response bytes in kernel buffers that clients have not read. */
async function countUnreadBytes(): Promise<number> {
  const queues = await readTcpQueues(Number(new URL(server.url).port));
  return [...(queues?.values() ?? [])].reduce((sum, { waiting }) => sum + waiting, 0);
}

describe.runIf(process.platform === 'linux').concurrent('F10: slow readers', () => {
  it('300 that read nothing are disconnected within 10 s, and others are served', async ({ expect }) => {
    const ask = async () => {
      const asked = performance.now();
      await expectAlive();
      await sleep(50);
      return performance.now() - asked - 50;
    };
    const middle = async (): Promise<number> => {
      const waits: number[] = [];
      while (waits.length < 40) waits.push(await ask());
      return waits.sort((a, b) => a - b)[20] ?? 0;
    };
    const calm = await middle();
    const since = performance.now();
    const seconds = new Map<number, number>();
    // A client that does not read does not notice the close either.
    server.app.server.on('connection', (socket) => {
      const { remotePort = 0 } = socket;
      socket.on('close', () => seconds.set(remotePort, (performance.now() - since) / 1_000));
    });
    // Some request more than fits in kernel buffers.
    const stalled = Array.from({ length: 300 }, (_, index) => reader({ requests: index % 60 === 0 ? 12 : 1 }));
    const slow = reader({ bytesPerTick: 6_000 });
    const crowded = await middle();
    const held = await countUnreadBytes();
    const ends = () => stalled.map(({ port }) => seconds.get(port()) ?? Infinity);
    await expect.poll(() => Math.max(...ends()), { timeout: 20_000 }).toBeLessThan(20);
    const cutAfter = Math.max(...ends());
    const left = await countUnreadBytes();
    console.info(
      `F10: calls in ${calm.toFixed(1)} ms, beside 300 slow readers in ${crowded.toFixed(1)} ms; cut after at most ${cutAfter.toFixed(1)} s; ${Math.round(held / 2 ** 20)} MB held for them, ${Math.round(left / 2 ** 20)} MB after`,
    );
    // Nine seconds, and no slower than before: a busy machine is late with both.
    expect(crowded).toBeLessThan(Math.max(250, calm * 6));
    expect(cutAfter).toBeLessThan(15);
    expect(left).toBeLessThan(held / 20);
    await expect.poll(slow.bytes, { timeout: 20_000 }).toBeGreaterThan(500_000);
  }, 45_000);
});

describe.concurrent('F10: slow senders', () => {
  it('300 sockets with endless headers are closed within some 10 s, and other requests are served until then', async () => {
    const since = performance.now();
    const slow = Array.from({ length: 300 }, () =>
      exchange('GET /api/settings HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ', 20_000).then((answer) => ({
        status: statusOf(answer),
        seconds: (performance.now() - since) / 1000,
      })),
    );
    const waits: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      const asked = performance.now();
      await expectAlive();
      waits.push(performance.now() - asked);
      await sleep(50);
    }
    // The slowest of twenty says more about the machine.
    expect(waits.sort((a, b) => a - b)[10]).toBeLessThan(500);
    const closed = await Promise.all(slow);
    expect(new Set(closed.map(({ status }) => status))).toEqual(new Set([408]));
    // 7 s for the headers, checked every 2 s; a busy machine is late with the 300 of them.
    expect(Math.max(...closed.map(({ seconds }) => seconds))).toBeLessThan(14);
  });

  it('100 with endless bodies are closed after 30 s', async () => {
    const since = performance.now();
    const head = 'POST /api/auth/login HTTP/1.1\r\nhost: 127.0.0.1\r\norigin: http://127.0.0.1';
    const slow = Array.from({ length: 100 }, async () => {
      const answer = await exchange(
        `${head}\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{`,
        40_000,
      );
      return { status: statusOf(answer), seconds: (performance.now() - since) / 1000 };
    });
    const closed = await Promise.all(slow);
    expect(new Set(closed.map(({ status }) => status))).toEqual(new Set([408]));
    expect(Math.max(...closed.map(({ seconds }) => seconds))).toBeLessThan(34);
    await expectAlive();
  }, 45_000);
});
