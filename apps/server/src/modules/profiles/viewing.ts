import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { addShown } from './viewing-store.ts';

/** Different people one account is shown on a Johannesburg day, over profile pages and lists by search. */
const peopleADay = 500;
const rememberedAtMost = 2_000;

export interface Viewing {
  /**
   * Counts these people among those the viewer was shown today, and answers which of them may be shown: all who were
   * before, and of the others as many as the day allows. Staff and oneself are not counted.
   */
  noteShown(viewer: Viewer, profileIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** As `noteShown` for one. Throws `QUOTA_REACHED`. */
  requireShown(viewer: Viewer, profileId: string): Promise<void>;
}

export const tooManyPeople = () =>
  new AppError('QUOTA_REACHED', { message: 'You have looked at very many people today. Please go on tomorrow' });

/** 32 bits of what is random in an id: two people of a day's five hundred share them once in 30,000 days. */
const hashOf = (profileId: string): number => Number.parseInt(profileId.slice(-8), 16) | 0;
const isStaff = ({ role }: Viewer) => role === 'moderator' || role === 'admin';

export function createViewing({ db, clock }: { db: Database['db']; clock: Clock }): Viewing {
  // Only spares writes; what counts is in the database, for all processes and after a restart.
  const remembered = new Map<string, { day: string; shown: ReadonlySet<number> }>();

  async function noteShown(viewer: Viewer, profileIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (isStaff(viewer)) return new Set(profileIds);
    const day = johannesburgDay(clock.now());
    const { accountId } = viewer;
    const known = remembered.get(accountId);
    const seen = known?.day === day ? known.shown : new Set<number>();
    const counted = profileIds.filter((id) => id !== viewer.profileId);
    const fresh = [...new Set(counted.map(hashOf))].filter((hash) => !seen.has(hash));
    let shown = seen;
    if (fresh.length > 0) {
      shown = new Set(await addShown(db, { accountId, day, hashes: fresh, atMost: peopleADay }));
      if (remembered.size >= rememberedAtMost) remembered.clear();
      remembered.set(accountId, { day, shown });
    }
    return new Set(profileIds.filter((id) => id === viewer.profileId || shown.has(hashOf(id))));
  }

  return {
    noteShown,
    async requireShown(viewer, profileId) {
      if (!(await noteShown(viewer, [profileId])).has(profileId)) throw tooManyPeople();
    },
  };
}
