import type { Bucket } from './bucket.ts';
import { checkFolder, checkKey, type Storage } from './storage.ts';

const prefix = 'media/';

/** Stores files in a bucket, under the same keys as on disk. */
export function createS3Storage(bucket: Bucket): Storage {
  const keyOf = (key: string): string => prefix + checkKey(key);

  return {
    put: async (key, data) => bucket.put(keyOf(key), data),
    stat: async (key) => bucket.stat(keyOf(key)),
    read: (key, range) => bucket.read(keyOf(key), range),
    async removeFolder(folder) {
      for await (const { key } of bucket.list(`${prefix}${checkFolder(folder)}/`)) await bucket.remove(key);
    },
  };
}
