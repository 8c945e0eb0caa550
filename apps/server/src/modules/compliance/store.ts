import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Price } from '../../platform/shown-price.ts';

export interface AuditRow {
  id: string;
  actor_id: string;
  action: string;
  target_type: string;
  target_id: string;
  reason: string | null;
  /** JSON text. */
  details: string;
  at: Date;
  previous_hash: Buffer;
  hash: Buffer;
}

/** One row at a time, so that each follows the one before it. */
export async function lockChain(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('audit log', 0))`.execute(db);
}

/** The hash of the newest row, or null before the first. */
export async function findHead(db: Db): Promise<Buffer | null> {
  const row = await db.selectFrom('audit_log').select('hash').orderBy('number', 'desc').limit(1).executeTakeFirst();
  return row?.hash ?? null;
}

export async function insertAction(db: Db, row: AuditRow): Promise<void> {
  await db.insertInto('audit_log').values(row).execute();
}

/** Rows in their order, after `number`. */
export async function listActions(db: Db, after: bigint, limit: number): Promise<(AuditRow & { number: bigint })[]> {
  const { rows } = await sql<AuditRow & { number: bigint }>`
    select number, id, actor_id, action, target_type, target_id, reason, details::text as details, at, previous_hash, hash
      from audit_log where number > ${after} order by number limit ${limit}`.execute(db);
  return rows;
}

/** What an account agreed to, and for which price. */
export interface Consent {
  accountId: string;
  reference: string;
  price: Price;
}

export async function insertConsents(
  db: Db,
  { kind, wording, at }: { kind: 'start_now' | 'new_price'; wording: number; at: Date },
  given: readonly Consent[],
): Promise<void> {
  await db
    .insertInto('consents')
    .values(
      given.map(({ accountId, reference, price }) => ({
        account_id: accountId,
        kind,
        reference,
        wording,
        price: price.amount,
        currency: price.currency,
        given_at: at,
      })),
    )
    .execute();
}
