import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';

/** An open payout beside what is known of its account. */
export interface PayoutFacts {
  accountId: string;
  cents: number;
  requestedAt: Date;
  accountAt: Date;
  /** When the device that was seen last was first seen. */
  deviceAt: Date | null;
  /** When the bank account was named or changed. */
  bankAt: Date | null;
}
export interface CountOfAccounts {
  accountId: string;
  accounts: number;
}

const maxFound = 50;
const dayMs = 86_400_000;

/** Open payouts of these creators. */
export async function readPayouts(on: Db, profileIds: readonly string[]): Promise<PayoutFacts[]> {
  const { rows } = await sql<PayoutFacts>`
    select payout.account_id as "accountId", payout.amount_cents::float8 as cents, payout.requested_at as "requestedAt",
        account.created_at as "accountAt", bank.changed_at as "bankAt",
        (select seen.first_at from account_sightings seen
          where seen.account_id = payout.account_id and seen.kind = 'device' and seen.first_at <= payout.requested_at
          order by seen.last_at desc, seen.first_at desc limit 1) as "deviceAt"
      from payouts payout join accounts account on account.id = payout.account_id
        left join payout_accounts bank on bank.profile_id = payout.profile_id
      where payout.profile_id = any (${[...profileIds]}::uuid[]) and payout.status in ('requested', 'approved')`.execute(
    on,
  );
  return rows;
}

/** The first account of each device or network on which many were made lately, one of them since a moment. */
export async function listSignUps(
  on: Db,
  kind: 'device' | 'network',
  { accounts, days }: { accounts: number; days: number },
  since: Date,
  now: Date,
): Promise<CountOfAccounts[]> {
  const { rows } = await sql<CountOfAccounts>`
    select (select first.account_id from account_sightings first
          where first.kind = ${kind} and first.subject = many.subject and first.at_sign_up
          order by first.first_at, first.account_id limit 1) as "accountId", many.accounts
      from (select subject, count(*)::int as accounts from account_sightings
          where at_sign_up and kind = ${kind} and first_at > ${new Date(now.getTime() - days * dayMs)}
          group by 1 having count(*) >= ${accounts} and max(first_at) > ${since}
          order by 2 desc limit ${maxFound}) as many`.execute(on);
  return rows;
}

/** Creators who named, since a moment, a bank account that another one names. */
export async function listSharedBankAccounts(on: Db, since: Date): Promise<CountOfAccounts[]> {
  const { rows } = await sql<CountOfAccounts>`
    select profile.account_id as "accountId",
        (select count(*)::int from payout_accounts same where same.number_hash = named.number_hash) as accounts
      from payout_accounts named join profiles profile on profile.id = named.profile_id
      where named.changed_at > ${since} and exists (select from payout_accounts other
        where other.number_hash = named.number_hash and other.profile_id <> named.profile_id)
      order by named.changed_at desc limit ${maxFound}`.execute(on);
  return rows;
}

/** Accounts that proved, since a moment, an ID number which at least so many have proven. */
export async function listSharedIdNumbers(on: Db, since: Date, accounts: number): Promise<CountOfAccounts[]> {
  const { rows } = await sql<CountOfAccounts>`
    select proof.account_id as "accountId", same.accounts from age_verifications proof
      cross join lateral (select count(*)::int as accounts from age_verifications other
        where other.id_number_index = proof.id_number_index) as same
      where proof.verified_at > ${since} and same.accounts >= ${accounts}
      order by proof.verified_at desc limit ${maxFound}`.execute(on);
  return rows;
}

/** Accounts of creators by profile id. */
export async function listAccountsOf(on: Db, profileIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; account_id: string }>`
    select id, account_id from profiles where id = any (${[...profileIds]}::uuid[])`.execute(on);
  return new Map(rows.map((row) => [row.id, row.account_id]));
}
