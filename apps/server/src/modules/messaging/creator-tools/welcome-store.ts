import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { MessageWelcomes } from '../../../platform/database-types.ts';

export type WelcomeRow = Selectable<MessageWelcomes>;

export async function findWelcome(db: Db, profileId: string): Promise<WelcomeRow | undefined> {
  return db.selectFrom('message_welcomes').selectAll().where('profile_id', '=', profileId).executeTakeFirst();
}

/** Locks the row. */
export async function lockWelcome(db: Db, profileId: string): Promise<WelcomeRow | undefined> {
  return db
    .selectFrom('message_welcomes')
    .selectAll()
    .where('profile_id', '=', profileId)
    .forUpdate()
    .executeTakeFirst();
}

export async function putWelcome(db: Db, row: WelcomeRow): Promise<void> {
  const { profile_id: _key, ...values } = row;
  await db
    .insertInto('message_welcomes')
    .values(row)
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(values))
    .execute();
}
