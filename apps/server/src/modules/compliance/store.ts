import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { AuditChecks } from '../../platform/database-types.ts';
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

/** Returns the number of the row. */
export async function insertAction(db: Db, row: AuditRow): Promise<bigint> {
  const { number } = await db.insertInto('audit_log').values(row).returning('number').executeTakeFirstOrThrow();
  return number;
}

/** Which rows of the audit log to read; absent fields take all. */
export interface AuditFilter {
  actorId?: string | undefined;
  action?: string | undefined;
  targetType?: string | undefined;
  targetId?: string | undefined;
  since?: Date | undefined;
  /** Excluded. */
  before?: Date | undefined;
}

/** Rows with nearly the same time may lie in another order than their numbers. */
const disorder = 1_000;

/** Rows that fit, newest first, below `number`. */
export async function findActions(
  db: Db,
  filter: AuditFilter,
  below: bigint | null,
  limit: number,
): Promise<(AuditRow & { number: bigint })[]> {
  const { actorId, action, targetType, targetId, since, before } = filter;
  const all = [
    sql`true`,
    ...(below === null ? [] : [sql`number < ${below}`]),
    ...(actorId ? [sql`actor_id = ${actorId}`] : []),
    ...(action ? [sql`action = ${action}`] : []),
    ...(targetType ? [sql`target_type = ${targetType}`] : []),
    ...(targetId ? [sql`target_id = ${targetId}`] : []),
    // Numbers rise with time, so one query of the index of times bounds the rows to read.
    ...(since
      ? [
          sql`at >= ${since} and number >= coalesce(
            (select number from audit_log where at >= ${since} order by at limit 1) - ${disorder}, 9223372036854775807)`,
        ]
      : []),
    ...(before
      ? [
          sql`at < ${before} and number <= coalesce(
            (select number from audit_log where at < ${before} order by at desc limit 1) + ${disorder}, 0)`,
        ]
      : []),
  ];
  const { rows } = await sql<AuditRow & { number: bigint }>`
    select number, id, actor_id, action, target_type, target_id, reason, details::text as details, at, previous_hash, hash
      from audit_log where ${sql.join(all, sql` and `)} order by number desc limit ${limit}`.execute(db);
  return rows;
}

/** Every kind of action and everyone who acted, by one index entry each. */
export async function listDistinct(db: Db, column: 'action' | 'actor_id'): Promise<string[]> {
  const name = sql.ref(column);
  const { rows } = await sql<{ value: string }>`
    with recursive known (value) as (
      (select ${name} from audit_log order by ${name} limit 1)
      union all
      select (select ${name} from audit_log where ${name} > known.value order by ${name} limit 1)
        from known where known.value is not null
    ) select value::text from known where value is not null`.execute(db);
  return rows.map(({ value }) => value);
}

export async function insertCheck(db: Db, check: Insertable<AuditChecks>): Promise<void> {
  await db.insertInto('audit_checks').values(check).execute();
}

/** The newest verification of the chain. */
export const findLatestCheck = (db: Db) =>
  db.selectFrom('audit_checks').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();

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
  { kind, at }: { kind: 'start_now' | 'new_price'; at: Date },
  rows: readonly (Consent & { wording: number })[],
): Promise<void> {
  await db
    .insertInto('consents')
    .values(
      rows.map(({ accountId, reference, price, wording }) => ({
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
