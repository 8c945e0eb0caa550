import { countStorageError } from './process-figures.ts';
import type { Storage } from './storage.ts';

/** Counts what fails in `storage`. A file that is not there is no failure of the storage. */
export function countErrors(storage: Storage): Storage {
  const counted = <Value>(operation: Parameters<typeof countStorageError>[0], work: Promise<Value>): Promise<Value> => {
    work.catch(() => countStorageError(operation));
    return work;
  };
  return {
    put: (key, data) => counted('put', storage.put(key, data)),
    stat: (key) => counted('stat', storage.stat(key)),
    read(key, range) {
      const stream = storage.read(key, range);
      stream.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') countStorageError('read');
      });
      return stream;
    },
    removeFolder: (folder) => counted('remove', storage.removeFolder(folder)),
  };
}
