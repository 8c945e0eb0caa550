import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { AuthorityRequests, LegalHolds } from '../../../platform/database-types.ts';

export type RequestRow = Selectable<AuthorityRequests>;
export type HoldRow = Selectable<LegalHolds>;

const listed = 200;

export const listRequests = (db: Db): Promise<RequestRow[]> =>
  db
    .selectFrom('authority_requests')
    .selectAll()
    .orderBy(sql`state <> 'open'`)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(listed)
    .execute();

export const insertRequest = (db: Db, row: Insertable<AuthorityRequests>): Promise<RequestRow> =>
  db.insertInto('authority_requests').values(row).returningAll().executeTakeFirstOrThrow();

export const lockRequest = (db: Db, id: string): Promise<RequestRow | undefined> =>
  db.selectFrom('authority_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const findRequestByNumber = (db: Db, number: string): Promise<RequestRow | undefined> =>
  db.selectFrom('authority_requests').selectAll().where('number', '=', number).executeTakeFirst();

export async function listRequestNumbers(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('authority_requests')
    .select(['id', 'number'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, number }) => [id, number]));
}

export const updateRequest = (db: Db, id: string, change: Updateable<AuthorityRequests>): Promise<RequestRow> =>
  db.updateTable('authority_requests').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const listHolds = (db: Db): Promise<HoldRow[]> =>
  db.selectFrom('legal_holds').selectAll().orderBy('placed_at', 'desc').orderBy('id', 'desc').limit(listed).execute();

export const insertHold = (db: Db, row: Insertable<LegalHolds>): Promise<HoldRow> =>
  db.insertInto('legal_holds').values(row).returningAll().executeTakeFirstOrThrow();

export const lockHold = (db: Db, id: string): Promise<HoldRow | undefined> =>
  db.selectFrom('legal_holds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const updateHold = (db: Db, id: string, change: Updateable<LegalHolds>): Promise<HoldRow> =>
  db.updateTable('legal_holds').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Whether a hold in force covers an account: its time is not over, and it was confirmed or still may be. */
export async function isAccountHeld(db: Db, accountId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('legal_holds')
    .select('id')
    .where('subject_type', '=', 'account')
    .where('subject_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('until', '>', now)
    .where((eb) => eb.or([eb('confirmed_at', 'is not', null), eb('confirm_by', '>', now)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Copies of removed rows by the account they were kept for. */
export async function countKept(db: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('held_rows')
    .select(({ fn }) => ['account_id', fn.countAll<bigint>().as('n')])
    .where('account_id', 'in', [...accountIds])
    .groupBy('account_id')
    .execute();
  return new Map(rows.map((row) => [row.account_id, Number(row.n)]));
}
