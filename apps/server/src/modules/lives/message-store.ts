import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { LiveMessages } from '../../platform/database-types.ts';
import { firstIdAt, timeOfId } from '../../platform/ids.ts';
import { visibleTo } from '../profiles/service.ts';

export type MessageRow = Selectable<LiveMessages>;

/** Undefined when the account's key has paid for a tip before; waits for a concurrent one. */
export const insertMessage = (
  db: Db,
  row: Partial<MessageRow> & Pick<MessageRow, 'id' | 'live_id' | 'profile_id' | 'kind' | 'at'>,
) =>
  db
    .insertInto('live_messages')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).where('kind', '=', 'tip').doNothing())
    .returningAll()
    .executeTakeFirst();

export const findTip = (db: Db, accountId: string, key: string): Promise<MessageRow | undefined> =>
  db
    .selectFrom('live_messages')
    .selectAll()
    .where('kind', '=', 'tip')
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst();

/** A message with an earlier id may be committed later than a reader's last one: by another process, or another clock. */
const overlapMs = 10_000;
const since = (id: string): string => firstIdAt(new Date(timeOfId(id).getTime() - overlapMs));

/** The latest messages after an id, or up to ten seconds before it, by people the viewer may see and by the creator, oldest first. */
export async function listMessages(
  db: Db,
  wanted: {
    liveId: string;
    creatorId: string;
    viewerId: string | null;
    moderates: boolean;
    after: string | null;
    limit: number;
  },
): Promise<MessageRow[]> {
  const { liveId, creatorId, viewerId, moderates, after, limit } = wanted;
  const rows = await db
    .selectFrom('live_messages')
    .selectAll()
    .where('live_id', '=', liveId)
    .$if(after !== null, (query) => query.where('id', '>', since(after ?? '')))
    .$if(!moderates, (query) =>
      query.where(sql<boolean>`(live_messages.profile_id = ${creatorId}
        or ${visibleTo(viewerId, sql`live_messages.profile_id`)})`),
    )
    .where(sql<boolean>`not exists (select from live_removed r
      where r.live_id = live_messages.live_id and r.profile_id = live_messages.profile_id)`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse();
}

export async function countSince(db: Db, liveId: string, profileId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from live_messages
      where live_id = ${liveId} and profile_id = ${profileId} and kind = 'text' and at > ${since}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** False when the viewer was removed before. */
export async function insertRemoved(tx: Db, liveId: string, profileId: string, at: Date): Promise<boolean> {
  const added = await tx
    .insertInto('live_removed')
    .values({ live_id: liveId, profile_id: profileId, at })
    .onConflict((conflict) => conflict.columns(['live_id', 'profile_id']).doNothing())
    .execute();
  return added[0]?.numInsertedOrUpdatedRows === 1n;
}
