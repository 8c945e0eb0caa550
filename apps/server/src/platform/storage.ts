import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Bytes of a file from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** File storage. Keys look like `folder/name.ext`; folders are random, so a key cannot be guessed. */
export interface Storage {
  /** Writes the whole file or nothing; it is durable when this resolves. Replaces an existing file. */
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

/** Returns the folder unchanged. Throws unless it is one path segment of plain characters. */
export function checkFolder(folder: string): string {
  if (!folderFormat.test(folder)) throw new Error('a storage folder is 22 to 64 plain characters');
  return folder;
}

/** Returns the key unchanged. Throws unless it is a folder and a file name. */
export function checkKey(key: string): string {
  const [folder = '', name = '', ...rest] = key.split('/');
  if (rest.length > 0 || !nameFormat.test(name)) throw new Error('a storage key is a folder and a plain file name');
  checkFolder(folder);
  return key;
}
