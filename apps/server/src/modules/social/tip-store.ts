import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Tips } from '../../platform/database-types.ts';

export type TipRow = Selectable<Tips>;

export interface NewTip {
  id: string;
  orderId: string;
  accountId: string;
  profileId: string;
  contentId: string | null;
  amountCents: number;
  message: string;
  at: Date;
}

export async function insertTip(db: Db, tip: NewTip): Promise<void> {
  await db
    .insertInto('tips')
    .values({
      id: tip.id,
      order_id: tip.orderId,
      account_id: tip.accountId,
      profile_id: tip.profileId,
      content_id: tip.contentId,
      amount_cents: tip.amountCents,
      message: tip.message,
      created_at: tip.at,
    })
    .execute();
}

export const findByOrder = (db: Db, orderId: string): Promise<TipRow | undefined> =>
  db.selectFrom('tips').selectAll().where('order_id', '=', orderId).executeTakeFirst();

/** Takes a tip back; undefined when it was already, or there is none. */
export const reverseTip = (db: Db, orderId: string, at: Date): Promise<TipRow | undefined> =>
  db
    .updateTable('tips')
    .set({ reversed_at: at })
    .where('order_id', '=', orderId)
    .where('reversed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
