import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { type FigurePeriod, fanSources, figurePeriods, visitSources } from './rules/fans-figures.ts';
import { cents, idParams, isoDate } from './schemas.ts';

const periods = Object.keys(figurePeriods) as [FigurePeriod, ...FigurePeriod[]];

export const creatorFigures = z.object({
  /** Days in Johannesburg; the last is today. */
  from: isoDate,
  to: isoDate,
  /** People who opened the page; each counts once a day, by how they came first. */
  visits: z.object({
    total: z.int(),
    /** Of as many days before; null when these were not all counted. */
    previous: z.nullable(z.int()),
    sources: z.array(z.object({ source: z.enum(visitSources), visits: z.int() })),
    /** Each day of the period, oldest first. */
    days: z.array(z.object({ day: isoDate, visits: z.int() })),
  }),
  /** Who began to follow in the period and still does, and whose subscription began in it. */
  followers: z.int(),
  subscribers: z.int(),
  /** Paid time that ended, by month, the newest first: it was renewed or it was not. */
  months: z.array(z.object({ month: z.string(), renewed: z.int(), ended: z.int() })),
  /** The first day whose ends are not counted yet: a failed payment is tried again for a week. */
  endsUntil: z.nullable(isoDate),
  /** By where fans came from; only sources with enough people who paid. */
  values: z.array(
    z.object({
      source: z.enum(fanSources),
      /** People who paid. */
      people: z.int(),
      /** The creator's share of all they paid, less what was given back. */
      earnedCents: cents,
    }),
  ),
  /** Monday to Sunday, each with 24 hours: people who visited or paid; null where there were too few of them. */
  hours: z.array(z.array(z.nullable(z.int()))),
});
export type CreatorFigures = z.output<typeof creatorFigures>;

export const fanFiguresOperations = {
  getCreatorFigures: operation({
    method: 'GET',
    path: '/api/studio/figures',
    summary: "Visits of the caller's page, what became of them, renewals, value by source and best hours",
    access: 'creator',
    query: z.strictObject({ period: z._default(z.enum(periods), 'month') }),
    response: creatorFigures,
  }),
  recordPageVisit: operation({
    method: 'POST',
    path: '/api/profiles/{id}/visits',
    summary: "Count a visit of a creator's page",
    access: 'adult',
    rate: 'write',
    params: idParams,
    body: z.strictObject({ source: z.enum(visitSources) }),
    errors: ['NOT_FOUND'],
  }),
};
