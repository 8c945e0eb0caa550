import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskStorage, newStorageFolder, type Storage } from './storage.ts';

describe('disk storage', () => {
  let root: string;
  let storage: Storage;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'vlam-storage-'));
    storage = createDiskStorage(root);
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  it('returns stored files, whole and in ranges', async () => {
    const folder = newStorageFolder();
    await storage.put(`${folder}/a.webp`, Buffer.from('0123456789'));
    await storage.put(`${folder}/b.webp`, Readable.from([Buffer.from('ab'), Buffer.from('cd')]));
    expect(await storage.stat(`${folder}/a.webp`)).toEqual({ byteSize: 10 });
    expect(await text(storage.read(`${folder}/a.webp`, { start: 2, end: 4 }))).toBe('234');
    expect(await text(storage.read(`${folder}/b.webp`))).toBe('abcd');
  });

  it('leaves nothing of a file whose source failed', async () => {
    const folder = newStorageFolder();
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('gone');
      })(),
    );
    await expect(storage.put(`${folder}/a.webp`, broken)).rejects.toThrow('gone');
    expect(await storage.stat(`${folder}/a.webp`)).toBeUndefined();
    const left = await readdir(root, { recursive: true });
    expect(left.filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('removes a folder twice, and then has none of its files', async () => {
    const folder = newStorageFolder();
    await storage.put(`${folder}/a.webp`, Buffer.from('x'));
    await storage.removeFolder(folder);
    await storage.removeFolder(folder);
    expect(await storage.stat(`${folder}/a.webp`)).toBeUndefined();
    await expect(buffer(storage.read(`${folder}/a.webp`))).rejects.toThrow('ENOENT');
  });

  it('refuses keys that leave their folder', async () => {
    const folder = newStorageFolder();
    for (const key of [
      '../x',
      `${folder}/../x`,
      `${folder}/..`,
      `${folder}/a/b`,
      `/etc/passwd`,
      `${folder}/`,
      'x/y',
      '',
    ])
      await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('storage');
    await expect(async () => storage.removeFolder('..')).rejects.toThrow('storage');
  });
});
