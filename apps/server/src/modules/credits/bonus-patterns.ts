import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

/** Accounts that share an address or a device and received free credits, and the creators they paid with them. */
export interface BonusPattern {
  sharedBy: 'address' | 'device';
  /** Short name of the shared address or device; its hash reveals nothing else. */
  name: string;
  accounts: number;
  /** Free credits they received. */
  credits: number;
  lastAt: Date;
  /** Creator with the largest share of their held credits. */
  creators: { profileId: string; credits: number; payers: number }[];
}

const windowDays = 30;
/** A household shares a device, a mobile network an address. */
const minAccounts = { device: 3, address: 10 } as const;
const maxPatterns = 50;

/** The widest patterns of the last 30 days first. */
export async function listBonusPatterns(db: Db, now: Date): Promise<BonusPattern[]> {
  const since = new Date(now.getTime() - windowDays * 86_400_000);
  const { rows } = await sql<BonusPattern & { creators: BonusPattern['creators'] | null }>`
    with given as materialized (
      select account_id, credits, granted_at, address, device from bonus_grants where granted_at > ${since}
    ), shared as (
      select 'device' as shared_by, device as subject, account_id, credits, granted_at from given where device is not null
      union all
      select 'address', address, account_id, credits, granted_at from given where address is not null
    ), patterns as (
      select shared_by, subject, count(distinct account_id)::int as accounts, sum(credits)::int as credits, max(granted_at) as last_at
        from shared group by 1, 2
        having count(distinct account_id) >= case shared_by when 'device' then ${minAccounts.device}::int else ${minAccounts.address}::int end
        order by accounts desc limit ${maxPatterns}
    )
    select p.shared_by as "sharedBy", substr(encode(p.subject, 'hex'), 1, 8) as name, p.accounts, p.credits, p.last_at as "lastAt", paid.creators
      from patterns p
      left join lateral (
        select json_agg(json_build_object('profileId', top.profile_id, 'credits', top.credits, 'payers', top.payers)
            order by top.credits desc) as creators
          from (
            select h.profile_id, sum(h.credits)::int as credits, count(distinct h.payer_id)::int as payers
              from earnings_holds h
              where h.payer_id in (select s.account_id from shared s where s.shared_by = p.shared_by and s.subject = p.subject)
              group by 1 order by 2 desc limit 3
          ) as top
      ) as paid on true
      order by p.accounts desc, p.last_at desc`.execute(db);
  return rows.map((row) => ({ ...row, creators: row.creators ?? [] }));
}
