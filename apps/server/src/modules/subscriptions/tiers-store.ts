import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { SubscriptionTiers } from '../../platform/database-types.ts';
import { uuidArray } from '../../platform/prepared.ts';

export type TierRow = Selectable<SubscriptionTiers>;

/** Tiers of these creators that have a row, lowest first. A first tier without a name has none. */
export async function listTiers(db: Db, creatorIds: readonly string[]): Promise<TierRow[]> {
  if (creatorIds.length === 0) return [];
  return db
    .selectFrom('subscription_tiers')
    .selectAll()
    .where('creator_id', 'in', [...new Set(creatorIds)])
    .orderBy('creator_id')
    .orderBy('number')
    .execute();
}

export const tierOf = (
  tiers: readonly TierRow[],
  { creatorId, tier }: { creatorId: string; tier: number },
): TierRow | undefined => tiers.find(({ creator_id, number }) => creator_id === creatorId && number === tier);

export const tierNameOf = (tiers: readonly TierRow[], wanted: { creatorId: string; tier: number }): string =>
  tierOf(tiers, wanted)?.name ?? '';

/** What creators call the tiers of these rows that are above the first; empty where one has no name. */
export async function listTierNames(
  db: Db,
  wanted: readonly { creatorId: string; tier: number }[],
): Promise<(creatorId: string, tier: number) => string> {
  const named = await listTiers(
    db,
    wanted.filter(({ tier }) => tier > 1).map(({ creatorId }) => creatorId),
  );
  return (creatorId, tier) => tierNameOf(named, { creatorId, tier });
}

/** Changes of the tiers and requests that name their prices wait for each other until the transaction ends. */
export const lockTiers = async (tx: Db, creatorId: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`subscription tiers ${creatorId}`}, 0))`.execute(tx));

export async function writeTier(db: Db, row: TierRow): Promise<void> {
  const { creator_id: _creator, number: _number, ...changed } = row;
  await db
    .insertInto('subscription_tiers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['creator_id', 'number']).doUpdateSet(changed))
    .execute();
}

/** Locks a tier above the first against everything that begins to use it. False when there is none. */
export async function lockTier(tx: Db, { creatorId, tier }: { creatorId: string; tier: number }): Promise<boolean> {
  const row = await tx
    .selectFrom('subscription_tiers')
    .select('number')
    .where('creator_id', '=', creatorId)
    .where('number', '=', tier)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Keeps a tier from being removed until the transaction ends, for what begins to use it. False when there is none; the
 * first one is always there.
 */
export async function keepTier(tx: Db, { creatorId, tier }: { creatorId: string; tier: number }): Promise<boolean> {
  if (tier === 1) return true;
  // Its price and name can change during that time.
  const { rows } = await sql`
    select from subscription_tiers where creator_id = ${creatorId} and number = ${tier} for key share`.execute(tx);
  return rows.length > 0;
}

/** As `keepTier`, of many in one order. False when one of them is gone. */
export async function keepTiers(tx: Db, wanted: readonly { creatorId: string; tier: number }[]): Promise<boolean> {
  const higher = new Map(
    wanted.filter(({ tier }) => tier > 1).map((one) => [`${one.creatorId}:${one.tier}`, one] as const),
  );
  if (higher.size === 0) return true;
  const tiers = [...higher.values()];
  const { rows } = await sql`
    select from subscription_tiers as tier
        join unnest(${uuidArray(tiers.map(({ creatorId }) => creatorId))}::uuid[], ${tiers.map(({ tier }) => tier)}::int[])
          as wanted (creator_id, number) on wanted.creator_id = tier.creator_id and wanted.number = tier.number
      order by tier.creator_id, tier.number for key share of tier`.execute(tx);
  return rows.length === tiers.length;
}

export const deleteTier = (tx: Db, { creatorId, tier }: { creatorId: string; tier: number }): Promise<unknown> =>
  tx.deleteFrom('subscription_tiers').where('creator_id', '=', creatorId).where('number', '=', tier).execute();

/** Subscribers, waiting gifts and running codes of a tier. `today` is YYYY-MM-DD. */
export async function countTierUses(
  tx: Db,
  { creatorId, tier, now, today }: { creatorId: string; tier: number; now: Date; today: string },
): Promise<{ people: number; waiting: number; codes: number }> {
  const { rows } = await sql<{ people: number; waiting: number; codes: number }>`
    select (select count(*)::int from subscriptions where creator_id = ${creatorId} and (
          (tier = ${tier} and (paid_until > ${now} or next_attempt_at is not null))
          or (trial_tier = ${tier} and trial_until > ${now})
          or exists (select from subscription_periods as period where period.subscription_id = subscriptions.id
            and period.tier = ${tier} and period.reversed_at is null and period.ends_at > ${now}))) as people,
      (select count(*)::int from subscription_gifts where creator_id = ${creatorId} and tier = ${tier}
        and state = 'offered' and reversed_at is null) as waiting,
      (select count(*)::int from subscription_offers where creator_id = ${creatorId} and tier = ${tier}
        and ended_at is null and (last_day is null or last_day >= ${today}::date)) as codes`.execute(tx);
  return rows[0] ?? { people: 0, waiting: 0, codes: 0 };
}

/**
 * Part of an SQL statement, for a row of `subscriptions` that is paid at `now`: the tier that is open then. Time that no
 * payment's period covers is of a trial, or older than tiers.
 */
export const openTier = (now: RawBuilder<unknown>): RawBuilder<number> => sql<number>`coalesce((
  select max(period.tier) from subscription_periods as period
    where period.subscription_id = subscriptions.id and period.reversed_at is null and period.ends_at > ${now}
      and coalesce(period.rest_from, period.starts_at) <= ${now}),
  case when subscriptions.trial_until > ${now} then subscriptions.trial_tier else 1 end)`;

/** Part of an SQL statement, for a row of `subscriptions`: paid at `now` with this tier or a higher one. */
export const opensTier = (tier: RawBuilder<unknown>, now: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  subscriptions.paid_until > ${now} and (${tier} = 1 or ${openTier(now)} >= ${tier}))`;

export interface OpenTime {
  id: string;
  /** The tier that is open now; of time that is over, the one that renewed. */
  tier: number;
  /** When its paid time ends; null where no payment's period runs. */
  until: Date | null;
}

export async function listOpenTime(db: Db, ids: readonly string[], now: Date): Promise<OpenTime[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<OpenTime>`
    select id, tier, (select max(period.ends_at) from subscription_periods as period
        where period.subscription_id = open.id and period.reversed_at is null and period.tier >= open.tier
          and period.ends_at > ${now}) as until
      from (select subscriptions.id, case when paid_until > ${now} then ${openTier(sql`${now}::timestamptz`)}
          else subscriptions.tier end::int as tier
        from subscriptions where id = any(${uuidArray(ids)}::uuid[])) as open`.execute(db);
  return rows;
}

/** People for whom each tier of a creator is open at `now`, by its number. */
export async function countOpen(db: Db, creatorId: string, now: Date): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ tier: number; people: number }>`
    select tier, count(*)::int as people from (
      select ${openTier(sql`${now}::timestamptz`)}::int as tier from subscriptions
        where creator_id = ${creatorId} and paid_until > ${now}) as open group by tier`.execute(db);
  return new Map(rows.map(({ tier, people }) => [tier, people]));
}
