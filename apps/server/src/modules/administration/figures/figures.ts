import { type FigureDay, figureDays, type PlatformStats } from '@vlam/contract/administration-figures';
import { addDays, type Clock, johannesburgDay, startOfDay } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import type { RequestCounts } from '../../../platform/request-counts.ts';
import { hasPermission, type Viewer } from '../../../platform/viewer.ts';
import { checkParts, type Parts, percentOf } from '../health/health.ts';
import * as store from './store.ts';

interface Measured {
  totalUsers: number;
  newSignups: number;
  totalContent: number;
  newContent: number;
  revenueCents: number;
}
interface MeasuredNow extends Measured {
  activeUsers: number;
  reportedContent: number;
  suspendedUsers: number;
}

export interface FiguresDependencies {
  database: Database;
  clock: Clock;
  requestCounts: Pick<RequestCounts, 'since' | 'flush' | 'deleteBefore'>;
  figuresReader: {
    read(from: Date, to: Date): Promise<MeasuredNow>;
    readPast(bounds: readonly Date[]): Promise<Measured[]>;
    findStart(): Promise<Date | null>;
  };
  parts: Parts;
}

export interface Figures {
  /** At most a minute old. Revenue is null without `manage_money`. */
  get(viewer: Viewer): Promise<PlatformStats>;
  /** Measures today, and completes the days since the last measurement. */
  measure(): Promise<void>;
  tasks: JobTask[];
}

const measureKind = jobKind('administration.measure');
const cacheMs = 60_000;
/** Figures older than this are not shown while newer ones are read. */
const staleMs = 10 * 60_000;
const dayMs = 86_400_000;
/** Days before the first measurement that are read back from rows. */
const maxPastDays = 90;

