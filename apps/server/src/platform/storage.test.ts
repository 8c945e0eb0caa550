import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../../test/s3-server.ts';
import { hasSwift, startSwift, swiftTitle } from '../../test/swift.ts';
import { openBucket } from './bucket.ts';
import { newStorageFolder, type Storage } from './storage.ts';
import { createDiskStorage } from './storage-disk.ts';
import { createS3Storage } from './storage-s3.ts';

interface Place {
  storage: Storage;
  /** Everything it holds, also what is not finished. */
  contents(): Promise<string[]>;
  close(): Promise<void>;
}

async function onDisk(): Promise<Place> {
  const root = await mkdtemp(join(tmpdir(), 'vlam-storage-'));
  return {
    storage: createDiskStorage(root),
    async contents() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    close: () => rm(root, { recursive: true, force: true }),
  };
}

async function inBucket(): Promise<Place> {
  const server = await startS3Server();
  return {
    storage: createS3Storage(openBucket(server.settings)),
    contents: server.contents,
    close: server.close,
  };
}

async function inSwift(): Promise<Place> {
  const server = await startSwift();
  return {
    storage: createS3Storage(openBucket(server.settings)),
    contents: server.contents,
    close: server.close,
  };
}

const megabyte = 1024 ** 2;
/** A stream without a known length, of megabytes that differ. */
const megabytes = (count: number) =>
  Readable.from(
    (function* () {
      for (let index = 0; index < count; index += 1) yield Buffer.alloc(megabyte, index);
    })(),
  );

const places = [
  { name: 'on disk', open: onDisk },
  { name: 'in an S3 bucket', open: inBucket },
  { name: `in ${swiftTitle}`, open: inSwift, skip: !hasSwift, tags: ['long'] },
];
for (const { name, open, skip = false, tags = [] } of places)
  describe(`files ${name}`, { skip, tags }, () => {
    let place: Place;
    let storage: Storage;
    beforeAll(async () => {
      place = await open();
      storage = place.storage;
    }, 180_000);
    afterAll(() => place.close());

    it('are returned whole and in ranges', async () => {
      const folder = newStorageFolder();
      await storage.put(`${folder}/a.webp`, Buffer.from('0123456789'));
      await storage.put(`${folder}/b.webp`, Readable.from([Buffer.from('ab'), Buffer.from('cd')]));
      expect(await storage.stat(`${folder}/a.webp`)).toEqual({ byteSize: 10 });
      expect(await text(storage.read(`${folder}/a.webp`, { start: 2, end: 4 }))).toBe('234');
      expect(await text(storage.read(`${folder}/a.webp`, { start: 9, end: 9 }))).toBe('9');
      expect(await text(storage.read(`${folder}/b.webp`))).toBe('abcd');
    });

    it('are replaced by the next one of the same key', async () => {
      const key = `${newStorageFolder()}/a.webp`;
      await storage.put(key, Buffer.from('a longer one'));
      await storage.put(key, Buffer.from('short'));
      expect(await storage.stat(key)).toEqual({ byteSize: 5 });
      expect(await text(storage.read(key))).toBe('short');
    });

    it('that are missing have no size, and cannot be read', async () => {
      const key = `${newStorageFolder()}/a.webp`;
      expect(await storage.stat(key)).toBeUndefined();
      await expect(buffer(storage.read(key))).rejects.toThrow();
    });

    it('leave nothing when their source fails, early or late', async () => {
      for (const before of [0, 12]) {
        const key = `${newStorageFolder()}/a.webp`;
        const broken = Readable.from(
          (async function* () {
            yield* megabytes(before);
            yield Buffer.from('half');
            throw new Error('gone');
          })(),
        );
        const held = await place.contents();
        await expect(storage.put(key, broken)).rejects.toThrow('gone');
        expect(await storage.stat(key)).toBeUndefined();
        expect(await place.contents()).toEqual(held);
      }
    });

    it('of any size come back as they were', async () => {
      const folder = newStorageFolder();
      for (const count of [5, 13]) {
        const key = `${folder}/clip${count}.mp4`;
        await storage.put(key, megabytes(count));
        expect(await storage.stat(key)).toEqual({ byteSize: count * megabyte });
        expect((await buffer(storage.read(key))).equals(await buffer(megabytes(count)))).toBe(true);
        const across = { start: 5 * megabyte - 2, end: 5 * megabyte + 1 };
        if (count > 5) expect([...(await buffer(storage.read(key, across)))]).toEqual([4, 4, 5, 5]);
      }
      await storage.put(`${folder}/empty.webp`, Readable.from([]));
      expect(await storage.stat(`${folder}/empty.webp`)).toEqual({ byteSize: 0 });
    });

    it('of 150 MB pass in less memory than they have', { tags: ['long'], timeout: 60_000 }, async () => {
      const key = `${newStorageFolder()}/long.mp4`;
      const before = process.memoryUsage().arrayBuffers;
      let most = 0;
      const watch = setInterval(() => {
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      }, 5);
      await storage.put(key, megabytes(150));
      let read = 0;
      for await (const chunk of storage.read(key)) read += (chunk as Buffer).length;
      clearInterval(watch);
      expect(read).toBe(150 * megabyte);
      expect(most).toBeLessThan(150 * megabyte);
    });

    it('are gone with their folder, which can be removed twice', async () => {
      const [folder, other] = [newStorageFolder(), newStorageFolder()];
      for (const name of ['a', 'b', 'c', 'd', 'e']) await storage.put(`${folder}/${name}.webp`, Buffer.from(name));
      await storage.put(`${other}/a.webp`, Buffer.from('x'));
      await storage.removeFolder(folder);
      await storage.removeFolder(folder);
      for (const name of ['a', 'e']) expect(await storage.stat(`${folder}/${name}.webp`)).toBeUndefined();
      expect(await storage.stat(`${other}/a.webp`)).toEqual({ byteSize: 1 });
    });

    it('T49 ASVS 5.3.2: are never reached by a key that leaves its folder', async () => {
      const folder = newStorageFolder();
      const held = await place.contents();
      for (const key of [
        '../x',
        `${folder}/../x`,
        `${folder}/..`,
        `${folder}/a/b`,
        `/etc/passwd`,
        `${folder}/`,
        'x/y',
        '',
      ]) {
        await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('storage');
        await expect(storage.stat(key)).rejects.toThrow('storage');
        expect(() => storage.read(key)).toThrow('storage');
      }
      await expect(async () => storage.removeFolder('..')).rejects.toThrow('storage');
      await expect(async () => storage.removeFolder('')).rejects.toThrow('storage');
      expect(await place.contents()).toEqual(held);
    });

    it('are no longer read from the source once the reader has left', async () => {
      const key = `${newStorageFolder()}/long.mp4`;
      await storage.put(key, megabytes(30));
      const stream = storage.read(key);
      for await (const _chunk of stream) break;
      expect(stream.destroyed).toBe(true);
      expect(await storage.stat(key)).toEqual({ byteSize: 30 * megabyte });
    });
  });

