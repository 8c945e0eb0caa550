import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { createLane } from '../../platform/lane.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import { onlineWindowMs } from './policy.ts';
import { setLastSeen } from './store.ts';

const writeIntervalMs = onlineWindowMs / 2;
const cacheSize = 50_000;

/** Stores when members were last seen, per process at most once in half the online window, in batches. */
export function createPresence(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  onSeen(profileIds: readonly string[]): Promise<void>;
}): (profileId: string) => void {
  const { database, clock, logger } = deps;
  let lastWrites = new Map<string, number>();
  const lane = createLane<string, true>({
    name: 'profiles.seen',
    limit: 1_000,
    async call(ids) {
      const seenIds = [...new Set(ids)];
      await setLastSeen(database.db, seenIds, clock.now());
      await deps.onSeen(seenIds);
      return ids.map(() => true as const);
    },
  });
  return (profileId) => {
    const now = clock.now().getTime();
    if (now - (lastWrites.get(profileId) ?? 0) < writeIntervalMs) return;
    if (lastWrites.size >= cacheSize) lastWrites = new Map();
    lastWrites.set(profileId, now);
    lane.send(profileId).catch((error) => logger.warn('presence was not stored', errorFields(error)));
  };
}
