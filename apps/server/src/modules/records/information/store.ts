import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { InformationMessages, InformationRequests } from '../../../platform/database-types.ts';

export type RequestRow = Selectable<InformationRequests>;
export type MessageRow = Selectable<InformationMessages>;

const listedOwn = 50;
const listed = 200;

export async function findDays(db: Db, kind: string): Promise<number> {
  const row = await db.selectFrom('information_kinds').select('days').where('id', '=', kind).executeTakeFirstOrThrow();
  return row.days;
}

/** Serialises the requests of one account, so that their number holds. */
export async function lockAccount(db: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`information of ${accountId}`}, 0))`.execute(db);
}

export async function countOpen(db: Db, accountId: string): Promise<number> {
  const rows = await db
    .selectFrom('information_requests')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', 'in', ['unconfirmed', 'open'])
    .execute();
  return rows.length;
}

export const insertRequest = (db: Db, row: Insertable<InformationRequests>): Promise<RequestRow> =>
  db.insertInto('information_requests').values(row).returningAll().executeTakeFirstOrThrow();

export const lockRequest = (db: Db, id: string): Promise<RequestRow | undefined> =>
  db.selectFrom('information_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const lockByToken = (db: Db, tokenHash: Buffer): Promise<RequestRow | undefined> =>
  db.selectFrom('information_requests').selectAll().where('token_hash', '=', tokenHash).forUpdate().executeTakeFirst();

export const updateRequest = (db: Db, id: string, change: Updateable<InformationRequests>): Promise<RequestRow> =>
  db.updateTable('information_requests').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const listOfAccount = (db: Db, accountId: string): Promise<RequestRow[]> =>
  db
    .selectFrom('information_requests')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(listedOwn)
    .execute();

/** Open ones, least time left first, or answered ones, newest first. */
export async function listCases(db: Db, state: 'open' | 'answered', limit = listed): Promise<RequestRow[]> {
  const all = db.selectFrom('information_requests').selectAll().limit(limit);
  const rows =
    state === 'open'
      ? all.where('state', '=', 'open').orderBy('due_at').orderBy('id')
      : all.where('answered_at', 'is not', null).orderBy('answered_at', 'desc').orderBy('id', 'desc');
  return rows.execute();
}

export async function insertMessage(db: Db, row: Insertable<InformationMessages>): Promise<void> {
  await db.insertInto('information_messages').values(row).execute();
}

export async function listMessages(db: Db, requestIds: readonly string[]): Promise<MessageRow[]> {
  if (requestIds.length === 0) return [];
  return db
    .selectFrom('information_messages')
    .selectAll()
    .where('request_id', 'in', [...requestIds])
    .orderBy('at')
    .orderBy('id')
    .execute();
}
