import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { insertShown } from './view-quota-store.ts';

/** Distinct people an account may be shown per Johannesburg day, over profiles and search results. */
const peoplePerDay = 500;
const cacheSize = 2_000;

export interface ViewQuota {
  /**
   * Counts these profiles towards the viewer's daily quota and returns those that may be shown: all shown earlier today,
   * and new ones while the quota lasts. Staff and the own profile are exempt.
   */
  recordShown(viewer: Viewer, profileIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** As `recordShown` for one profile. Throws `QUOTA_REACHED`. */
  requireShown(viewer: Viewer, profileId: string): Promise<void>;
}

export const tooManyPeople = () =>
  new AppError('QUOTA_REACHED', { message: 'You have looked at very many people today. Please go on tomorrow' });

/** 32 random bits of an id: among a day's 500 people two collide once in 30,000 days. */
const hashOf = (profileId: string): number => Number.parseInt(profileId.slice(-8), 16) | 0;
const isStaff = ({ role }: Viewer) => role === 'moderator' || role === 'admin';

export function createViewQuota({ db, clock }: { db: Database['db']; clock: Clock }): ViewQuota {
  // Only saves writes; the database decides, across processes and restarts.
  const cache = new Map<string, { day: string; shown: ReadonlySet<number> }>();

  async function recordShown(viewer: Viewer, profileIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (isStaff(viewer)) return new Set(profileIds);
    const day = johannesburgDay(clock.now());
    const { accountId } = viewer;
    const known = cache.get(accountId);
    const seen = known?.day === day ? known.shown : new Set<number>();
    const counted = profileIds.filter((id) => id !== viewer.profileId);
    const fresh = [...new Set(counted.map(hashOf))].filter((hash) => !seen.has(hash));
    let shown = seen;
    if (fresh.length > 0) {
      shown = new Set(await insertShown(db, { accountId, day, hashes: fresh, limit: peoplePerDay }));
      if (cache.size >= cacheSize) cache.clear();
      cache.set(accountId, { day, shown });
    }
    return new Set(profileIds.filter((id) => id === viewer.profileId || shown.has(hashOf(id))));
  }

  return {
    recordShown,
    async requireShown(viewer, profileId) {
      if (!(await recordShown(viewer, [profileId])).has(profileId)) throw tooManyPeople();
    },
  };
}
