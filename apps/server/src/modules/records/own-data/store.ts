import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { AccountErasures, DataExports } from '../../../platform/database-types.ts';

export type ExportRow = Selectable<DataExports>;
type ExportFacts = Omit<ExportRow, 'file_sealed'>;

const facts = ['id', 'account_id', 'asked_at', 'tables_done', 'tables', 'ready_at', 'expires_at', 'byte_size'] as const;

/** The latest copy an account asked for, without its file. */
export const findLatestExport = (db: Db, accountId: string): Promise<ExportFacts | undefined> =>
  db
    .selectFrom('data_exports')
    .select(facts)
    .where('account_id', '=', accountId)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function insertExport(db: Db, row: Insertable<DataExports>): Promise<void> {
  await db.insertInto('data_exports').values(row).execute();
}

export async function findExport(db: Db, id: string): Promise<ExportFacts | undefined> {
  return db.selectFrom('data_exports').select(facts).where('id', '=', id).executeTakeFirst();
}

export async function setProgress(db: Db, id: string, done: number): Promise<void> {
  await db
    .updateTable('data_exports')
    .set({ tables_done: done })
    .where('id', '=', id)
    .where('ready_at', 'is', null)
    .execute();
}

/** Whether this run stored the file: a second run of the job changes nothing. */
export async function storeFile(
  db: Db,
  id: string,
  file: { sealed: Buffer; byteSize: number; readyAt: Date; expiresAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_exports')
    .set({
      ...{ file_sealed: file.sealed, byte_size: file.byteSize, ready_at: file.readyAt, expires_at: file.expiresAt },
      tables_done: sql`tables`,
    })
    .where('id', '=', id)
    .where('ready_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const findFile = (db: Db, accountId: string, now: Date): Promise<ExportRow | undefined> =>
  db
    .selectFrom('data_exports')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function deleteExports(db: Db, before: { expired: Date; asked: Date }): Promise<void> {
  await sql`delete from data_exports where expires_at <= ${before.expired} or asked_at <= ${before.asked}`.execute(db);
}

/** Serialises what one account asks of its own data. */
export async function lockOwnData(db: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`own data of ${accountId}`}, 0))`.execute(db);
}

export type ErasureRow = Selectable<AccountErasures>;

/** Begins an erasure, or goes on with one. */
export async function beginErasure(tx: Db, accountId: string, askedAt: Date, now: Date): Promise<void> {
  await tx
    .insertInto('account_erasures')
    .values({ account_id: accountId, asked_at: askedAt, begun_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function addRemoved(tx: Db, accountId: string, removed: number): Promise<void> {
  await sql`update account_erasures set removed = removed + ${removed} where account_id = ${accountId}`.execute(tx);
}

/** Returns the erasure unless another run ended it. */
export const endErasure = (tx: Db, accountId: string, now: Date): Promise<ErasureRow | undefined> =>
  tx
    .updateTable('account_erasures')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
