import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../../../test/s3-server.ts';
import { hasSwift, type SwiftServer, startSwift, swiftTitle } from '../../../test/swift.ts';
import { type BucketSettings, openBucket } from '../../platform/bucket.ts';
import { newId } from '../../platform/ids.ts';
import type { UploadStore } from './upload-store.ts';
import { createBucketUploadStore } from './upload-store-bucket.ts';

// Pieces of an upload that reach two processes which share nothing but the bucket.

const megabyte = 1024 ** 2;
let folders: string[];
let stores: [UploadStore, UploadStore];
const known = new Map<string, { byteSize: number; kind: string }>();

/** Two upload stores with the bucket that `open` returns, for the tests of a block. */
function useStores<Server extends { settings: BucketSettings; close(): Promise<void> }>(open: () => Promise<Server>) {
  let server: Server;
  beforeAll(async () => {
    server = await open();
    folders = await Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), 'vlam-arriving-'))));
    const bucket = openBucket(server.settings);
    const [one, other] = folders.map((directory) =>
      createBucketUploadStore({ bucket, directory, find: async (id) => known.get(id) }),
    );
    stores = [one as UploadStore, other as UploadStore];
  }, 180_000);
  afterAll(async () => {
    await server?.close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  return () => server;
}

/** Bytes that differ at every place of a part. */
const bytesOf = (length: number) =>
  Buffer.from(Uint32Array.from({ length: Math.ceil(length / 4) }, (_, at) => at * 7).buffer).subarray(0, length);

async function begin(byteSize: number): Promise<string> {
  const id = newId();
  known.set(id, { byteSize, kind: 'video' });
  // The tus server passes an `Upload`, of which only the id is read here.
  await stores[0].datastore.create({ id } as Parameters<UploadStore['datastore']['create']>[0]);
  return id;
}
const write = (store: UploadStore, id: string, bytes: Buffer, offset: number) =>
  store.datastore.write(Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]), id, offset);
const offsetOf = async (store: UploadStore, id: string) => (await store.datastore.getUpload(id)).offset;

const places = [
  { name: 'a bucket', open: startS3Server },
  { name: swiftTitle, open: startSwift, skip: !hasSwift, tags: ['long'] },
];
for (const { name, open, skip = false, tags = [] } of places)
  describe(`an upload in ${name}`, { skip, tags }, () => {
    const server = useStores<S3Server | SwiftServer>(open);

    it('is put together of pieces of any size, whichever process each reaches', {
      tags: ['long'],
      timeout: 60_000,
    }, async () => {
      const whole = bytesOf(17 * megabyte + 5);
      const id = await begin(whole.length);
      let offset = 0;
      for (const [index, size] of [1, 3, 2.5, 5, 0.001, 4, 9].entries()) {
        const store = stores[index % 2] as UploadStore;
        expect(await offsetOf(store, id)).toBe(offset);
        const piece = whole.subarray(offset, offset + Math.floor(size * megabyte));
        expect(await write(store, id, piece, offset)).toBe(offset + piece.length);
        offset += piece.length;
      }
      expect(offset).toBe(whole.length);
      expect(await stores[1].received(id)).toBe(whole.length);
      await stores[1].complete(id, whole.length);
      expect(await stores[1].readStart(id, 8)).toEqual(whole.subarray(0, 8));
      const file = await stores[0].takeFile(id);
      expect((await readFile(file?.path ?? '')).equals(whole)).toBe(true);
      await file?.release();
      await stores[0].removeFile(id);
      expect(await server().contents()).toEqual([]);
      expect(await stores[1].received(id)).toBeUndefined();
      for (const folder of folders) expect(await readdir(folder)).toEqual([]);
    });

    it('refuses a piece that does not begin where the upload ends', async () => {
      const id = await begin(3000);
      await write(stores[0], id, bytesOf(2000), 0);
      await expect(write(stores[1], id, bytesOf(1000), 1000)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await offsetOf(stores[0], id)).toBe(2000);
      await stores[0].removeFile(id);
    });

    it('is listed by its age, and leaves nothing when it is removed half way', async () => {
      const id = await begin(9 * megabyte);
      await write(stores[0], id, bytesOf(7 * megabyte), 0);
      expect(await stores[0].listFiles(new Date(Date.now() - 60_000))).toEqual([]);
      expect(await stores[0].listFiles(new Date(Date.now() + 60_000))).toEqual([id]);
      await stores[1].removeFile(id);
      await stores[1].removeFile(id);
      expect(await server().contents()).toEqual([]);
    });

    it('of an unknown id is missing, for every question', async () => {
      const id = newId();
      expect(await stores[0].received(id)).toBeUndefined();
      expect(await stores[0].readWhole(id)).toBeUndefined();
      expect(await stores[0].takeFile(id)).toBeUndefined();
      await expect(stores[0].datastore.getUpload(id)).rejects.toMatchObject({ status_code: 404 });
      await stores[0].removeFile(id);
    });
  });

describe('an upload in a bucket that fails', () => {
  const server = useStores(startS3Server);

  it('F12: whose last part arrived when the process died is completed by another one', async () => {
    const whole = bytesOf(6 * megabyte);
    const id = await begin(whole.length);
    server().fail((request) => request === `POST uploads/${id}`);
    await expect(write(stores[0], id, whole, 0)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    server().fail(() => false);
    expect(await stores[1].received(id)).toBe(whole.length);
    await stores[1].complete(id, whole.length);
    await stores[1].complete(id, whole.length);
    expect((await stores[1].readWhole(id))?.equals(whole)).toBe(true);
    await stores[1].removeFile(id);
  });

  it('F13: never counts bytes the store did not take, and goes on where it stands', async () => {
    const whole = bytesOf(13 * megabyte);
    const id = await begin(whole.length);
    await write(stores[0], id, whole.subarray(0, 2 * megabyte), 0);
    let parts = 0;
    server().fail((request) => request.includes('?part=') && ++parts > 1);
    // Two parts and a rest: the first is taken, the second refused, and then the rest must not count either.
    await expect(write(stores[0], id, whole.subarray(2 * megabyte), 2 * megabyte)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    server().fail(() => false);
    expect(await offsetOf(stores[1], id)).toBe(5 * megabyte);
    await write(stores[1], id, whole.subarray(5 * megabyte), 5 * megabyte);
    expect((await stores[0].readWhole(id))?.equals(whole)).toBe(true);
    await stores[0].removeFile(id);
  });
});
