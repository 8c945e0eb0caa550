import { termCents } from '@vlam/contract/rules/subscription-terms';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { uuidArray } from '../../platform/prepared.ts';
import { listTiers, type TierRow, tierOf } from './tiers-store.ts';

export interface TermRow {
  creator_id: string;
  tier: number;
  months: number;
  percent_off: number;
}

/** Terms for less of these creators, shortest first. */
export async function listTerms(db: Db, creatorIds: readonly string[]): Promise<TermRow[]> {
  if (creatorIds.length === 0) return [];
  const { rows } = await sql<TermRow>`
    select creator_id, 1 as tier, months, percent_off from subscription_terms
      where creator_id = any(${uuidArray(creatorIds)}::uuid[])
    union all select creator_id, number, off.months, off.percent_off from subscription_tiers
      cross join lateral (values (3, percent_off_3), (6, percent_off_6), (12, percent_off_12)) as off (months, percent_off)
      where creator_id = any(${uuidArray(creatorIds)}::uuid[]) and off.percent_off > 0
    order by creator_id, tier, months`.execute(db);
  return rows;
}

/** What the tiers and terms of creators cost. */
export interface Prices {
  tiers: readonly TierRow[];
  terms: readonly TermRow[];
}
export const listPrices = async (db: Db, creatorIds: readonly string[]): Promise<Prices> => ({
  tiers: await listTiers(db, creatorIds),
  terms: await listTerms(db, creatorIds),
});

/** Percent off a term; 0 without a reduction. */
export const percentOffOf = (
  terms: readonly TermRow[],
  wanted: { creatorId: string; tier: number; months: number },
): number =>
  terms.find(
    ({ creator_id, tier, months }) =>
      creator_id === wanted.creatorId && tier === wanted.tier && months === wanted.months,
  )?.percent_off ?? 0;

/** A month of a tier today; `priceCents` is the price of the first one. Null for a tier that does not exist. */
export const tierCents = (
  { tiers }: Prices,
  { creatorId, tier, priceCents }: { creatorId: string; tier: number; priceCents: number },
): number | null => (tier === 1 ? priceCents : (tierOf(tiers, { creatorId, tier })?.price_cents ?? null));

/** What a subscription's term costs today; `priceCents` is the price of the first tier. */
export function currentCents(
  prices: Prices,
  wanted: { creatorId: string; tier: number; months: number; priceCents: number },
): number | null {
  const monthly = tierCents(prices, wanted);
  const { months } = wanted;
  return monthly === null ? null : termCents(monthly, { months, percentOff: percentOffOf(prices.terms, wanted) });
}

/** As `currentCents`, for a row of `subscriptions` within a statement; its own price where its tier has none. */
export const currentCentsOf = (priceCents: number): RawBuilder<number> => sql<number>`
  (case when subscriptions.tier = 1 then
    term_months * (${priceCents}::int * (100 - coalesce((
      select percent_off from subscription_terms as term
        where term.creator_id = subscriptions.creator_id and term.months = subscriptions.term_months), 0)) / 100)
  else coalesce((
    select term_months * (own.price_cents * (100 - case term_months when 3 then own.percent_off_3
        when 6 then own.percent_off_6 when 12 then own.percent_off_12 else 0 end) / 100)
      from subscription_tiers as own
        where own.creator_id = subscriptions.creator_id and own.number = subscriptions.tier), price_cents) end)`;

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
