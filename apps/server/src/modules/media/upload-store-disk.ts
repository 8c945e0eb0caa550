import { mkdirSync } from 'node:fs';
import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import type { UploadStore } from './upload-store.ts';

/** Uploads in a folder of this machine, or in one that all processes mount. */
export function createDiskUploadStore(directory: string): UploadStore {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const pathOf = (id: string) => join(directory, id);

  return {
    datastore: new FileStore({ directory }),
    received: async (id) => (await statIfExists(pathOf(id)))?.size,
    async complete(id) {
      const file = await open(pathOf(id), 'r+');
      await file.sync().finally(() => file.close());
    },
    async readStart(id, byteCount) {
      const file = await open(pathOf(id), 'r');
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(byteCount), 0, byteCount, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    takeFile: async (id) =>
      (await statIfExists(pathOf(id))) ? { path: pathOf(id), release: async () => {} } : undefined,
    async readWhole(id) {
      return (await statIfExists(pathOf(id))) && readFile(pathOf(id));
    },
    async removeFile(id) {
      await Promise.all([rm(pathOf(id), { force: true }), rm(`${pathOf(id)}.json`, { force: true })]);
    },
    async listFiles(before) {
      const names = (await readdir(directory)).filter((name) => !name.endsWith('.json'));
      const old = await Promise.all(
        names.map(async (name) => ((await statIfExists(pathOf(name)))?.mtime ?? before) < before),
      );
      return names.filter((_, index) => old[index]);
    },
    clearLocalFiles: async () => {},
  };
}

async function statIfExists(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
