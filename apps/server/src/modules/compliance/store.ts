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

/** Serialises writers, so that each row follows the previous one. */
export async function lockChain(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('audit log', 0))`.execute(db);
}

/** Hash of the newest row; null when the log is empty. */
export async function findLatestHash(db: Db): Promise<Buffer | null> {
  const row = await db.selectFrom('audit_log').select('hash').orderBy('number', 'desc').limit(1).executeTakeFirst();
  return row?.hash ?? null;
}

export async function insertAction(db: Db, row: AuditRow): Promise<void> {
  await db.insertInto('audit_log').values(row).execute();
}

/** Rows in order, after `number`. */
export async function listActions(db: Db, after: bigint, limit: number): Promise<(AuditRow & { number: bigint })[]> {
  const { rows } = await sql<AuditRow & { number: bigint }>`
    select number, id, actor_id, action, target_type, target_id, reason, details::text as details, at, previous_hash, hash
      from audit_log where number > ${after} order by number limit ${limit}`.execute(db);
  return rows;
}

/** What an account agreed to, and at which price. */
export interface Consent {
  accountId: string;
  reference: string;
  price: Price;
}

export async function insertConsents(
  db: Db,
  { kind, wording, at }: { kind: 'start_now' | 'new_price'; wording: number; at: Date },
  rows: readonly Consent[],
): Promise<void> {
  await db
    .insertInto('consents')
    .values(
      rows.map(({ accountId, reference, price }) => ({
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
