import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { cents, isoDate, rand, timestamp } from './schemas.ts';

/** Days of history that the figures carry, today included. */
export const figureDays = 30;

const revenue = z.nullable(rand);

/** One Johannesburg day; null where no one measured, and for revenue without `manage_money`. */
export const figureDay = z.object({
  day: isoDate,
  totalUsers: z.int(),
  activeUsers: z.nullable(z.int()),
  newSignups: z.int(),
  totalContent: z.int(),
  newContent: z.int(),
  dailyRevenue: revenue,
  totalRevenue: revenue,
  reportedContent: z.nullable(z.int()),
  suspendedUsers: z.nullable(z.int()),
  /** Share of answers that did not fail, in percent with one decimal. */
  health: z.nullable(z.number()),
});
export type FigureDay = z.output<typeof figureDay>;

/** The specification's nine figures, then their history and the platform's health. */
export const platformStats = z.object({
  totalUsers: z.int(),
  /** Seen within 30 days and not suspended. */
  activeUsers: z.int(),
  /** Today, as the next two. */
  newSignups: z.int(),
  totalContent: z.int(),
  newContent: z.int(),
  /** Rand paid less rand given back; null without `manage_money`. */
  dailyRevenue: revenue,
  dailyRevenueCents: z.nullable(cents),
  totalRevenue: revenue,
  totalRevenueCents: z.nullable(cents),
  /** Items with pending reports. */
  reportedContent: z.int(),
  suspendedUsers: z.int(),
  measuredAt: timestamp,
  /** Oldest first; the last is today. */
  history: z.array(figureDay),
  health: z.object({
    /** Share of the answers of the last 24 hours that did not fail, in percent with one decimal; null without any. */
    percent: z.nullable(z.number()),
    requests: z.int(),
    failed: z.int(),
    /** Parts that the program needs, and how long each took to answer. */
    parts: z.array(z.object({ name: z.enum(['database', 'ledger', 'storage', 'jobs']), ok: z.boolean(), ms: z.int() })),
  }),
});
export type PlatformStats = z.output<typeof platformStats>;

export const figuresOperations = {
  platformStats: operation({
    method: 'GET',
    path: '/api/admin/platform-stats',
    summary: "The platform's nine figures with thirty days of history, and its measured health",
    access: { permission: 'view_analytics' },
    response: platformStats,
  }),
};
