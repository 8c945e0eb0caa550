import type { BanKind } from '@vlam/contract/rules/risk';
import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';

/** What of an account can be banned: its devices of the last 90 days, its ID number, its bank account. */
export async function listBannable(
  on: Db,
  accountId: string,
  now: Date,
): Promise<{ kind: BanKind; subject: Buffer }[]> {
  const since = new Date(now.getTime() - 90 * 86_400_000);
  const { rows } = await sql<{ kind: BanKind; subject: Buffer }>`
    (select 'device' as kind, subject from account_sightings
      where account_id = ${accountId} and kind = 'device' and last_at > ${since} order by last_at desc limit 20)
    union all select 'id_number', id_number_index from age_verifications where account_id = ${accountId}
    union all select 'payout_account', bank.number_hash from payout_accounts bank
      join profiles profile on profile.id = bank.profile_id
      where profile.account_id = ${accountId} and bank.number_hash is not null`.execute(on);
  return rows;
}

/** Accounts that came with something banned since a moment, other than those it was banned for. */
export async function listBannedUses(on: Db, since: Date): Promise<{ accountId: string; kind: BanKind }[]> {
  const { rows } = await sql<{ accountId: string; kind: BanKind }>`
    select used.account_id as "accountId", ban.kind from risk_bans ban
      cross join lateral (
        select seen.account_id from account_sightings seen
          where ban.kind = 'device' and seen.kind = 'device' and seen.subject = ban.subject and seen.first_at > ${since}
        union select proof.account_id from age_verifications proof
          where ban.kind = 'id_number' and proof.id_number_index = ban.subject and proof.verified_at > ${since}
        union select profile.account_id from payout_accounts bank join profiles profile on profile.id = bank.profile_id
          where ban.kind = 'payout_account' and bank.number_hash = ban.subject and bank.changed_at > ${since}
      ) as used
      where ban.lifted_at is null and not exists (
        select from risk_bans own where own.kind = ban.kind and own.subject = ban.subject
          and own.account_id = used.account_id and own.lifted_at is null)
      order by ban.id desc limit 100`.execute(on);
  return rows;
}
