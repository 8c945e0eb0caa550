import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';

export interface DatedShare {
  id: string;
  from: Date;
  creatorPercent: number;
}

/** Creators' shares of a sale by start date, planned ones too, newest first. */
async function list(db: Db): Promise<DatedShare[]> {
  const rows = await db.selectFrom('revenue_shares').selectAll().orderBy('effective_from', 'desc').execute();
  return rows.map((row) => ({ id: row.id, from: row.effective_from, creatorPercent: row.creator_percent }));
}

/** Changes of the shares wait for each other. */
async function lock(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('revenue shares', 0))`.execute(tx);
}

/** Returns the id. */
async function add(tx: Db, share: Omit<DatedShare, 'id'>): Promise<string> {
  const id = newId();
  await tx
    .insertInto('revenue_shares')
    .values({ id, effective_from: share.from, creator_percent: share.creatorPercent })
    .execute();
  return id;
}

/** False when it has begun by the database's clock, which postings read. */
async function removePlanned(tx: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('revenue_shares')
    .where('id', '=', id)
    .where('effective_from', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const datedShares = { list, lock, add, removePlanned };
