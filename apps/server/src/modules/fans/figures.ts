import type { CreatorFigures } from '@vlam/contract/fans-figures';
import { type FigurePeriod, figurePeriods, type VisitSource, visitSources } from '@vlam/contract/rules/fans-figures';
import { addDays, type Clock, johannesburgDay, startOfDay } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CreditsService } from '../credits/service.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';

const countKind = jobKind('fans.count-days', { maxAttempts: 5 });
/** A year and the one before it. */
const keptDays = 800;
/** Slow commits of a day that has ended. */
const settleMs = 2 * 3_600_000;
/** Longer than a failed renewal is tried again. */
export const daysUntilEnded = 8;
const months = 12;
const deletedAtOnce = 5_000;
const creatorsAtOnce = 500;
const summedDays = 3;

export interface FigureReads {
  addVisit(
    db: Db,
    visit: {
      profileId: string;
      visitorId: string;
      accountId: string;
      source: VisitSource;
      day: string;
      hour: number;
    },
  ): Promise<void>;
  countNextDay(tx: Db, part: 'visits_until' | 'ends_until', bounds: { start: string; end: string }): Promise<boolean>;
  listVisits(db: Db, profileId: string, from: string): Promise<{ day: string; source: VisitSource; visits: number }[]>;
  countNew(db: Db, profileId: string, from: Date): Promise<{ followers: number; subscribers: number }>;
  listMonths(db: Db, profileId: string, from: string): Promise<CreatorFigures['months']>;
  listVisited(db: Db, from: string, after: string | null, limit: number): Promise<string[]>;
  setValues(tx: Db, profileId: string): Promise<void>;
  listValues(
    db: Db,
    profileId: string,
  ): Promise<{ source: CreatorFigures['values'][number]['source']; people: number; earnedCents: bigint }[]>;
  listHours(db: Db, profileId: string, from: string): Promise<{ weekday: number; hour: number; people: number }[]>;
  findEndsUntil(db: Db): Promise<string | null>;
  deleteDays(db: Db, before: string, limit: number): Promise<number>;
}

export interface FanFigures {
  get(viewer: Viewer, period: FigurePeriod): Promise<CreatorFigures>;
  /** Counts a visit of a creator's page; nothing for the own page, staff, and whoever is incognito. Throws `NOT_FOUND`. */
  recordVisit(viewer: Viewer, profileId: string, source: VisitSource): Promise<void>;
  /** Counts the days that are over, and deletes who visited. Returns how many. */
  countDays(): Promise<number>;
  tasks: JobTask[];
}

export function createFanFigures(deps: {
  database: Pick<Database, 'db'>;
  clock: Clock;
  credits: Pick<CreditsService, 'payers'>;
  profiles: Pick<ProfilesService, 'requireCreator'>;
  figureReads: FigureReads;
}): FanFigures {
  const { clock, figureReads: reads } = deps;
  const { db } = deps.database;
  const today = () => johannesburgDay(clock.now());

  async function countAll(part: 'visits_until' | 'ends_until', end: string): Promise<number> {
    const start = addDays(today(), -keptDays / 2);
    for (let days = 0; ; days += 1)
      if (!(await db.transaction().execute((tx) => reads.countNextDay(tx, part, { start, end })))) return days;
  }

  /** For creators of the last counted days, so that a run that was cut off is made up for. */
  async function sumValues(from: string): Promise<void> {
    for (let after: string | null = null; ; ) {
      const ids: string[] = await reads.listVisited(db, from, after, creatorsAtOnce);
      for (const id of ids) {
        await deps.credits.payers.refresh(id);
        await db.transaction().execute((tx) => reads.setValues(tx, id));
      }
      after = ids.at(-1) ?? null;
      if (ids.length < creatorsAtOnce) return;
    }
  }

  async function countDays(): Promise<number> {
    const over = johannesburgDay(new Date(clock.now().getTime() - settleMs));
    const days = await countAll('visits_until', over);
    await countAll('ends_until', addDays(over, -daysUntilEnded));
    await sumValues(addDays(over, -summedDays));
    const before = addDays(over, -keptDays);
    while ((await reads.deleteDays(db, before, deletedAtOnce)) === deletedAtOnce);
    return days;
  }

  return {
    async recordVisit(viewer, profileId, source) {
      await deps.profiles.requireCreator(viewer, profileId);
      if (!viewer.profileId || viewer.role === 'moderator' || viewer.role === 'admin') return;
      const now = clock.now();
      const day = johannesburgDay(now);
      const hour = Math.floor((now.getTime() - startOfDay(day).getTime()) / 3_600_000);
      const { profileId: visitorId, accountId } = viewer;
      await reads.addVisit(db, { profileId, visitorId, accountId, source, day, hour });
    },

    async get(viewer, period) {
      const profileId = requireProfileId(viewer);
      const to = today();
      const days = figurePeriods[period];
      const from = addDays(to, 1 - days);
      const before = addDays(from, -days);
      const firstMonth = `${monthBefore(to, months - 1)}-01`;
      const [visits, fresh, ends, values, hours, endsUntil] = await Promise.all([
        reads.listVisits(db, profileId, before),
        reads.countNew(db, profileId, startOfDay(from)),
        reads.listMonths(db, profileId, firstMonth),
        reads.listValues(db, profileId),
        reads.listHours(db, profileId, from),
        reads.findEndsUntil(db),
      ]);
      const sum = (rows: typeof visits) => rows.reduce((total, row) => total + row.visits, 0);
      const own = visits.filter(({ day }) => day >= from);
      const previous = sum(visits.filter(({ day }) => day < from));
      const byDay = new Map<string, number>();
      for (const { day, visits: count } of own) byDay.set(day, (byDay.get(day) ?? 0) + count);
      const grid = Array.from({ length: 7 }, () => Array<number | null>(24).fill(null));
      for (const { weekday, hour, people } of hours) (grid[weekday - 1] ?? [])[hour] = people;
      return {
        ...{ from, to, ...fresh, months: ends, endsUntil, hours: grid },
        visits: {
          total: sum(own),
          previous: previous > 0 ? previous : null,
          sources: visitSources.map((source) => ({ source, visits: sum(own.filter((row) => row.source === source)) })),
          days: Array.from({ length: days }, (_, index) => addDays(from, index)).map((day) => ({
            day,
            visits: byDay.get(day) ?? 0,
          })),
        },
        values: values.map((value) => ({ ...value, earnedCents: Number(value.earnedCents) })),
      };
    },
    countDays,
    tasks: [jobTask(countKind, async () => void (await countDays()), { cron: '20 0 * * *' })],
  };
}

/** The month (YYYY-MM) that lies `count` months before that of a day. */
function monthBefore(day: string, count: number): string {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - count;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}
