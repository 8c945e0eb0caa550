import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Tips } from '../../platform/database-types.ts';
import { creatorCentsOf } from '../credits/service.ts';

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

/** Marks a tip as reversed; undefined when already reversed or unknown. */
export const reverseTip = (db: Db, orderId: string, at: Date): Promise<TipRow | undefined> =>
  db
    .updateTable('tips')
    .set({ reversed_at: at })
    .where('order_id', '=', orderId)
    .where('reversed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** Number of tips and creator's share in cents per item, or of some, since `from`, or in total. */
export async function tipsByItem(
  db: Db,
  profileId: string,
  from: Date | null,
  contentIds: readonly string[] | null = null,
): Promise<ReadonlyMap<string, { tips: number; cents: number }>> {
  const { rows } = await sql<{ content_id: string; tips: number; cents: bigint }>`
    select content_id, count(*)::int as tips,
        sum(${creatorCentsOf(sql`tips.order_id::text`)})::bigint as cents
      from tips
      where profile_id = ${profileId} and content_id is not null and reversed_at is null
        and created_at >= coalesce(${from}::timestamptz, '-infinity')
        and ${contentIds ? sql`content_id = any (${[...contentIds]}::uuid[])` : sql`true`}
      group by content_id`.execute(db);
  return new Map(rows.map(({ content_id, tips, cents }) => [content_id, { tips, cents: Number(cents) }]));
}
