import { creditValueCents } from '@vlam/contract/credits';
import { riskReading } from '@vlam/contract/rules/risk';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database.ts';
import { firstIdAt } from '../platform/ids.ts';

/** A member as a case names them. */
export interface RiskMember {
  accountId: string;
  profileId: string | null;
  name: string | null;
  isCreator: boolean;
  isSuspended: boolean;
}
export interface RelatedMember extends RiskMember {
  via: ('device' | 'id_number' | 'payout_account')[];
  createdAt: Date;
}
export interface RiskPayer extends RiskMember {
  createdAt: Date | null;
  sales: number;
  credits: number;
  cents: number;
  sharesDevice: boolean;
  chargedBack: number;
  lastAt: Date;
}

/** What accounts have to do with each other, across modules. */
export interface RiskPeople {
  /** One for each id, in its order; those that are gone have no name. */
  list(on: Db, accountIds: readonly string[]): Promise<RiskMember[]>;
  listRelated(on: Db, accountId: string): Promise<RelatedMember[]>;
  listPayers(on: Db, profileId: string, since: Date): Promise<RiskPayer[]>;
  listPayouts(
    on: Db,
    accountId: string,
  ): Promise<{ id: string; amountCents: number; status: string; requestedAt: Date }[]>;
}

const maxShown = 50;
const memberColumns = sql`account.id as "accountId", account.profile_id as "profileId", coalesce(account.is_creator, false) as "isCreator",
  account.suspended_at is not null as "isSuspended",
  coalesce(profile.display_name, account.first_name || ' ' || account.last_name) as name`;

const saleKinds = sql`'unlock', 'tip', 'bundle', 'gift', 'message', 'call', 'ticket', 'request_payment', 'rand_tip', 'subscription',
  'subscription_gift'`;

/**
 * SQL: the newest sales of a creator since a moment, a row each: `payer_id, group_id, created_at, kind, reference, credits,
 * cents`, the last two what the creator got, held or not. Bounded by `riskReading.sales`.
 */
export const salesOf = (profileId: RawBuilder<unknown>, since: Date): RawBuilder<unknown> => sql`
  select sale.owner_id as payer_id, sale.group_id, sale.created_at, sale.kind, sale.reference, legs.credits, legs.cents
    from (select owner_id, group_id, created_at, kind, reference, payee_id from ledger_transfers
        where payee_id = ${profileId} and group_id >= ${firstIdAt(since)}::uuid and kind in (${saleKinds})
        order by group_id desc limit ${riskReading.sales}) as sale
      cross join lateral (
        select coalesce(sum(leg.amount) filter (where target.currency = 'credits'), 0)::bigint as credits,
            coalesce(sum(leg.amount) filter (where target.currency = 'cents'), 0)::bigint as cents
          from ledger_transfers leg join ledger_accounts target on target.id = leg.credit_account
          where leg.owner_id = sale.owner_id and leg.group_id = sale.group_id
            and target.owner_id = sale.payee_id and target.kind in ('earnings', 'earnings_held')
      ) as legs`;

/** SQL: what a sale is worth to its creator, in cents. */
export const saleCents = (sale: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${sale}.credits * ${creditValueCents} + ${sale}.cents)`;

export function createRiskPeople(): RiskPeople {
  return {
    async list(on, accountIds) {
      const { rows } = await sql<RiskMember>`
        select ${memberColumns} from accounts as account left join profiles as profile on profile.id = account.profile_id
          where account.id = any (${[...accountIds]}::uuid[])`.execute(on);
      const found = new Map(rows.map((row) => [row.accountId, row]));
      const deletedMember = { profileId: null, name: null, isCreator: false, isSuspended: false };
      return accountIds.map((accountId) => found.get(accountId) ?? { accountId, ...deletedMember });
    },
    async listRelated(on, accountId) {
      const { rows } = await sql<RelatedMember>`
        with shared as (
          select other.account_id, 'device' as via from account_sightings own
            join account_sightings other on other.kind = 'device' and other.subject = own.subject
            where own.account_id = ${accountId} and own.kind = 'device'
          union
          select other.account_id, 'id_number' from age_verifications own
            join age_verifications other on other.id_number_index = own.id_number_index
            where own.account_id = ${accountId}
          union
          select profile.account_id, 'payout_account' from profiles mine
            join payout_accounts own on own.profile_id = mine.id
            join payout_accounts other on other.number_hash = own.number_hash
            join profiles profile on profile.id = other.profile_id
            where mine.account_id = ${accountId}
        )
        select ${memberColumns}, account.created_at as "createdAt", array_agg(shared.via order by shared.via) as via
          from shared join accounts as account on account.id = shared.account_id
            left join profiles as profile on profile.id = account.profile_id
          where shared.account_id <> ${accountId}
          group by account.id, profile.display_name
          order by count(*) desc, account.created_at desc limit ${maxShown}`.execute(on);
      return rows;
    },
    async listPayers(on, profileId, since) {
      const { rows } = await sql<RiskPayer>`
        with sales as materialized (${salesOf(sql`${profileId}::uuid`, since)}),
        payers as (
          select payer_id, count(*)::int as sales, sum(credits)::int as credits, sum(cents)::int as cents,
              sum(${saleCents(sql`sales`)}) as worth, max(created_at) as last_at
            from sales group by 1 order by worth desc limit ${maxShown}
        ), devices as (
          select seen.subject, array_agg(distinct seen.account_id) as accounts from account_sightings seen
            where seen.kind = 'device' and seen.account_id in (
              select payer_id from payers union select account_id from profiles where id = ${profileId})
            group by 1 having count(distinct seen.account_id) > 1
        )
        select payers.payer_id as "accountId", account.profile_id as "profileId",
            coalesce(account.is_creator, false) as "isCreator", account.suspended_at is not null as "isSuspended",
            coalesce(profile.display_name, account.first_name || ' ' || account.last_name) as name,
            account.created_at as "createdAt", payers.sales, payers.credits, payers.cents, payers.last_at as "lastAt",
            exists (select from devices where payers.payer_id = any (devices.accounts)) as "sharesDevice",
            (select count(*)::int from payment_orders bought
              where bought.account_id = payers.payer_id and bought.state = 'charged_back') as "chargedBack"
          from payers left join accounts as account on account.id = payers.payer_id
            left join profiles as profile on profile.id = account.profile_id
          order by payers.worth desc`.execute(on);
      return rows;
    },
    async listPayouts(on, accountId) {
      const { rows } = await sql<{ id: string; amountCents: number; status: string; requestedAt: Date }>`
        select id, amount_cents::int as "amountCents", status, requested_at as "requestedAt" from payouts
          where profile_id = (select profile_id from accounts where id = ${accountId})
          order by id desc limit 20`.execute(on);
      return rows;
    },
  };
}
