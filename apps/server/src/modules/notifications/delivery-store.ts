import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Notifications } from '../../platform/database-types.ts';
import { uuidArray } from '../../platform/prepared.ts';
import { hasMutedIn } from '../messaging/service.ts';
import { hiddenByIncognito, visibleTo } from '../profiles/service.ts';

type Details = { [name: string]: string | number };
export type NewNotification = Omit<Insertable<Notifications>, 'details'> & { details: Details };

/**
 * Whether a recipient may be notified of an actor: by name, unnamed, or (left out) not at all, which holds for both
 * sides of a block, for erased members, and for who is muted. Returns positions in the list.
 */
export async function siftActors(
  db: Db,
  pairs: readonly { recipientId: string | null; actorId: string; isMutable: boolean }[],
): Promise<Map<number, 'named' | 'unnamed'>> {
  if (pairs.length === 0) return new Map();
  const [recipient, actor] = [sql`pair.recipient`, sql`pair.actor`];
  const { rows } = await sql<{ place: number; named: boolean }>`
    select pair.place::int - 1 as place, ${visibleTo(recipient, actor)} as named
      from unnest(${uuidArray(pairs.map(({ recipientId }) => recipientId))}::uuid[],
                  ${uuidArray(pairs.map(({ actorId }) => actorId))}::uuid[],
                  ${pairs.map(({ isMutable }) => isMutable)}::boolean[])
        with ordinality as pair (recipient, actor, is_mutable, place)
      where (${visibleTo(recipient, actor)} or ${hiddenByIncognito(recipient, actor)})
        and not (pair.is_mutable and ${hasMutedIn(recipient, actor)})`.execute(db);
  return new Map(rows.map(({ place, named }) => [place, named ? 'named' : 'unnamed']));
}

/** Inserts rows whose event is new; returns their accounts. */
export async function insertSingles(db: Db, rows: readonly NewNotification[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const made = await db
    .insertInto('notifications')
    .values(rows.map((row) => ({ ...row, details: JSON.stringify(row.details) })))
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doNothing())
    .returning('account_id')
    .execute();
  return made.map((row) => row.account_id);
}

export interface Part {
  key: string;
  /** Null for an unnamed actor. */
  actorId: string | null;
  /** Number of events it stands for. */
  count: number;
}

/**
 * Adds events to the open group, or opens one: the latest of its key that is unread, or (`since`) began later.
 * Duplicates change nothing. The caller holds the lock on the account's settings. Returns whether any event was new.
 */
export async function addToGroup(
  db: Db,
  row: NewNotification & { group_key: string },
  parts: readonly Part[],
  since: Date | null,
): Promise<boolean> {
  const { rows: open } = await sql<{ id: string }>`
    select id from notifications
      where account_id = ${row.account_id} and group_key = ${row.group_key} and listed = ${row.listed}
        and ${since ? sql`began_at > ${since}` : sql`read_at is null`}
      order by at desc limit 1`.execute(db);
  const { rows: known } = await sql<{ key: string }>`
    select key from notification_parts
      where account_id = ${row.account_id} and key = any(${parts.map(({ key }) => key)}::text[])`.execute(db);
  const notifiedKeys = new Set(known.map(({ key }) => key));
  const fresh = [...new Map(parts.map((part) => [part.key, part])).values()].filter(
    ({ key }) => !notifiedKeys.has(key),
  );
  if (fresh.length === 0) return false;
  const countOf = (some: readonly Part[]) => some.reduce((sum, { count }) => sum + count, 0);
  const count = countOf(fresh);
  const unnamed = countOf(fresh.filter(({ actorId }) => actorId === null));
  const id = open[0]?.id ?? String(row.id);
  if (open[0])
    await sql`update notifications
      set count = count + ${count}, unnamed = unnamed + ${unnamed}, at = greatest(at, ${row.at}), read_at = null
      where id = ${id}`.execute(db);
  else
    await db
      .insertInto('notifications')
      .values({ ...row, details: JSON.stringify(row.details), count, unnamed })
      .execute();
  await db
    .insertInto('notification_parts')
    .values(
      fresh.map(({ key, actorId }) => ({
        account_id: row.account_id,
        key,
        notification_id: id,
        actor_id: actorId,
        at: row.at,
      })),
    )
    .execute();
  return true;
}
