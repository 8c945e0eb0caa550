import type { ContentView } from '@vlam/contract/content';
import { creditValueCents } from '@vlam/contract/credits';
import {
  type activityEntry,
  type creatorStats,
  type dashboardItem,
  type RevenueSource,
  revenueSources,
  type statsPeriods,
} from '@vlam/contract/payouts';
import * as z from 'zod/mini';
import { addDays, type Clock, johannesburgDay, startOfDay } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CreditsService, DayIncome, Income, IncomeEntry } from '../credits/service.ts';
import { toCents } from './policy.ts';
import { money, toRand } from './view.ts';

export type Period = (typeof statsPeriods)[number];
type Page = { cursor?: string | undefined; limit?: number | undefined };

export interface Payer {
  id: string;
  displayName: string;
  avatarUrl: string;
}

export interface DashboardDependencies {
  clock: Clock;
  credits: Pick<CreditsService, 'income'>;
  /** Creator's share in cents and number of tips per item since `from`, or in total. */
  tipsByItem(profileId: string, from: Date | null): Promise<ReadonlyMap<string, { tips: number; cents: number }>>;
  /** Number of members with a paid subscription to this creator now. */
  countSubscribers(viewer: Viewer): Promise<number>;
  /** Of them, the members whose subscription began at `since` or later. */
  countNewSubscribers(profileId: string, since: Date): Promise<number>;
  /** Payers by account id, except those the viewer may not see. */
  listPayers(viewer: Viewer, accountIds: readonly string[]): Promise<ReadonlyMap<string, Payer>>;
  /** Own items, newest first. */
  listOwnItems(viewer: Viewer, profileId: string): Promise<ContentView[]>;
  /** Own items in the order of `ids`, without deleted ones. */
  listItems(viewer: Viewer, ids: readonly string[]): Promise<ContentView[]>;
}

export interface Dashboard {
  getStats(viewer: Viewer, profileId: string, period: Period): Promise<z.output<typeof creatorStats>>;
  listTopContent(
    viewer: Viewer,
    profileId: string,
    wanted: Page & { period: Period },
  ): Promise<{ items: z.output<typeof dashboardItem>[]; nextCursor: string | null }>;
  listActivity(
    viewer: Viewer,
    profileId: string,
    page: Page,
  ): Promise<{ items: z.output<typeof activityEntry>[]; nextCursor: string | null }>;
}

const hourMs = 3_600_000;
const dayMs = 86_400_000;
const defaultItems = 10;
const defaultEntries = 20;
const offset = z.tuple([z.int().check(z.gte(0), z.lte(100_000))]);

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;

/** The first Johannesburg day of a period that ends today. */
const firstDayOf = (period: Exclude<Period, 'total'>, today: string): string =>
  period === 'month' ? monthOf(today) : period === 'week' ? addDays(today, -6) : today;

/** The first day of the period before one that begins on `first`. */
const previousFirstDay = (period: Exclude<Period, 'total'>, first: string): string =>
  period === 'month' ? monthOf(addDays(first, -1)) : addDays(first, period === 'week' ? -7 : -1);

const earlierOf = (one: string, other: string): string => (one < other ? one : other);