/** The platform's figures: measured from rows, kept day by day. */
export function createFigures(deps: FiguresDependencies): Figures {
  const { clock, figuresReader: reader, requestCounts } = deps;
  const { db } = deps.database;
  let latest: { at: number; reading: Promise<MeasuredNow> } | null = null;
  /** Total revenue before the first measurement, which reads the whole ledger. */
  let unmeasured: { day: string; at: number; reading: Promise<number> } | null = null;

  /** What is cached is answered while a newer reading is under way. */
  function readNow(): Promise<MeasuredNow> {
    const now = clock.now().getTime();
    if (latest && now - latest.at < cacheMs) return latest.reading;
    const before = latest && now - latest.at < staleMs ? latest : null;
    const day = johannesburgDay(clock.now());
    const reading = reader.read(startOfDay(day), startOfDay(addDays(day, 1)));
    latest = { at: now, reading };
    reading.catch(() => {
      latest = null;
    });
    // A figure of yesterday must not stay under today's name.
    return before && johannesburgDay(new Date(before.at)) === day ? before.reading : reading;
  }

  /** Revenue in cents until a day begins; read from the beginning of the ledger only before the first measurement. */
  async function totalBefore(day: string): Promise<number> {
    const before = await store.findDayBefore(db, day);
    if (before) return Number(before.total_revenue_cents);
    const now = clock.now().getTime();
    if (unmeasured?.day === day && now - unmeasured.at < cacheMs) return unmeasured.reading;
    const reading = reader.readPast([new Date(0), startOfDay(day)]).then(([all]) => all?.revenueCents ?? 0);
    unmeasured = { day, at: now, reading };
    reading.catch(() => {
      unmeasured = null;
    });
    return reading;
  }

  async function saveDay(day: string, measured: Measured & Partial<MeasuredNow>): Promise<void> {
    const [from, to] = [startOfDay(day), startOfDay(addDays(day, 1))];
    const [before, until, after] = await Promise.all([
      totalBefore(day),
      requestCounts.since(from),
      requestCounts.since(to),
    ]);
    const requests = until.requests - after.requests;
    const isCounted = requests > 0;
    await store.saveDay(db, {
      day,
      total_users: measured.totalUsers,
      active_users: measured.activeUsers ?? null,
      new_signups: measured.newSignups,
      total_content: measured.totalContent,
      new_content: measured.newContent,
      daily_revenue_cents: BigInt(Math.round(measured.revenueCents)),
      total_revenue_cents: BigInt(Math.round(before + measured.revenueCents)),
      reported_content: measured.reportedContent ?? null,
      suspended_users: measured.suspendedUsers ?? null,
      requests: isCounted ? BigInt(requests) : null,
      failed_requests: isCounted ? BigInt(until.failed - after.failed) : null,
      measured_at: clock.now(),
    });
  }

  /** The first day whose row is missing or was written before the day was over. */
  async function firstOpenDay(today: string): Promise<string> {
    const last = await store.findDayBefore(db, addDays(today, 1));
    if (last) return johannesburgDay(last.measured_at) > last.day ? addDays(last.day, 1) : last.day;
    const start = await reader.findStart();
    const earliest = addDays(today, -maxPastDays);
    const first = start ? johannesburgDay(start) : today;
    return first < earliest ? earliest : first;
  }

  async function measure(): Promise<void> {
    await requestCounts.flush();
    const now = clock.now();
    const today = johannesburgDay(now);
    const open: string[] = [];
    for (let day = await firstOpenDay(today); day < today; day = addDays(day, 1)) open.push(day);
    const past = open.length > 0 ? await reader.readPast([...open, today].map(startOfDay)) : [];
    for (const [index, measured] of past.entries()) await saveDay(open[index] as string, measured);
    await saveDay(today, await reader.read(startOfDay(today), startOfDay(addDays(today, 1))));
    await requestCounts.deleteBefore(new Date(now.getTime() - 2 * dayMs));
  }

  return {
    async get(viewer) {
      const seesMoney = hasPermission(viewer, 'manage_money');
      const now = clock.now();
      const today = johannesburgDay(now);
      const from = addDays(today, 1 - figureDays);
      const [measured, days, before, counts, parts] = await Promise.all([
        readNow(),
        store.listDays(db, from),
        totalBefore(today),
        requestCounts.since(new Date(now.getTime() - dayMs)),
        checkParts(deps.parts),
      ]);
      const totalCents = before + measured.revenueCents;
      const rand = (value: number) => (seesMoney ? value / 100 : null);
      const { revenueCents, ...figures } = measured;
      const current: FigureDay = {
        day: today,
        ...figures,
        dailyRevenue: rand(revenueCents),
        totalRevenue: rand(totalCents),
        health: percentOf(counts),
      };
      return {
        ...figures,
        dailyRevenue: rand(revenueCents),
        dailyRevenueCents: seesMoney ? revenueCents : null,
        totalRevenue: rand(totalCents),
        totalRevenueCents: seesMoney ? totalCents : null,
        measuredAt: now.toISOString(),
        history: [...days.filter(({ day }) => day !== today).map((row) => toDay(row, seesMoney)), current],
        health: { percent: percentOf(counts), ...counts, parts },
      };
    },
    measure,
    tasks: [jobTask(measureKind, measure, { cron: '5 * * * *' })],
  };
}

const toDay = (row: store.DayRow, seesMoney: boolean): FigureDay => ({
  day: row.day,
  totalUsers: row.total_users,
  activeUsers: row.active_users,
  newSignups: row.new_signups,
  totalContent: row.total_content,
  newContent: row.new_content,
  dailyRevenue: seesMoney ? Number(row.daily_revenue_cents) / 100 : null,
  totalRevenue: seesMoney ? Number(row.total_revenue_cents) / 100 : null,
  reportedContent: row.reported_content,
  suspendedUsers: row.suspended_users,
  health:
    row.requests === null ? null : percentOf({ requests: Number(row.requests), failed: Number(row.failed_requests) }),
});
