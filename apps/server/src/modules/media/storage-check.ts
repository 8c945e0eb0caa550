import { createCached } from '../../platform/cached.ts';
import type { Clock } from '../../platform/clock.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import type { Storage } from '../../platform/storage.ts';

/** `/healthz?parts` is public, and a store charges for each request. */
const maxAgeMs = 5_000;

/** Rejects when files cannot be written; the first failure in a row is logged. A bucket is asked every five seconds. */
export function createStorageCheck(deps: {
  storage: Storage;
  clock: Clock;
  logger: Logger;
  isBucket: boolean;
}): () => Promise<void> {
  let works = true;
  async function probe(): Promise<void> {
    try {
      await deps.storage.put(`${'0'.repeat(32)}/probe`, Buffer.from('ok'));
      works = true;
    } catch (error) {
      if (works) deps.logger.error('storage failed', errorFields(error));
      works = false;
      throw error;
    }
  }
  return deps.isBucket ? createCached({ clock: deps.clock, maxAgeMs, read: probe }) : probe;
}
