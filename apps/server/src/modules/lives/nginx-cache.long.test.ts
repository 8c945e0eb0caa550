import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorBody, errorCatalogue } from '@vlam/contract/errors';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aCreator, aProfile, type TestProfile } from '../../../test/factories.ts';
import { freePort } from '../../../test/free-port.ts';
import { aShow, aViewer, framesOf, type IngestKey, openBroadcast } from '../../../test/live-shows.ts';
import { nginx } from '../../../test/machine.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { closeSockets, flushSocket, openListener } from '../../../test/sockets.ts';

const waiting = { timeout: 8_000, interval: 50 };
const deployFolder = join(import.meta.dirname, '../../../../../deploy/nginx');

const addressOf = ({ hostname, port }: URL) => ({ host: hostname, port });

describe.skipIf(!nginx)('nginx with deploy/nginx before the server (skipped where nginx is not installed)', () => {
  let t: TestServer;
  let between: Server;
  let proxy: ChildProcess;
  let folder: string;
  let port: number;
  /** What nginx asked the server for. */
  let asked: string[] = [];
  /** What the server answers about rights instead of an answer; a status of 0 cuts the connection. */
  let unanswered: { status: number; retryAfter?: string } | null = null;
  let [creator, one, two]: TestProfile[] = [];
  let show: IngestKey;

  beforeAll(async () => {
    t = await startTestServer();
    const target = new URL(t.url);
    between = createServer((request, response) => {
      asked.push(request.url ?? '');
      const { url, method, headers } = request;
      if (unanswered && url?.startsWith('/m/live-right/')) {
        const { status, retryAfter } = unanswered;
        if (status === 0) request.socket.destroy();
        else response.writeHead(status, retryAfter ? { 'retry-after': retryAfter } : {}).end('{}');
        return;
      }
      const onward = ask({ ...addressOf(target), path: url, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(onward);
    });
    between.on('upgrade', (request, socket, head) => {
      const onward = ask({ ...addressOf(target), path: request.url, headers: request.headers });
      onward.on('upgrade', (answer, other, first) => {
        const lines = answer.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []));
        socket.write(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n'));
        other.unshift(first);
        socket.unshift(head);
        for (const each of [socket, other]) each.on('error', () => each.destroy());
        socket.pipe(other).pipe(socket);
      });
      onward.end();
    });
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
    folder = mkdtempSync(join(tmpdir(), 'vlam-nginx-'));
    port = await startNginx((between.address() as AddressInfo).port);

    [creator, one, two] = [await aCreator(t), await aViewer(t), await aViewer(t)];
    show = await aShow(t, creator);
    const broadcast = await openBroadcast(t, creator, show);
    broadcast.send(framesOf(5));
    await vi.waitFor(async () => expect((await listOf(creator as TestProfile)).text).toContain('s1.m4s'), waiting);
    await vi.waitFor(async () => {
      const { body } = await t.client(creator).call('getLive', { params: { id: show.id } });
      expect(body.state).toBe('running');
    }, waiting);
    for (const fan of [one, two]) {
      const ticket = { params: { id: show.id }, body: { price: 25 } };
      expect((await t.client(fan).call('buyLiveTicket', ticket)).status).toBeLessThan(300);
    }
  }, 60_000);
  afterAll(async () => {
    closeSockets();
    const ended = once(proxy, 'exit');
    proxy.kill('SIGKILL');
    await ended;
    between.close();
    await t.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function startNginx(upstream: number): Promise<number> {
    const listen = await freePort();
    const cache = join(folder, 'cache');
    for (const each of [cache, join(folder, 'tmp')]) mkdirSync(each);
    const http = ['upstream.conf', 'live-cache.conf'].map((file) => readFileSync(join(deployFolder, file), 'utf8'));
    writeFileSync(
      join(folder, 'http.conf'),
      http.join('\n').replace('127.0.0.1:3000', `127.0.0.1:${upstream}`).replace('/var/cache/nginx/vlam-live', cache),
    );
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${join(folder, 'tmp', kind)};`,
    );
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; master_process off; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')};
events { worker_connections 512; }
http {
  access_log off; ${temporary.join(' ')}
  include ${join(folder, 'http.conf')};
  server { listen 127.0.0.1:${listen}; include ${join(deployFolder, 'live-locations.conf')}; }
}
`,
    );
    proxy = spawn(nginx ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
    for (let tries = 0; tries < 100; tries += 1) {
      if (await fetch(`http://127.0.0.1:${listen}/healthz`).catch(() => null)) return listen;
      await sleep(50);
    }
    throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'));
  }

  async function get(who: { cookie: string } | null, path: string) {
    const headers = { 'sec-fetch-site': 'same-origin', ...(who ? { cookie: who.cookie } : {}) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  }
  /** As `get`, with the address as it is written: `fetch` would shorten it. */
  const getRaw = (who: { cookie: string }, path: string) =>
    new Promise<{ status: number; bytes: number }>((resolve, reject) => {
      const headers = { 'sec-fetch-site': 'same-origin', cookie: who.cookie };
      ask({ host: '127.0.0.1', port, path, headers }, (answer) => {
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, bytes }));
      })
        .on('error', reject)
        .end();
    });
  const listOf = async (who: TestProfile, id = show.id) => {
    const { status, bytes } = await get(who, `/m/live/${id}/index.m3u8`);
    return { status, text: String(bytes) };
  };
  /** A viewer's own address of the first segment. */
  const segmentOf = async (who: TestProfile) => {
    const name = /^s0\.m4s\?\S+$/m.exec((await listOf(who)).text)?.[0];
    return `/m/live/${show.id}/${name}`;
  };
  const askedForBytes = () => asked.filter((url) => url.startsWith(`/m/live/${show.id}/s0.m4s`)).length;

  it('T104: serves a part it has to the next viewer with a right, and asks the server for the bytes once', async () => {
    const [first, second] = [await segmentOf(one as TestProfile), await segmentOf(two as TestProfile)];
    expect(first).not.toBe(second);
    asked = [];
    const got = await get(one as TestProfile, first);
    expect(got.status).toBe(200);
    expect(got.bytes.length).toBeGreaterThan(1_000);
    expect(askedForBytes()).toBe(1);
    for (let time = 0; time < 5; time += 1) {
      const cached = await get(two as TestProfile, second);
      expect([cached.status, cached.bytes.equals(got.bytes)]).toEqual([200, true]);
    }
    expect(askedForBytes()).toBe(1);
    expect(asked.filter((url) => url.startsWith('/m/live-right/'))).toHaveLength(6);
  });

  it('T104, T50: refuses it to a viewer without a right, by another account’s address, and to a visitor', async () => {
    const cached = await segmentOf(one as TestProfile);
    expect((await get(one as TestProfile, cached)).status).toBe(200);
    const stranger = await aProfile(t);
    for (const [who, path, status] of [
      [stranger, cached, 403],
      [two as TestProfile, cached, 403],
      [one as TestProfile, cached.replace(/\?.*/, ''), 403],
      [null, cached, 401],
      [stranger, `/m/live/${show.id}/index.m3u8`, 403],
    ] as const) {
      const refused = await get(who, path);
      expect([path, refused.status]).toEqual([path, status]);
      expect(refused.bytes.length).toBeLessThan(1_000);
    }
    // The question itself cannot be asked from outside.
    expect((await get(one as TestProfile, '/_live_right')).status).toBe(404);
  });

  it('T104, T47: refuses it to a viewer of another show, also by an address that is decoded into this one', async () => {
    const cached = await segmentOf(one as TestProfile);
    expect((await get(one as TestProfile, cached)).status).toBe(200);
    const other = await aCreator(t);
    const own = await aShow(t, other);
    const broadcast = await openBroadcast(t, other, own);
    broadcast.send(framesOf(5));
    await vi.waitFor(async () => expect((await listOf(other, own.id)).text).toContain('s1.m4s'), waiting);
    const query = (await listOf(other, own.id)).text.match(/\?\S+$/m)?.[0] ?? '';
    expect(query).toMatch(/^\?e=/);
    for (const path of [
      `/m/live/${own.id}/..%2f${show.id}%2fs0.m4s${query}`,
      `/m/live/${own.id}/..%2F${show.id}/s0.m4s${query}`,
      `/m/live/${own.id}/%2e%2e/${show.id}/s0.m4s${query}`,
      `/m/live/${own.id}/replay/..%2f..%2f${show.id}%2fs0.m4s${query}`,
      `/m/live/${show.id}/s0.m4s${query}`,
      `//m/live/${show.id}/s0.m4s${query}`,
    ]) {
      const refused = await getRaw(other, path);
      expect([path, refused.status === 200, refused.bytes < 1_000]).toEqual([path, false, true]);
    }
  });

  it('T104: refuses it within a second to a viewer who was removed, though it has the bytes', async () => {
    const own = await segmentOf(two as TestProfile);
    expect((await get(two as TestProfile, own)).status).toBe(200);
    const removal = { params: { id: show.id }, body: { profileId: two?.profileId ?? '' } };
    expect((await t.client(creator).call('removeFromLive', removal)).status).toBeLessThan(300);
    t.clock.advance(1_001);
    expect((await get(two as TestProfile, own)).status).toBe(403);
    expect((await get(one as TestProfile, await segmentOf(one as TestProfile))).status).toBe(200);
  });

  it('says so when the server has no answer about the right for now, and sends no byte it has', async () => {
    const path = await segmentOf(one as TestProfile);
    expect((await get(one as TestProfile, path)).status).toBe(200);
    for (const [answered, status, retryAfter] of [
      [{ status: 429, retryAfter: '7' }, 429, '7'],
      [{ status: 503, retryAfter: '2' }, 503, '2'],
      [{ status: 503 }, 503, null],
      [{ status: 0 }, 503, null],
      [{ status: 500 }, 500, null],
      [{ status: 404 }, 500, null],
    ] as const) {
      unanswered = answered;
      const refused = await get(one as TestProfile, path).finally(() => {
        unanswered = null;
      });
      expect([answered, refused.status, refused.headers.get('retry-after')]).toEqual([answered, status, retryAfter]);
      const { code, message, requestId } = JSON.parse(String(refused.bytes)) as ErrorBody;
      expect([code, { status, message }]).toEqual([code, errorCatalogue[code]]);
      expect(requestId).toMatch(/^[0-9a-f]{32}$/);
      expect(refused.headers.get('cache-control')).toBe('no-store');
    }
    expect((await get(one as TestProfile, path)).status).toBe(200);
  });

  it('passes sockets on', async () => {
    const listener = await openListener({ url: `http://127.0.0.1:${port}` }, one as TestProfile);
    await flushSocket(listener);
  });

  it('holds back many who ask for one part until it exists, and asks the server once for it', async () => {
    const first = await segmentOf(one as TestProfile);
    const path = first.replace('s0.m4s', 's1.m4s');
    asked = [];
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(one as TestProfile, path)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(asked.filter((url) => url.startsWith(`/m/live/${show.id}/s1.m4s`))).toHaveLength(1);
  });
});
