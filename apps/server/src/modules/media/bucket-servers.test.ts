import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCreator, type TestProfile } from '../../../test/factories.ts';
import { aPicture } from '../../../test/pictures.ts';
import { type S3Server, startS3Server } from '../../../test/s3-server.ts';
import { type SecondServer, startSecondServer } from '../../../test/second-server.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';

// Two servers that share a database and a bucket, and no disk.

let store: S3Server;
let first: TestServer;
let second: SecondServer;
let creator: TestProfile;
let folder: string;
beforeAll(async () => {
  store = await startS3Server();
  first = await startTestServer({ config: { s3: store.settings } });
  folder = await mkdtemp(join(tmpdir(), 'vlam-second-'));
  second = await startSecondServer(first, { dataDir: folder });
  creator = await aCreator(first);
});
afterAll(async () => {
  await second.close();
  await first.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const call = (server: { url: string }, method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
  fetch(`${server.url}${path}`, {
    method,
    headers: { 'tus-resumable': '1.0.0', 'sec-fetch-site': 'same-origin', cookie: creator.cookie, ...headers },
    ...(body ? { body: new Uint8Array(body) } : {}),
  });
const begin = async (length: number) =>
  String((await call(first, 'POST', '/api/uploads', { 'upload-length': String(length) })).headers.get('location'));
const patch = (server: { url: string }, path: string, offset: number, body: Buffer) =>
  call(
    server,
    'PATCH',
    path,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body,
  );
const offsetAt = async (server: { url: string }, path: string) => {
  const response = await call(server, 'HEAD', path, {});
  return response.ok ? Number(response.headers.get('upload-offset')) : response.status;
};
const mediaAt = async (server: { url: string }, path: string) =>
  (await call(server, 'GET', `/api/media/${path.slice(-36)}`, {})).json() as Promise<{
    state: string;
    url: string | null;
  }>;

describe('two servers with one bucket', () => {
  it('take turns in one upload, and each serves what the other stored', async () => {
    const picture = await aPicture({ width: 900, height: 900, format: 'png' });
    const path = await begin(picture.length);
    const third = Math.floor(picture.length / 3);
    const pieces = [picture.subarray(0, third), picture.subarray(third, 2 * third), picture.subarray(2 * third)];
    let offset = 0;
    for (const [index, piece] of pieces.entries()) {
      const server = index % 2 === 0 ? first : second;
      expect(await offsetAt(server, path)).toBe(offset);
      expect((await patch(server, path, offset, piece)).status).toBe(204);
      offset += piece.length;
    }
    await first.drain();
    for (const server of [first, second]) {
      const media = await mediaAt(server, path);
      expect(media.state).toBe('ready');
      const file = await call(server, 'GET', media.url ?? '', { range: 'bytes=0-3' });
      expect([file.status, await file.text()]).toEqual([206, 'RIFF']);
    }
    expect(store.keys().filter((key) => key.startsWith('uploads/'))).toEqual([]);
    expect(readdirSync(first.config.dataDir)).not.toContain('media');
  });

  it('never write one upload at the same time', async () => {
    const picture = await aPicture({ width: 700, height: 700, format: 'png' });
    const path = await begin(picture.length);
    const answers = await Promise.all([first, second, first, second].map((server) => patch(server, path, 0, picture)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(204);
    expect(statuses.slice(1).every((status) => status === 409)).toBe(true);
    await first.drain();
    expect((await mediaAt(second, path)).state).toBe('ready');
  });

  it('F13: answer 503 while the store is away, name it at /healthz and stay ready, and go on where the upload stood', async () => {
    const picture = await aPicture({ width: 800, height: 800, format: 'png' });
    const half = Math.floor(picture.length / 2);
    const path = await begin(picture.length);
    await patch(first, path, 0, picture.subarray(0, half));
    const shown = await mediaAt(first, await readyPath());
    await store.stop();
    try {
      const refused = await patch(first, path, half, picture.subarray(half));
      expect([refused.status, await refused.json()]).toEqual([503, expect.objectContaining({ code: 'UNAVAILABLE' })]);
      expect(await offsetAt(second, path)).toBe(503);
      expect((await call(second, 'POST', '/api/uploads', { 'upload-length': '10' })).status).toBe(503);
      expect((await call(second, 'GET', shown.url ?? '', {})).status).toBe(503);
      expect((await mediaAt(second, path)).state).toBe('uploading');
      const health = await fetch(`${first.url}/healthz?parts`);
      expect([health.status, await health.json()]).toEqual([
        503,
        expect.objectContaining({ storage: false, database: true }),
      ]);
      expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    } finally {
      await store.start();
    }
    expect(await offsetAt(second, path)).toBe(half);
    expect((await patch(second, path, half, picture.subarray(half))).status).toBe(204);
    await first.drain();
    expect((await mediaAt(first, path)).state).toBe('ready');
    expect((await fetch(`${first.url}/healthz?parts`)).status).toBe(200);
  });

  it('F12: finish an upload whose last part had arrived when the process died', async () => {
    const picture = await aPicture({ width: 300, height: 300 });
    const path = await begin(picture.length);
    store.fail((request) => request.startsWith('POST uploads/'));
    expect((await patch(first, path, 0, picture)).status).toBe(503);
    store.fail(() => false);
    first.clock.advance(11 * 60_000);
    await second.context.jobs.enqueue(first.db, { name: 'media.sweep', maxAttempts: 1 }, {});
    await first.drain();
    expect((await mediaAt(second, path)).state).toBe('ready');
  });

  it('ASVS 13.3.1: with a wrong key say that the storage does not work, and write neither it nor the right one into a log', async () => {
    const wrong = { ...store.settings, secretAccessKey: 'kanarie-kanarie' };
    const third = await startTestServer({ config: { s3: wrong } });
    try {
      const health = await fetch(`${third.url}/healthz?parts`);
      expect([health.status, await health.json()]).toEqual([503, expect.objectContaining({ storage: false })]);
      expect(third.log).toContainEqual({
        level: 'error',
        event: 'storage failed',
        fields: expect.objectContaining({ errorName: 'SignatureDoesNotMatch' }),
      });
      const owner = await aCreator(third);
      const begun = await fetch(`${third.url}/api/uploads`, {
        method: 'POST',
        headers: {
          'tus-resumable': '1.0.0',
          'sec-fetch-site': 'same-origin',
          cookie: owner.cookie,
          'upload-length': '9',
        },
      });
      expect(begun.status).toBe(503);
      const written = JSON.stringify(third.log);
      for (const secret of ['kanarie', store.settings.accessKeyId]) expect(written).not.toContain(secret);
    } finally {
      await third.close();
    }
  });
});

/** The path of an upload that is ready and stored. */
async function readyPath(): Promise<string> {
  const picture = await aPicture({ width: 60, height: 60 });
  const path = await begin(picture.length);
  await patch(first, path, 0, picture);
  await first.drain();
  return path;
}
