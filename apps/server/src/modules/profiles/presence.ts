import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { createLane } from '../../platform/lane.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import { onlineWindowMs } from './policy.ts';
import { setSeen } from './store.ts';

const seenEveryMs = onlineWindowMs / 2;
const rememberAtMost = 50_000;

/** Notes who is here, in this process at most once in half the window; all of a moment are one statement. */
export function createPresence(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  onSeen(profileIds: readonly string[]): Promise<void>;
}): (profileId: string) => void {
  const { database, clock, logger } = deps;
  let noted = new Map<string, number>();
  const lane = createLane<string, true>({
    limit: 1_000,
    async call(ids) {
      const here = [...new Set(ids)];
      await setSeen(database.db, here, clock.now());
      await deps.onSeen(here);
      return ids.map(() => true as const);
    },
  });
  return (profileId) => {
    const now = clock.now().getTime();
    if (now - (noted.get(profileId) ?? 0) < seenEveryMs) return;
    if (noted.size >= rememberAtMost) noted = new Map();
    noted.set(profileId, now);
    lane.send(profileId).catch((error) => logger.warn('presence was not noted', errorFields(error)));
  };
}
