import { addDays, type Clock, johannesburgDay, startOfDay } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { shownKm } from './cells.ts';
import * as store from './for-matching-store.ts';

export type { FindablePerson } from './for-matching-store.ts';

export interface FlameFigures {
  flamesSent: number;
  flamesReceived: number;
  mutual: number;
  /** The last fourteen days by the Johannesburg calendar, oldest first. */
  days: store.FlameDay[];
}

/** What matching reads of discovery. */
export interface ForMatching {
  /** Members listed by distance, ordered by id; the next page begins after the last id. */
  listFindable(after: string | null, limit: number): Promise<store.FindablePerson[]>;
  /** One of them; undefined for a member who is in no list. */
  findFindable(profileId: string): Promise<store.FindablePerson | undefined>;
  /** Whole kilometres between two cells, as displayed. */
  kilometres(from: bigint, to: bigint): number;
  flameFigures(profileId: string): Promise<FlameFigures>;
}

const daysShown = 14;

export function createForMatching({ database, clock }: { database: Database; clock: Clock }): ForMatching {
  const { db } = database;
  return {
    listFindable: (after, limit) => store.listFindable(db, after, limit),
    findFindable: (profileId) => store.findFindable(db, profileId),
    kilometres: shownKm,
    async flameFigures(profileId) {
      const first = addDays(johannesburgDay(clock.now()), 1 - daysShown);
      const [counts, days] = await Promise.all([
        store.countFlames(db, profileId),
        store.listFlameDays(db, profileId, startOfDay(first)),
      ]);
      const known = new Map(days.map((day) => [day.date, day]));
      return {
        flamesSent: counts.sent,
        flamesReceived: counts.received,
        mutual: counts.mutual,
        days: Array.from({ length: daysShown }, (_, index) => {
          const date = addDays(first, index);
          return known.get(date) ?? { date, sent: 0, received: 0 };
        }),
      };
    },
  };
}
