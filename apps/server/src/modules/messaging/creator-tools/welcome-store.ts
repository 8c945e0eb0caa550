import type { WelcomeAudience } from '@vlam/contract/messaging-creators';
import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { MessageWelcomes } from '../../../platform/database-types.ts';

export type WelcomeRow = Selectable<MessageWelcomes>;

const tableOf = { subscriber: 'message_welcomes', follower: 'message_follower_welcomes' } as const satisfies Record<
  WelcomeAudience,
  string
>;

export async function findWelcome(
  db: Db,
  profileId: string,
  audience: WelcomeAudience,
): Promise<WelcomeRow | undefined> {
  return db.selectFrom(tableOf[audience]).selectAll().where('profile_id', '=', profileId).executeTakeFirst();
}

/** Locks the row. */
export async function lockWelcome(
  db: Db,
  profileId: string,
  audience: WelcomeAudience,
): Promise<WelcomeRow | undefined> {
  return db
    .selectFrom(tableOf[audience])
    .selectAll()
    .where('profile_id', '=', profileId)
    .forUpdate()
    .executeTakeFirst();
}

export async function putWelcome(db: Db, row: WelcomeRow, audience: WelcomeAudience): Promise<void> {
  const { profile_id: _key, ...values } = row;
  await db
    .insertInto(tableOf[audience])
    .values(row)
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(values))
    .execute();
}
