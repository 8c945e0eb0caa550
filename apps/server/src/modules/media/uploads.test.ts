import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { aCreator, anAccount, aProfile } from '../../../test/factories.ts';
import { aPicture, sendFile } from '../../../test/pictures.ts';
import { type S3Server, startS3Server } from '../../../test/s3-server.ts';
import { drawScene } from '../../../test/scene.ts';
import { imageLibrary } from '../../platform/imagery/sharp.ts';
import { fromRaw } from './process-image.ts';
import { dailyQuota, memberQuota } from './uploads.ts';

const tus = { 'tus-resumable': '1.0.0', 'sec-fetch-site': 'same-origin' };
const metadata = (values: Record<string, string>) => ({
  'upload-metadata': Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(','),
});

describe.each(['on disk', 'in an S3 bucket'])('uploads %s', (place) => {
  let app: TestApp;
  let server: S3Server | null = null;
  beforeAll(async () => {
    server = place === 'on disk' ? null : await startS3Server();
    app = await startTestApp(server ? { config: { s3: server.settings } } : {});
  });
  afterAll(async () => {
    await app.close();
    await server?.close();
  });
  /** Names of everything that is kept of uploads, here and in the bucket. */
  const kept = async (): Promise<string[]> => {
    const names = readdirSync(join(app.config.dataDir, server ? 'arriving' : 'uploads'));
    const keys = (await server?.contents()) ?? [];
    return [...names, ...keys.flatMap((key) => (key.startsWith('uploads/') ? [key.slice('uploads/'.length)] : []))];
  };

  const send = (
    method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
    url: string,
    cookie: string,
    headers: Record<string, string> = {},
    payload?: Buffer,
  ) => app.app.inject({ method, url, headers: { ...tus, cookie, ...headers }, ...(payload ? { payload } : {}) });
  const begin = (cookie: string, length: number, values: Record<string, string> = { kind: 'image' }) =>
    send('POST', '/api/uploads', cookie, { 'upload-length': String(length), ...metadata(values) });
  const piece = (offset: number) => ({
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  });
  const stateOf = async (id: string) =>
    app.db.selectFrom('media').select(['state', 'reason']).where('id', '=', id).executeTakeFirstOrThrow();

  it('turns an upload into a picture visible to its owner, and deletes the original', async () => {
    const creator = await aCreator(app);
    const { id, status } = await sendFile(app, creator, await aPicture({ width: 800, height: 1000 }));
    expect(status).toBe(204);
    const client = app.client(creator);
    expect((await client.call('getMedia', { params: { id } })).body).toMatchObject({ state: 'processing', url: null });
    await app.drain();
    const { body } = await client.call('getMedia', { params: { id } });
    expect(body).toMatchObject({ id, kind: 'image', state: 'ready', reason: null, width: 800, height: 1000 });
    expect(body.sources.map((source) => source.width)).toEqual([360, 800]);
    expect(await kept()).toEqual([]);
    const again = await send('HEAD', `/api/uploads/${id}`, creator.cookie);
    expect(again.headers['upload-offset']).toBe(again.headers['upload-length']);
  });

  it('shows a file to its owner only', async () => {
    const creator = await aCreator(app);
    const { id } = await sendFile(app, creator, await aPicture({ width: 50, height: 50 }));
    const stranger = app.client(await aCreator(app));
    expect((await stranger.call('getMedia', { params: { id } })).status).toBe(404);
    expect((await app.client().call('getMedia', { params: { id } })).status).toBe(401);
  });

  it('T12 T60: refuses visitors, unverified members and other sites', async () => {
    const unverified = await aCreator(app, { verified: false });
    const fan = await aProfile(app);
    const creator = await aCreator(app);
    expect((await begin('', 10)).json()).toMatchObject({ code: 'UNAUTHORIZED', message: 'Unauthorized' });
    expect((await begin(unverified.cookie, 10)).json().code).toBe('AGE_VERIFICATION_REQUIRED');
    expect((await begin(fan.cookie, 10)).statusCode).toBe(201);
    expect((await begin((await anAccount(app)).cookie, 10)).statusCode).toBe(201);
    for (const site of ['cross-site', 'same-site']) {
      const answer = await send('POST', '/api/uploads', creator.cookie, {
        'sec-fetch-site': site,
        'upload-length': '10',
      });
      expect(answer.json()).toMatchObject({ code: 'CROSS_SITE_REFUSED' });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it("T25: returns NOT_FOUND for another account's upload, for every method", async () => {
    const owner = await aCreator(app);
    const other = await aCreator(app);
    const url = String((await begin(owner.cookie, 100)).headers.location);
    for (const target of [url, '/api/uploads/0190b5c0-0000-7000-8000-000000000000', '/api/uploads/..%2f..%2fetc']) {
      expect((await send('HEAD', target, other.cookie)).statusCode).toBe(404);
      const patched = await send('PATCH', target, other.cookie, piece(0), Buffer.alloc(10));
      expect(patched.json()).toMatchObject({ code: 'NOT_FOUND', message: 'Not found' });
      expect((await send('DELETE', target, other.cookie)).statusCode).toBe(404);
    }
    expect((await send('HEAD', url, owner.cookie)).headers['upload-offset']).toBe('0');
  });

  it('T82: refuses an upload from a tab of another account than the one signed in', async () => {
    const [owner, later] = [await aCreator(app), await aCreator(app)];
    const ofOwner = { kind: 'image', account: owner.accountId };
    expect((await begin(later.cookie, 10, ofOwner)).json()).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await app.db.selectFrom('media').select('id').where('owner_id', '=', later.accountId).execute()).toEqual([]);
    expect((await begin(owner.cookie, 10, ofOwner)).statusCode).toBe(201);
  });

  it('refuses unsupported kinds, excessive sizes and requests that are not tus, with the common error body', async () => {
    const { cookie } = await aCreator(app);
    expect((await begin(cookie, 10, { kind: 'program' })).json()).toMatchObject({
      code: 'BAD_REQUEST',
      requestId: expect.any(String),
    });
    expect((await begin(cookie, 25 * 1024 ** 2 + 1)).json().code).toBe('TOO_LARGE');
    for (const length of ['', '0', '-1', '1e3', 'x'])
      expect((await send('POST', '/api/uploads', cookie, { 'upload-length': length })).json().code).toBe('BAD_REQUEST');
    expect((await send('POST', '/api/uploads', cookie, { 'upload-defer-length': '1' })).json().code).toBe(
      'BAD_REQUEST',
    );
    const old = await send('POST', '/api/uploads', cookie, { 'tus-resumable': '0.2.2', 'upload-length': '5' });
    expect([old.statusCode, old.json().code]).toEqual([400, 'BAD_REQUEST']);
    const wrong = String((await begin(cookie, 20)).headers.location);
    const conflict = await send('PATCH', wrong, cookie, piece(5), Buffer.alloc(5));
    expect([conflict.statusCode, conflict.json().code]).toEqual([409, 'CONFLICT']);
    const surplus = await send('PATCH', wrong, cookie, piece(0), Buffer.alloc(21));
    expect([surplus.statusCode, surplus.json().code]).toEqual([413, 'TOO_LARGE']);
  });

  it("stores none of the client's metadata", async () => {
    const { cookie } = await aCreator(app);
    const begun = await begin(cookie, 30, { kind: 'image', filename: '../../../Thandi at home.jpg' });
    expect(begun.headers.location).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}$/);
    const requested = await send('HEAD', String(begun.headers.location), cookie);
    expect(requested.headers['upload-metadata']).toBe('kind aW1hZ2U=');
    if (server) return;
    const folder = join(app.config.dataDir, 'uploads');
    for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name), 'latin1')).not.toContain('Thandi');
  });

  it('resumes after the connection broke in the middle', async () => {
    const creator = await aCreator(app);
    const picture = await aPicture({ width: 1000, height: 1000, format: 'png' });
    const url = String((await begin(creator.cookie, picture.length)).headers.location);
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.app.server.address() as AddressInfo;
    const half = Math.floor(picture.length / 2);
    await new Promise<void>((done) => {
      const broken = httpRequest({
        port,
        host: '127.0.0.1',
        method: 'PATCH',
        path: url,
        headers: { ...tus, ...piece(0), cookie: creator.cookie, 'content-length': picture.length },
      });
      broken.on('error', () => done());
      broken.write(picture.subarray(0, half), () => setTimeout(() => broken.destroy(new Error('gone')), 150));
    });
    let offset = 0;
    for (let tries = 0; tries < 40 && offset === 0; tries += 1) {
      await sleep(50);
      offset = Number((await send('HEAD', url, creator.cookie)).headers['upload-offset']);
    }
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThanOrEqual(half);
    const rest = await send('PATCH', url, creator.cookie, piece(offset), picture.subarray(offset));
    expect(rest.statusCode).toBe(204);
    await app.drain();
    expect(await stateOf(url.slice(-36))).toEqual({ state: 'ready', reason: null });
  });

  it('answers the next request of a connection whose piece it refused without reading it', async () => {
    const creator = await aCreator(app);
    const size = 4 * 1024 ** 2;
    const url = String((await begin(creator.cookie, size)).headers.location);
    if (!app.app.server.listening) await app.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.app.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (method: string, headers: Record<string, string | number>, body?: Buffer) =>
      new Promise<number>((done, fail) => {
        const all = { ...tus, ...headers, cookie: creator.cookie };
        const request = httpRequest({
          agent,
          port,
          host: '127.0.0.1',
          method,
          path: url,
          headers: all,
          timeout: 5_000,
        });
        request.on('response', (response) => response.resume().on('end', () => done(response.statusCode ?? 0)));
        request.on('timeout', () => request.destroy(new Error('no answer'))).on('error', fail);
        request.end(body);
      });
    // A browser repeats a piece by itself when the connection was reset, after the server had stored it.
    expect(await ask('PATCH', { ...piece(7), 'content-length': size }, Buffer.alloc(size))).toBe(409);
    expect(await ask('HEAD', {})).toBe(200);
    agent.destroy();
  });

  it('finishes an upload with a lost last response when the client asks for its offset', async () => {
    const creator = await aCreator(app);
    const picture = await aPicture({ width: 60, height: 60 });
    const url = String((await begin(creator.cookie, picture.length)).headers.location);
    await send('PATCH', url, creator.cookie, piece(0), picture);
    const id = url.slice(-36);
    // As after a crash between the last byte and the commit.
    await app.db.updateTable('media').set({ state: 'uploading' }).where('id', '=', id).execute();
    expect((await send('HEAD', url, creator.cookie)).headers['upload-offset']).toBe(String(picture.length));
    expect((await stateOf(id)).state).toBe('processing');
    await app.drain();
    expect((await stateOf(id)).state).toBe('ready');
  });

  it('T53: returns 415 with the reason for an SVG, at its last byte', async () => {
    const creator = await aCreator(app);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const { id, status, body } = await sendFile(app, creator, svg);
    expect(status).toBe(415);
    expect(JSON.parse(body)).toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
      message: 'Only JPEG, PNG and WebP pictures can be used',
    });
    expect((await app.client(creator).call('getMedia', { params: { id } })).body).toMatchObject({
      state: 'failed',
      reason: 'Only JPEG, PNG and WebP pictures can be used',
    });
    expect((await kept()).filter((name) => name.startsWith(id))).toEqual([]);
  });

  it('T54: a broken picture ends as failed with a readable reason', async () => {
    const creator = await aCreator(app);
    const whole = await aPicture();
    const { id, status } = await sendFile(app, creator, whole.subarray(0, 2_000));
    expect(status).toBe(204);
    await app.drain();
    expect(await stateOf(id)).toEqual({
      state: 'failed',
      reason: 'This picture could not be read. Save it again and try once more',
    });
  });

  it('T57: a removed file is blocked when any member uploads it again', async () => {
    const creator = await aCreator(app);
    const picture = await aPicture({ width: 70, height: 70, seed: 57 });
    const first = await sendFile(app, creator, picture);
    await app.drain();
    await app.db.transaction().execute((transaction) => app.context.media.block(transaction, first.id));
    const second = await sendFile(app, await aCreator(app), picture);
    await app.drain();
    expect(await stateOf(first.id)).toEqual({ state: 'blocked', reason: 'This picture cannot be published' });
    expect(await stateOf(second.id)).toEqual({ state: 'blocked', reason: 'This picture cannot be published' });
  });

  it('T57: a cropped and recompressed copy of a removed picture is blocked, another picture is not', async () => {
    const creator = await aCreator(app);
    const picture = await fromRaw(drawScene({ width: 540, height: 675, seed: 57 }))
      .webp({ quality: 90 })
      .toBuffer();
    const first = await sendFile(app, creator, picture);
    await app.drain();
    expect(await stateOf(first.id)).toMatchObject({ state: 'ready' });
    await app.db.transaction().execute((transaction) => app.context.media.block(transaction, first.id));
    await app.drain();
    const copy = await imageLibrary()(picture)
      .extract({ left: 30, top: 40, width: 470, height: 600 })
      .resize(400)
      .jpeg({ quality: 70 })
      .toBuffer();
    const again = await sendFile(app, await aCreator(app), copy);
    const other = drawScene({ width: 540, height: 675, seed: 58 });
    const different = await sendFile(app, await aCreator(app), await fromRaw(other).webp().toBuffer());
    await app.drain();
    expect(await stateOf(again.id)).toEqual({ state: 'blocked', reason: 'This picture cannot be published' });
    expect(await stateOf(different.id)).toMatchObject({ state: 'ready' });
  });

  it('cancels an upload on request', async () => {
    const { cookie } = await aCreator(app);
    const url = String((await begin(cookie, 30)).headers.location);
    expect((await send('DELETE', url, cookie)).statusCode).toBe(204);
    expect((await send('HEAD', url, cookie)).statusCode).toBe(404);
    expect((await send('PATCH', url, cookie, piece(0), Buffer.alloc(5))).statusCode).toBe(409);
  });

  it('T54: limits the uploads of one account per day, also over many connections', async () => {
    const { cookie, accountId } = await aCreator(app);
    const rows = Array.from({ length: dailyQuota.uploads - 3 }, (_, index) => ({
      id: `0190b5c0-0000-7000-8000-${accountId.slice(-6)}${String(index).padStart(6, '0')}`,
      owner_id: accountId,
      kind: 'image',
      byte_size: 1n,
      storage_key: `${accountId}-${index}`,
    }));
    await app.db.insertInto('media').values(rows).execute();
    const answers = await Promise.all(Array.from({ length: 12 }, () => begin(cookie, 10)));
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(3);
    expect(answers.find((answer) => answer.statusCode === 429)?.json()).toMatchObject({ code: 'QUOTA_REACHED' });
    const hoarder = await aCreator(app);
    await app.db
      .insertInto('media')
      .values({
        id: hoarder.profileId,
        owner_id: hoarder.accountId,
        kind: 'image',
        byte_size: BigInt(dailyQuota.bytes - 5),
        storage_key: 'x'.repeat(22),
      })
      .execute();
    expect((await begin(hoarder.cookie, 10)).statusCode).toBe(429);
    expect((await begin(hoarder.cookie, 5)).statusCode).toBe(201);
    const member = await aProfile(app);
    await app.db
      .insertInto('media')
      .values({
        id: member.profileId,
        owner_id: member.accountId,
        kind: 'image',
        byte_size: BigInt(memberQuota.bytes - 5),
        storage_key: 'y'.repeat(22),
      })
      .execute();
    expect((await begin(member.cookie, 10)).json().code).toBe('QUOTA_REACHED');
    expect((await begin(member.cookie, 5)).statusCode).toBe(201);
  });
});
