import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { SafetyContacts } from '../../platform/database-types.ts';

export type ContactRow = Selectable<SafetyContacts>;

export const find = (db: Db, accountId: string): Promise<ContactRow | undefined> =>
  db.selectFrom('safety_contacts').selectAll().where('account_id', '=', accountId).executeTakeFirst();

export const lock = (db: Db, accountId: string): Promise<ContactRow | undefined> =>
  db.selectFrom('safety_contacts').selectAll().where('account_id', '=', accountId).forUpdate().executeTakeFirst();

export const findByToken = (db: Db, tokenHash: Buffer): Promise<ContactRow | undefined> =>
  db.selectFrom('safety_contacts').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();

/** Members other than this one who named the address. */
export async function countOthers(db: Db, accountId: string, contactIndex: Buffer): Promise<number> {
  const row = await db
    .selectFrom('safety_contacts')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('contact_index', '=', contactIndex)
    .where('account_id', '<>', accountId)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

export async function put(db: Db, row: Insertable<SafetyContacts>): Promise<ContactRow> {
  const { account_id: _, ...change } = row;
  return db
    .insertInto('safety_contacts')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ ...change, alarmed_at: null }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function setAlarmed(db: Db, accountId: string, at: Date): Promise<void> {
  await db.updateTable('safety_contacts').set({ alarmed_at: at }).where('account_id', '=', accountId).execute();
}

export async function remove(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('safety_contacts').where('account_id', '=', accountId).execute();
}
