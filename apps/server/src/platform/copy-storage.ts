import { opendir } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Storage } from './storage.ts';
import { createDiskStorage } from './storage-disk.ts';

const concurrency = 8;

export interface CopyCounts {
  copied: number;
  copiedBytes: number;
  /** Files that `to` had already. */
  present: number;
}

/**
 * Copies the files of a disk storage to another storage, except those that are there in the same size. Removes nothing.
 * Can be interrupted and repeated. Rejects with the first file that fails.
 */
export async function copyStorage(root: string, to: Storage): Promise<CopyCounts> {
  const from = createDiskStorage(root);
  const counts: CopyCounts = { copied: 0, copiedBytes: 0, present: 0 };
  const keys = listKeys(root);

  async function copy(key: string): Promise<void> {
    const { byteSize } = (await from.stat(key)) ?? { byteSize: 0 };
    if ((await to.stat(key))?.byteSize === byteSize) {
      counts.present += 1;
      return;
    }
    await to.put(key, from.read(key));
    if ((await to.stat(key))?.byteSize !== byteSize) throw new Error(`${key} has another size after it was copied`);
    counts.copied += 1;
    counts.copiedBytes += byteSize;
  }

  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for await (const key of keys) await copy(key);
    }),
  );
  return counts;
}

async function* listKeys(root: string): AsyncGenerator<string> {
  for await (const entry of await opendir(root, { recursive: true })) {
    // A crash can leave a partial file.
    if (!entry.isFile() || entry.name.endsWith('.part')) continue;
    yield `${basename(entry.parentPath)}/${entry.name}`;
  }
}
