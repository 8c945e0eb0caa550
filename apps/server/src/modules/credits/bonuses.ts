import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import type { PostingResult } from '../../platform/posting.ts';
import { type Grant, grantPosting, type Posting } from './postings.ts';

/** Properties checked before an account receives free credits. */
export interface BonusOrigin {
  emailConfirmed: boolean;
  /** Keyed hashes of the origin of its sign-ins; null for accounts that never signed in. */
  address: Buffer | null;
  device: Buffer | null;
}

/** Why a bonus was refused: the address is not confirmed, or the daily limit of its origin is reached. */
export type BonusRefusal = 'confirm_email' | 'enough_today';

/** Free credits in 24 hours; many members share one address of a mobile network. */
export const bonusBudgets = { address: 300, device: 60 } as const;
const windowMs = 86_400_000;

export interface Bonuses {
  /** Posts a bonus unless it is refused; a repeat is never refused. */
  grant(grant: Grant): Promise<PostingResult | BonusRefusal>;
}

export function createBonuses(deps: {
  clock: Clock;
  originOf(db: Db, accountId: string): Promise<BonusOrigin>;
  transact<Answer>(work: (tx: Db) => Promise<Answer>): Promise<Answer>;
  post(tx: Db, postings: readonly Posting[]): Promise<PostingResult[]>;
}): Bonuses {
  const { clock, originOf, transact, post } = deps;
  return {
    grant: (grant) =>
      transact(async (tx) => {
        const known = await isGranted(tx, grant);
        const origin = await originOf(tx, grant.ownerId);
        if (!known && !origin.emailConfirmed) return 'confirm_email';
        const now = clock.now();
        if (!known && !(await fitsBudget(tx, origin, grant.amount, now))) return 'enough_today';
        const [result] = await post(tx, [grantPosting(grant)]);
        if (!result) throw new Error('the ledger returned no result');
        if (result.status === 'posted') await recordGrant(tx, grant, origin, now);
        return result;
      }),
  };
}

async function isGranted(tx: Db, grant: Grant): Promise<boolean> {
  const row = await tx
    .selectFrom('bonus_grants')
    .select('granted_at')
    .where('account_id', '=', grant.ownerId)
    .where('kind', '=', grant.kind)
    .where('reference', '=', grant.reference)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the daily limits of address and device allow this many more; serialised until the transaction ends. */
async function fitsBudget(tx: Db, origin: BonusOrigin, credits: number, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - windowMs);
  for (const [column, limit] of Object.entries(bonusBudgets) as ['address' | 'device', number][]) {
    const subject = origin[column];
    if (!subject) continue;
    await sql`select pg_advisory_xact_lock(hashtextextended(${`bonus ${column} ${subject.toString('hex')}`}, 0))`.execute(
      tx,
    );
    const { rows } = await sql<{ given: bigint }>`
      select coalesce(sum(credits), 0)::bigint as given from bonus_grants
        where ${sql.ref(column)} = ${subject} and granted_at > ${since}`.execute(tx);
    if (Number(rows[0]?.given ?? 0n) + credits > limit) return false;
  }
  return true;
}

const recordGrant = (tx: Db, grant: Grant, origin: BonusOrigin, now: Date) =>
  tx
    .insertInto('bonus_grants')
    .values({
      account_id: grant.ownerId,
      kind: grant.kind,
      reference: grant.reference,
      credits: grant.amount,
      address: origin.address,
      device: origin.device,
      granted_at: now,
    })
    .execute();
