import { riskReading } from '@vlam/contract/rules/risk';
import type { RiskThresholds } from '@vlam/contract/rules/risk-settings';
import { sql } from 'kysely';
import type { IncomeFacts } from '../modules/risk/facts.ts';
import type { Db } from '../platform/database.ts';
import { saleCents, salesOf } from './risk-people.ts';

/** Profiles of creators who sold something since a moment, or asked for a payout, in the order of their ids. */
export async function listActiveCreators(on: Db, since: Date, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select payee_id as id from ledger_transfers where created_at > ${since} and payee_id > ${after} and leg = 1
      union select profile_id from payouts where requested_at > ${since} and profile_id > ${after}
        and status in ('requested', 'approved')
    ) as active order by id limit ${limit}`.execute(on);
  return rows.map(({ id }) => id);
}

/** One for each creator with income, from their newest sales. */
export async function readIncome(
  on: Db,
  profileIds: readonly string[],
  now: Date,
  { fewYoungPayers, youngPayers }: Pick<RiskThresholds, 'fewYoungPayers' | 'youngPayers'>,
): Promise<IncomeFacts[]> {
  const since = new Date(now.getTime() - riskReading.days * 86_400_000);
  const { rows } = await sql<IncomeFacts>`
    with sales as materialized (
      select creator.id as profile_id, creator.account_id as creator_id, sale.payer_id, sale.created_at, ${saleCents(sql`sale`)}::bigint as worth
        from profiles creator cross join lateral (${salesOf(sql`creator.id`, since)}) as sale
        where creator.id = any (${[...profileIds]}::uuid[])
    ), payers as materialized (
      select sales.profile_id, sales.creator_id, sales.payer_id, sum(sales.worth)::bigint as worth,
          min(sales.created_at) - min(account.created_at) as age,
          not exists (select from ledger_transfers other
            where other.owner_id = sales.payer_id and other.payee_id <> sales.profile_id) as is_only
        from sales join accounts account on account.id = sales.payer_id
        where sales.payer_id <> sales.creator_id group by 1, 2, 3
    ), young as (
      select *, row_number() over (partition by profile_id order by worth desc) as rank from payers
        where age < make_interval(days => ${fewYoungPayers.accountDays})
    ), fresh as materialized (
      select * from payers where is_only and age < make_interval(days => ${youngPayers.accountDays})
    ), shared as (
      select payers.profile_id, seen.kind, seen.subject, count(distinct payers.payer_id)::int as payers, sum(payers.worth)::bigint as worth
        from payers join account_sightings seen on seen.account_id = payers.payer_id and seen.kind = 'device' group by 1, 2, 3
      union all
      select fresh.profile_id, seen.kind, seen.subject, count(distinct fresh.payer_id)::int, sum(fresh.worth)::bigint
        from fresh join account_sightings seen on seen.account_id = fresh.payer_id and seen.kind = 'network' group by 1, 2, 3
    ), widest as (
      select distinct on (profile_id, kind) profile_id, kind, payers, worth from shared
        order by profile_id, kind, payers desc, worth desc
    ), own as (
      select payers.profile_id, count(*)::int as payers, sum(payers.worth)::bigint as worth from payers
        where exists (select from account_sightings mine join account_sightings theirs
            on theirs.kind = mine.kind and theirs.subject = mine.subject
            where mine.account_id = payers.creator_id and mine.kind = 'device' and theirs.account_id = payers.payer_id)
        group by 1
    )
    select total.creator_id as "accountId", total.cents::float8 as cents, total.payers, total.first_at as "firstAt",
        coalesce(few.worth, 0)::float8 as "fewYoungCents", coalesce(few.payers, 0)::int as "fewYoungPayers",
        coalesce(news.payers, 0)::int as "newPayers", coalesce(news.worth, 0)::float8 as "newCents",
        coalesce(network.payers, 0) as "networkPayers", coalesce(network.worth, 0)::float8 as "networkCents",
        coalesce(device.payers, 0) as "devicePayers", coalesce(device.worth, 0)::float8 as "deviceCents",
        coalesce(own.payers, 0) as "ownPayers", coalesce(own.worth, 0)::float8 as "ownCents"
      from (select profile_id, creator_id, sum(worth)::bigint as cents, count(distinct payer_id)::int as payers,
          min(created_at) as first_at from sales group by 1, 2) as total
        left join (select profile_id, count(*) as payers, sum(worth) as worth from young
          where rank <= ${fewYoungPayers.payers} group by 1) as few using (profile_id)
        left join (select profile_id, count(*) as payers, sum(worth) as worth from fresh group by 1) as news using (profile_id)
        left join widest as network on network.profile_id = total.profile_id and network.kind = 'network'
        left join widest as device on device.profile_id = total.profile_id and device.kind = 'device'
        left join own on own.profile_id = total.profile_id`.execute(on);
  return rows;
}