/** A creator's earnings as charts and lists; all amounts are the creator's own share. */
export function createDashboard(deps: DashboardDependencies): Dashboard {
  const { clock, credits } = deps;

  type SeriesPoint = { from: string; amount: number; amountCents: number };

  /** Points of the period, and as many of the previous period; null for `total`. */
  async function getSeries(
    profileId: string,
    period: Period,
    income: readonly DayIncome[],
    today: string,
  ): Promise<{ series: SeriesPoint[]; previousSeries: SeriesPoint[] | null }> {
    if (period === 'day') {
      const start = startOfDay(today).getTime();
      const before = startOfDay(addDays(today, -1)).getTime();
      const hours = Math.floor((clock.now().getTime() - start) / hourMs) + 1;
      const hoursOf = (from: number, count: number) =>
        Array.from({ length: count }, (_, hour) => new Date(from + hour * hourMs));
      const moments = [...hoursOf(before, (start - before) / hourMs), ...hoursOf(start, hours)];
      const sums = new Map<number, number>();
      for (const row of await credits.income.incomeBetween(profileId, moments))
        sums.set(row.index, (sums.get(row.index) ?? 0) + toCents(row));
      const steps = moments.map((from, index) => ({ from: from.toISOString(), ...money(sums.get(index) ?? 0) }));
      return { series: steps.slice(-hours), previousSeries: steps.slice(0, hours) };
    }
    const toPoints = (first: string, until: string, keyOf: (day: string) => string): SeriesPoint[] => {
      const sums = new Map<string, number>();
      for (let day = first; day < until; day = addDays(day, 1)) sums.set(keyOf(day), 0);
      for (const row of income)
        if (row.day >= first && row.day < until)
          sums.set(keyOf(row.day), (sums.get(keyOf(row.day)) ?? 0) + toCents(row));
      return [...sums].map(([day, cents]) => ({ from: startOfDay(day).toISOString(), ...money(cents) }));
    };
    const tomorrow = addDays(today, 1);
    if (period === 'total') {
      return { series: toPoints(monthOf(income[0]?.day ?? today), tomorrow, monthOf), previousSeries: null };
    }
    const first = firstDayOf(period, today);
    const previous = previousFirstDay(period, first);
    const daysOfMonth = Number(addDays(monthOf(addDays(first, 31)), -1).slice(8));
    const dayOf = (day: string) => day;
    return {
      series: toPoints(first, tomorrow, dayOf),
      // A longer month before would reach beyond the end of this one.
      previousSeries: toPoints(previous, earlierOf(first, addDays(previous, daysOfMonth)), dayOf),
    };
  }

  return {
    async getStats(viewer, profileId, period) {
      const now = clock.now();
      const today = johannesburgDay(now);
      const [income, subscribers, newSubscribers] = await Promise.all([
        credits.income.incomeByDay(profileId, now),
        deps.countSubscribers(viewer),
        deps.countNewSubscribers(profileId, startOfDay(monthOf(today))),
      ]);
      const sumOf = (from: string, until = '9999') => sum(income.filter(({ day }) => day >= from && day < until));
      const first = period === 'total' ? '' : firstDayOf(period, today);
      const sources = bySource(income.filter(({ day }) => day >= first));
      const total = sumOf('');
      const monthly = sumOf(firstDayOf('month', today));
      const weekly = sumOf(firstDayOf('week', today));
      const daily = sumOf(today);
      const inPeriod = sumOf(first);
      /** As many days of the period before as have begun in this one. */
      const sumOfDaysBefore = (of: Exclude<Period, 'total'>, from: string) => {
        const previous = previousFirstDay(of, from);
        const days = Math.round((startOfDay(today).getTime() - startOfDay(from).getTime()) / dayMs) + 1;
        return sumOf(previous, earlierOf(from, addDays(previous, days)));
      };
      const best = bestOf(income.filter(({ day }) => day >= firstDayOf('week', today)));
      const since = income.find((row) => toCents(row) > 0)?.day;
      const randOf = (source: RevenueSource) => toRand(sources.get(source)?.cents ?? 0);
      return {
        totalEarnings: toRand(total),
        monthlyEarnings: toRand(monthly),
        weeklyEarnings: toRand(weekly),
        dailyEarnings: toRand(daily),
        totalEarningsCents: total,
        monthlyEarningsCents: monthly,
        weeklyEarningsCents: weekly,
        dailyEarningsCents: daily,
        contentSales: randOf('content'),
        tips: randOf('tips'),
        subscriptionRevenue: randOf('subscriptions'),
        customRequests: randOf('requests'),
        period,
        periodEarnings: toRand(inPeriod),
        periodEarningsCents: inPeriod,
        previousPeriodCents: period === 'total' ? null : sumOfDaysBefore(period, first),
        sources: revenueSources.map((source) => ({
          source,
          count: Math.max(0, sources.get(source)?.sales ?? 0),
          ...money(sources.get(source)?.cents ?? 0),
        })),
        seriesUnit: period === 'day' ? 'hour' : period === 'total' ? 'month' : 'day',
        ...(await getSeries(profileId, period, income, today)),
        subscribers,
        newSubscribers,
        salesToday: income.reduce((sales, row) => sales + (row.day === today ? Math.max(0, row.sales) : 0), 0),
        bestDay: best ? startOfDay(best).toISOString() : null,
        earningSince: since ? startOfDay(since).toISOString() : null,
      };
    },

    async listTopContent(viewer, profileId, { period, cursor, limit = defaultItems }) {
      const [start] = decodeCursor(offset, cursor) ?? [0];
      const today = johannesburgDay(clock.now());
      const from = period === 'total' ? null : startOfDay(firstDayOf(period, today));
      const [unlocks, tips] = await Promise.all([
        credits.income.incomeByItem(profileId, from),
        deps.tipsByItem(profileId, from),
      ]);
      const centsFor = (id: string) =>
        Number(unlocks.get(id)?.credits ?? 0n) * creditValueCents + (tips.get(id)?.cents ?? 0);
      const earned = new Map([...unlocks.keys(), ...tips.keys()].map((id) => [id, centsFor(id)]));
      const ids = [...earned]
        .sort(([left, one], [right, other]) => other - one || (left < right ? 1 : -1))
        .map(([id]) => id);
      if (ids.length < start + limit + 1)
        for (const { id } of await deps.listOwnItems(viewer, profileId)) if (!earned.has(id)) ids.push(id);
      const views = await deps.listItems(viewer, ids.slice(start, start + limit));
      return {
        items: views.map((item) => {
          const cents = earned.get(item.id) ?? 0;
          return {
            id: item.id,
            title: item.title,
            type: item.mediaType,
            price: item.price,
            views: item.viewCount,
            purchases: unlocks.get(item.id)?.sales ?? 0,
            tips: tips.get(item.id)?.tips ?? 0,
            earnings: toRand(cents),
            earningsCents: cents,
            isExclusive: item.isExclusive,
            uploadDate: item.createdAt,
            item,
          };
        }),
        nextCursor: ids.length > start + limit ? encodeCursor([start + limit]) : null,
      };
    },

    async listActivity(viewer, profileId, { cursor, limit = defaultEntries }) {
      const { entries, nextCursor } = await credits.income.listIncome(profileId, { cursor, limit });
      const payers = await deps.listPayers(viewer, [...new Set(entries.map(({ payerId }) => payerId))]);
      const items = entries.map((entry) => {
        const payer = entry.isUnnamed ? undefined : payers.get(entry.payerId);
        return {
          id: entry.groupId,
          kind: entry.source,
          description: describeIncome(entry),
          from: payer?.displayName ?? null,
          person: payer ? { id: payer.id, avatarUrl: payer.avatarUrl } : null,
          ...money(toCents(entry)),
          timestamp: entry.at.toISOString(),
        };
      });
      return { items, nextCursor };
    },
  };
}