describe('an S3 bucket', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3Server();
  });
  afterAll(() => server.close());

  it('T47: opens no file without a signature, or with the key of another', async () => {
    const key = `${newStorageFolder()}/a.webp`;
    await createS3Storage(openBucket(server.settings)).put(key, Buffer.from('paid for'));
    const { endpoint, bucket } = server.settings;
    const plain = await fetch(`${endpoint}/${bucket}/media/${key}`);
    expect([plain.status, await plain.text()]).toEqual([403, expect.stringContaining('AccessDenied')]);
    for (const wrong of [{ secretAccessKey: 'another' }, { accessKeyId: 'AKIDOTHER' }]) {
      const stranger = createS3Storage(openBucket({ ...server.settings, ...wrong }));
      await expect(buffer(stranger.read(key))).rejects.toThrow();
      await expect(stranger.put(key, Buffer.from('x'))).rejects.toThrow();
      await expect(stranger.stat(key)).rejects.toThrow();
    }
  });

  it('F13: sends a part again that the store refused once, and gives up one that it keeps refusing', async () => {
    const storage = createS3Storage(openBucket(server.settings));
    const key = `${newStorageFolder()}/clip.mp4`;
    let failures = 2;
    server.fail((request) => request.includes('?part=') && failures-- > 0);
    await storage.put(key, megabytes(12));
    expect(await storage.stat(key)).toEqual({ byteSize: 12 * megabyte });
    const held = await server.contents();
    server.fail((request) => request.includes('?part='));
    await expect(storage.put(`${newStorageFolder()}/clip.mp4`, megabytes(12))).rejects.toThrow();
    server.fail(() => false);
    expect(await server.contents()).toEqual(held);
  });

  it('F13: that does not answer fails every call, and works again when it is back', async () => {
    const storage = createS3Storage(openBucket(server.settings));
    const key = `${newStorageFolder()}/a.webp`;
    await storage.put(key, Buffer.from('x'));
    await server.stop();
    await expect(storage.stat(key)).rejects.toThrow();
    await expect(buffer(storage.read(key))).rejects.toThrow();
    await server.start();
    expect(await storage.stat(key)).toEqual({ byteSize: 1 });
  });
});
