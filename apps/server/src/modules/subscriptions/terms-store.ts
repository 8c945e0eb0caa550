import { termCents } from '@vlam/contract/rules/subscription-terms';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { uuidArray } from '../../platform/prepared.ts';

export interface TermRow {
  creator_id: string;
  months: number;
  percent_off: number;
}

/** Terms for less of these creators, shortest first. */
export async function listTerms(db: Db, creatorIds: readonly string[]): Promise<TermRow[]> {
  if (creatorIds.length === 0) return [];
  const { rows } = await sql<TermRow>`
    select creator_id, months, percent_off from subscription_terms
      where creator_id = any(${uuidArray(creatorIds)}::uuid[]) order by creator_id, months`.execute(db);
  return rows;
}

/** Percent off a term; 0 without a reduction. */
export const percentOffOf = (terms: readonly TermRow[], wanted: { creatorId: string; months: number }): number =>
  terms.find(({ creator_id, months }) => creator_id === wanted.creatorId && months === wanted.months)?.percent_off ?? 0;

/** What a subscription's term costs today. */
export const currentCents = (
  terms: readonly TermRow[],
  { creatorId, months, priceCents }: { creatorId: string; months: number; priceCents: number },
): number => termCents(priceCents, { months, percentOff: percentOffOf(terms, { creatorId, months }) });

/** As `currentCents`, for a row of `subscriptions` within a statement. */
export const currentCentsOf = (priceCents: number): RawBuilder<number> => sql<number>`
  (term_months * (${priceCents}::int * (100 - coalesce((
    select percent_off from subscription_terms as term
      where term.creator_id = subscriptions.creator_id and term.months = subscriptions.term_months), 0)) / 100))`;

/** Replaces a creator's terms; false when nothing changed. */
export async function setTerms(
  db: Db,
  creatorId: string,
  terms: readonly { months: number; percentOff: number }[],
): Promise<boolean> {
  const kept = terms.filter(({ percentOff }) => percentOff > 0);
  const { rows } = await sql<{ changed: number }>`
    with wanted as (
      select * from unnest(${kept.map(({ months }) => months)}::int[], ${kept.map(({ percentOff }) => percentOff)}::int[])
        as wanted (months, percent_off)
    ), removed as (
      delete from subscription_terms where creator_id = ${creatorId} and months not in (select months from wanted) returning 1
    ), written as (
      insert into subscription_terms as known (creator_id, months, percent_off)
        select ${creatorId}::uuid, months, percent_off from wanted
        on conflict (creator_id, months) do update set percent_off = excluded.percent_off
          where known.percent_off <> excluded.percent_off
        returning 1
    )
    select ((select count(*) from removed) + (select count(*) from written))::int as changed`.execute(db);
  return (rows[0]?.changed ?? 0) > 0;
}
