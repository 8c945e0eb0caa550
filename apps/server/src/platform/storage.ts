import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** Bytes of a file from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** File storage. Keys look like `folder/name.ext`; folders are random, so a key cannot be guessed. */
export interface Storage {
  /** Writes the whole file or nothing; it is on disk when this resolves. Replaces an existing file. */
  put(key: string, data: Buffer | Readable): Promise<void>;
  /** Size in bytes, or undefined when there is no such file. */
  stat(key: string): Promise<{ byteSize: number } | undefined>;
  /** A stream of the file or of one range of it; fails when there is no such file. */
  read(key: string, range?: ByteRange): Readable;
  /** Removes a folder and everything in it, if it exists. */
  removeFolder(folder: string): Promise<void>;
}

/** A new random folder name: 128 bits, safe on file systems that ignore case. */
export const newStorageFolder = (): string => randomBytes(16).toString('hex');

const folderFormat = /^[0-9A-Za-z_-]{22,64}$/;
const nameFormat = /^[0-9a-z]{1,40}(\.[0-9a-z]{1,8})?$/;

/** Stores files under `root`, in folders of two levels so that no directory grows large. */
export function createDiskStorage(root: string): Storage {
  const pathOfFolder = (folder: string): string => {
    if (!folderFormat.test(folder)) throw new Error('a storage folder is 22 to 64 plain characters');
    return join(root, folder.slice(0, 2), folder.slice(2, 4), folder);
  };
  const pathOf = (key: string): string => {
    const [folder = '', name = '', ...rest] = key.split('/');
    if (rest.length > 0 || !nameFormat.test(name)) throw new Error('a storage key is a folder and a plain file name');
    return join(pathOfFolder(folder), name);
  };

  return {
    async put(key, data) {
      const path = pathOf(key);
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
        return { byteSize: (await stat(pathOf(key))).size };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    read: (key, range) => createReadStream(pathOf(key), range ?? {}),
    removeFolder: (folder) => rm(pathOfFolder(folder), { recursive: true, force: true }),
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