const sum = (income: readonly Income[]): number => income.reduce((cents, row) => cents + toCents(row), 0);

/** The day with the highest earnings, the later of two; undefined when nothing was earned. */
function bestOf(income: readonly DayIncome[]): string | undefined {
  const sums = new Map<string, number>();
  for (const row of income) sums.set(row.day, (sums.get(row.day) ?? 0) + toCents(row));
  const [best] = [...sums].sort(([day, one], [other, two]) => two - one || (day < other ? 1 : -1));
  return best && best[1] > 0 ? best[0] : undefined;
}

function bySource(income: readonly Income[]): Map<RevenueSource, { sales: number; cents: number }> {
  const found = new Map<RevenueSource, { sales: number; cents: number }>();
  for (const row of income) {
    const { sales, cents } = found.get(row.source) ?? { sales: 0, cents: 0 };
    found.set(row.source, { sales: sales + row.sales, cents: cents + toCents(row) });
  }
  return found;
}

/** The description on the payer's statement, reworded for the creator. */
export function describeIncome({ kind, description }: Pick<IncomeEntry, 'kind' | 'description'>): string {
  if (kind === 'refund') return 'Refunded';
  if (kind === 'chargeback') return 'Charged back by the bank';
  if (kind === 'tip' || kind === 'rand_tip') return 'Tip';
  if (kind === 'subscription') return 'Subscription';
  if (kind === 'subscription_gift') return 'Subscription, a gift';
  // Leave out the creator's own name.
  if (kind === 'gift') return description.replace(/ for .*$/s, '');
  if (kind === 'message') return description.replace(/ from .*$/s, '');
  if (kind === 'call') return description.replace(/ with .*(?=, minute \d+$)/s, '');
  return description;
}
