import { referralMonths, referralPercent } from '@vlam/contract/rules/referrals';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { CreatorReferrals } from '../../platform/database-types.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { accountOf, losses } from './accounts.ts';
import { incomeRows } from './earnings-store.ts';
import { listPosted, type PostedLeg } from './posted.ts';

export type ReferralRow = Selectable<CreatorReferrals>;

/** The share of a sale that went to who referred its creator. */
export interface ReferralShare {
  referrerId: string;
  leg: PostedLeg;
}

/** Posted with the sale, as its group; undefined where there was none. */
export async function findShareOf(
  tx: Db,
  sale: { creatorId: string; groupId: string },
): Promise<ReferralShare | undefined> {
  const row = await tx
    .selectFrom('creator_referrals')
    .select('referrer_id')
    .where('referred_id', '=', sale.creatorId)
    .executeTakeFirst();
  if (!row) return undefined;
  const [leg] = await listPosted(tx, row.referrer_id, { stored: sale.groupId });
  return leg ? { referrerId: row.referrer_id, leg } : undefined;
}

/** What of a share chargebacks of the payer's credits took back before. */
export async function sumShareTaken(tx: Db, { referrerId, leg }: ReferralShare): Promise<number> {
  const { rows } = await sql<{ taken: bigint }>`
    select coalesce(sum(amount), 0)::bigint as taken from ledger_transfers
      where owner_id = ${referrerId} and reference = ${leg.groupId} and kind = 'chargeback'
        and debit_account = ${leg.to.id} and credit_account = ${losses.credits.id}`.execute(tx);
  return Number(rows[0]?.taken ?? 0n);
}

/**
 * SQL: all transfers of the shares of what a payer bought for rand, those that took shares back included. They lower
 * what the platform kept of the payer's rand.
 */
export const sharesInRandOf = (payerId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select l.* from ledger_transfers sold
    join creator_referrals r on r.referred_id = sold.payee_id
    join ledger_transfers share on share.owner_id = r.referrer_id and share.key = sold.group_id
    cross join lateral (
      select s.* from ledger_transfers s where s.owner_id = share.owner_id and s.group_id = share.group_id
      union all
      select s.* from ledger_transfers back
        join ledger_transfers s on s.owner_id = back.owner_id and s.group_id = back.group_id
        where back.reference = sold.group_id::text and back.kind in ('refund', 'chargeback') and back.owner_id = r.referrer_id
    ) as l
    where sold.owner_id = ${payerId} and sold.kind in ('subscription', 'subscription_gift', 'rand_tip')`;

/** Records whose link an account used, once. */
export async function insertReferral(
  tx: Db,
  referral: { accountId: string; referrerId: string; referrerAccountId: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('creator_referrals')
    .values({
      account_id: referral.accountId,
      referrer_id: referral.referrerId,
      referrer_account_id: referral.referrerAccountId,
      signed_up_at: referral.at,
      percent: referralPercent,
      months: referralMonths,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The referral of an account that has not joined yet, locked; undefined without one. */
export const lockWaiting = (tx: Db, accountId: string): Promise<ReferralRow | undefined> =>
  tx
    .selectFrom('creator_referrals')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('joined_at', 'is', null)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** From now on the creator's sales bring a share. `ledger_post` expects the referrer's accounts to be there. */
export async function setJoined(tx: Db, row: ReferralRow, referredId: string, at: Date): Promise<void> {
  const accounts = [accountOf(row.referrer_id, 'earnings'), accountOf(row.referrer_id, 'earnings', 'cents')];
  await tx
    .insertInto('ledger_accounts')
    .values(
      accounts
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .map(({ id, kind, currency }) => ({ id, owner_id: row.referrer_id, kind, currency })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .updateTable('creator_referrals')
    .set({ referred_id: referredId, joined_at: at })
    .where('account_id', '=', row.account_id)
    .execute();
}

/** Nothing more is earned from it. */
export async function setEnded(tx: Db, accountId: string, at: Date): Promise<void> {
  await tx
    .updateTable('creator_referrals')
    .set({ ended_at: at })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Who referred an account; undefined when nobody did, or when it never counted. */
export const findReferral = (db: Db, accountId: string): Promise<ReferralRow | undefined> =>
  db
    .selectFrom('creator_referrals')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('joined_at', 'is not', null)
    .executeTakeFirst();

const listedReferred = 50;

/** The newest accounts that an account referred, whether they count or not. */
export const listReferred = (db: Db, referrerAccountId: string): Promise<ReferralRow[]> =>
  db
    .selectFrom('creator_referrals')
    .selectAll()
    .where('referrer_account_id', '=', referrerAccountId)
    .orderBy('signed_up_at', 'desc')
    .orderBy('account_id')
    .limit(listedReferred)
    .execute();

/** Of an account that signed up with a link, counted or not. */
export const findBinding = (db: Db, accountId: string): Promise<ReferralRow | undefined> =>
  db.selectFrom('creator_referrals').selectAll().where('account_id', '=', accountId).executeTakeFirst();

/** As `findBinding`, locked. */
export const lockBinding = (tx: Db, accountId: string): Promise<ReferralRow | undefined> =>
  tx.selectFrom('creator_referrals').selectAll().where('account_id', '=', accountId).forUpdate().executeTakeFirst();

export interface ReferredCounts {
  joined: number;
  /** Of them, who has sold something. */
  selling: number;
  /** Of them, whose sales bring a share now. */
  earning: number;
}

export async function countReferred(db: Db, referrerId: string): Promise<ReferredCounts> {
  const { rows } = await sql<ReferredCounts>`
    select count(*)::int as joined, count(until)::int as selling,
        count(*) filter (where until > now() and ended_at is null)::int as earning
      from creator_referrals where referrer_id = ${referrerId} and joined_at is not null`.execute(db);
  return rows[0] ?? { joined: 0, selling: 0, earning: 0 };
}

/** What shares brought in each Johannesburg month that had any, less what went back; newest first. */
export async function listReferralMonths(
  db: Db,
  referrerId: string,
  from: Date,
): Promise<{ month: string; credits: bigint; cents: bigint }[]> {
  const range = { profileId: referrerId, from: firstIdAt(from), to: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  const { rows } = await sql<{ month: string; credits: bigint; cents: bigint }>`
    select to_char(created_at at time zone 'Africa/Johannesburg', 'YYYY-MM') as month,
        sum(credits)::bigint as credits, sum(cents)::bigint as cents
      from (${incomeRows(range)}) as income where source = 'referrals' group by 1 order by 1 desc`.execute(db);
  return rows;
}
