import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkFolder, checkKey, type Storage } from './storage.ts';

/** Stores files under `root`, in folders of two levels so that no directory grows large. */
export function createDiskStorage(root: string): Storage {
  const pathOf = (key: string): string => join(root, key.slice(0, 2), key.slice(2, 4), key);
  const pathOfFile = (key: string): string => pathOf(checkKey(key));

  return {
    async put(key, data) {
      const path = pathOfFile(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const temporary = `${path}.${randomBytes(6).toString('hex')}.part`;
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(data);
        await file.sync();
        await file.close();
        await rename(temporary, path);
      } catch (error) {
        await file.close().catch(() => {});
        await rm(temporary, { force: true });
        throw error;
      }
      await syncDirectory(dirname(path));
    },
    async stat(key) {
      try {
        return { byteSize: (await stat(pathOfFile(key))).size };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    read: (key, range) => createReadStream(pathOfFile(key), range ?? {}),
    removeFolder: (folder) => rm(pathOf(checkFolder(folder)), { recursive: true, force: true }),
  };
}

/** A rename is durable only when its directory is. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
