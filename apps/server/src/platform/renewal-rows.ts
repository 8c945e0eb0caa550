import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import { uuidArray } from './prepared.ts';

/** Lease of a charge in progress: one process charges; after a crash the row is free after this long. */
const leaseMs = 120_000;

/** A refused attempt. */
export interface Refusal {
  id: string;
  /** End of the paid period when the attempt began. */
  paidUntil: Date;
  /** Number of earlier refusals. */
  failed: number;
  /** Null when no attempt follows. */
  nextAttemptAt: Date | null;
}

export type RenewalRows<Row> = ReturnType<typeof renewalRows<Row>>;

/**
 * Queries shared by every table of renewals. Each has `paid_until`, `next_attempt_at`, `failed_attempts` and
 * `claimed_until`; the owning module passes its name and id column.
 */
export function renewalRows<Row>(table: string, idColumn: string, returning: RawBuilder<unknown>) {
  const [rows, id] = [sql.table(table), sql.ref(`${table}.${idColumn}`)];
  const of = (column: string) => sql.ref(`${table}.${column}`);

  return {
    /** Claims due rows for `leaseMs`; rows claimed by other processes are skipped. */
    async claimDue(db: Db, now: Date, limit: number): Promise<Row[]> {
      const taken = await sql<Row>`
        with due as (
          select ${id} as id from ${rows}
            where next_attempt_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
            order by next_attempt_at limit ${limit} for update skip locked
        )
        update ${rows} set claimed_until = ${new Date(now.getTime() + leaseMs)} from due
          where ${id} = due.id returning ${returning}`.execute(db);
      return taken.rows;
    },

    /** Claims one row for a charge outside the job; returns false while another process charges it. */
    async claim(db: Db, rowId: string, now: Date): Promise<boolean> {
      const held = await sql`
        update ${rows} set claimed_until = ${new Date(now.getTime() + leaseMs)}
          where ${id} = ${rowId} and (claimed_until is null or claimed_until <= ${now})`.execute(db);
      return held.numAffectedRows === 1n;
    },
    async release(db: Db, rowId: string): Promise<void> {
      await sql`update ${rows} set claimed_until = null where ${id} = ${rowId}`.execute(db);
    },

    /** Stops charging these rows; paid time stays. */
    async stopAll(db: Db, ids: readonly string[]): Promise<void> {
      await sql`
        update ${rows} set next_attempt_at = null, claimed_until = null, failed_attempts = 0
          where ${id} = any(${uuidArray(ids)}::uuid[])`.execute(db);
    },

    /**
     * Counts refusals, except for rows that were paid, stopped or counted since they were read. Returns the ids that were counted.
     */
    async recordRefusals(db: Db, refusals: readonly Refusal[]): Promise<Set<string>> {
      const counted = await sql<{ id: string }>`
        update ${rows} set failed_attempts = refused.failed + 1, next_attempt_at = refused.next_at, claimed_until = null
          from unnest(${uuidArray(refusals.map((one) => one.id))}::uuid[],
            ${refusals.map((one) => one.paidUntil)}::timestamptz[], ${refusals.map((one) => one.failed)}::int[],
            ${refusals.map((one) => one.nextAttemptAt)}::timestamptz[]) as refused (id, paid_until, failed, next_at)
          where ${id} = refused.id and ${of('paid_until')} = refused.paid_until
            and ${of('failed_attempts')} = refused.failed and ${of('next_attempt_at')} is not null
          returning ${id} as id`.execute(db);
      return new Set(counted.rows.map((row) => row.id));
    },

    /** Retries charges with an unknown outcome at `at`, unless they have been paid since; claimed until then. */
    async postpone(db: Db, open: readonly Pick<Refusal, 'id' | 'paidUntil'>[], at: Date): Promise<void> {
      await sql`
        update ${rows} set next_attempt_at = ${at}, claimed_until = ${at}
          from unnest(${uuidArray(open.map((one) => one.id))}::uuid[],
            ${open.map((one) => one.paidUntil)}::timestamptz[]) as open (id, paid_until)
          where ${id} = open.id and ${of('paid_until')} = open.paid_until and ${of('next_attempt_at')} is not null`.execute(
        db,
      );
    },
  };
}
