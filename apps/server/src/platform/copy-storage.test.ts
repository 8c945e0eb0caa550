import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../../test/s3-server.ts';
import { openBucket } from './bucket.ts';
import { copyStorage } from './copy-storage.ts';
import { newStorageFolder } from './storage.ts';
import { createDiskStorage } from './storage-disk.ts';
import { createS3Storage } from './storage-s3.ts';

let server: S3Server;
let root: string;
beforeAll(async () => {
  server = await startS3Server();
  root = await mkdtemp(join(tmpdir(), 'vlam-copy-'));
});
afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true, force: true });
});

describe('copying the media of a disk to a bucket', () => {
  it('copies every file once, goes on after an outage, and replaces a file of another size', async () => {
    const disk = createDiskStorage(root);
    const bucket = createS3Storage(openBucket(server.settings));
    const folders = Array.from({ length: 12 }, newStorageFolder);
    const keys = folders.flatMap((folder) => [`${folder}/360.webp`, `${folder}/720.webp`]);
    for (const key of keys) await disk.put(key, Buffer.from(`the file ${key}`));
    await writeFile(join(root, 'half.webp.0123.part'), 'left by a crash');

    server.fail((request) => request.startsWith(`PUT media/${keys[9]}`));
    await expect(copyStorage(root, bucket)).rejects.toThrow();
    server.fail(() => false);
    await bucket.put(keys[3] ?? '', Buffer.from('half'));
    const second = await copyStorage(root, bucket);
    expect(second.copied + second.present).toBe(keys.length);
    expect(second.present).toBeGreaterThan(0);
    expect(server.keys()).toEqual(keys.map((key) => `media/${key}`).sort());
    for (const key of keys) expect(await text(bucket.read(key))).toBe(`the file ${key}`);
    expect(await copyStorage(root, bucket)).toEqual({ copied: 0, copiedBytes: 0, present: keys.length });
  });
});
