import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Flames } from '../../platform/database-types.ts';
import { uuidArray } from '../../platform/prepared.ts';
import { visibleTo } from '../profiles/service.ts';

export type FlameRow = Selectable<Flames>;

/** Serialises flames between two members, in both directions, until the transaction ends. */
export async function lockPair(db: Db, one: string, other: string): Promise<void> {
  const pair = [one, other].sort().join(' ');
  await sql`select pg_advisory_xact_lock(hashtextextended(${`flame ${pair}`}, 0))`.execute(db);
}

/** Serialises one member's flames, so that a count of them holds. */
export async function lockSender(db: Db, senderId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`flames of ${senderId}`}, 0))`.execute(db);
}

export async function findFlame(db: Db, senderId: string, recipientId: string): Promise<FlameRow | undefined> {
  return db
    .selectFrom('flames')
    .selectAll()
    .where('sender_id', '=', senderId)
    .where('recipient_id', '=', recipientId)
    .executeTakeFirst();
}

/** The ones of `senderIds` who have flamed the profile. */
export async function listFlamersOf(db: Db, recipientId: string, senderIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('flames')
    .select('sender_id')
    .where('sender_id', '=', sql<string>`any(${uuidArray(senderIds)}::uuid[])`)
    .where('recipient_id', '=', recipientId)
    .execute();
  return rows.map(({ sender_id }) => sender_id);
}

export async function countSentSince(db: Db, senderId: string, since: Date): Promise<number> {
  const row = await db
    .selectFrom('flames')
    .select((on) => on.fn.countAll<bigint>().as('count'))
    .where('sender_id', '=', senderId)
    .where('sent_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Sends a flame, or renews it on another day. */
export async function saveFlame(
  db: Db,
  flame: { senderId: string; recipientId: string; at: Date; earlierAt: Date | null; revealedSender: boolean },
): Promise<void> {
  const { senderId, recipientId, at, earlierAt, revealedSender } = flame;
  await db
    .insertInto('flames')
    .values({
      sender_id: senderId,
      recipient_id: recipientId,
      sent_at: at,
      earlier_at: earlierAt,
      revealed_sender: revealedSender,
    })
    .onConflict((conflict) =>
      conflict.columns(['sender_id', 'recipient_id']).doUpdateSet({ sent_at: at, earlier_at: earlierAt }),
    )
    .execute();
}

/** Takes the latest flame back; one of an earlier day becomes current again. */
export async function undoFlame(db: Db, { sender_id, recipient_id, earlier_at }: FlameRow): Promise<void> {
  const pair = { sender_id, recipient_id };
  if (earlier_at)
    await db
      .updateTable('flames')
      .set({ sent_at: earlier_at, earlier_at: null })
      .where((on) => on.and(pair))
      .execute();
  else
    await db
      .deleteFrom('flames')
      .where((on) => on.and(pair))
      .execute();
}

const pairOf = (one: string, other: string) =>
  one < other ? { low_id: one, high_id: other } : { low_id: other, high_id: one };

/** Returns false when the two match already. */
export async function insertMatch(db: Db, one: string, other: string, at: Date): Promise<boolean> {
  const made = await db
    .insertInto('flame_matches')
    .values({ ...pairOf(one, other), matched_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('low_id')
    .executeTakeFirst();
  return made !== undefined;
}

export async function deleteMatch(db: Db, one: string, other: string): Promise<void> {
  await db
    .deleteFrom('flame_matches')
    .where((on) => on.and(pairOf(one, other)))
    .execute();
}

export async function isMatch(db: Db, one: string, other: string): Promise<boolean> {
  const found = await db
    .selectFrom('flame_matches')
    .select('low_id')
    .where((on) => on.and(pairOf(one, other)))
    .executeTakeFirst();
  return found !== undefined;
}

export interface FlameListed {
  id: string;
  at: Date;
}

/** Flames to or from `own`, or their matches, newest first, of members they may see. */
export async function listFlames(
  db: Db,
  wanted: {
    own: string;
    direction: 'in' | 'out' | 'mutual';
    after: { at: Date; id: string } | null;
    limit: number;
  },
): Promise<FlameListed[]> {
  const { own, direction } = wanted;
  const source = {
    in: sql`select sender_id as id, sent_at as at from flames where recipient_id = ${own}`,
    out: sql`select recipient_id as id, sent_at as at from flames where sender_id = ${own}`,
    mutual: sql`select high_id as id, matched_at as at from flame_matches where low_id = ${own}
      union all select low_id, matched_at from flame_matches where high_id = ${own}`,
  }[direction];
  const after = wanted.after ? sql`(listed.at, listed.id) < (${wanted.after.at}, ${wanted.after.id}::uuid)` : sql`true`;
  const { rows } = await sql<FlameListed>`
    select listed.id, listed.at from (${source}) as listed
      where ${after} and ${visibleTo(own, sql`listed.id`)}
      order by listed.at desc, listed.id desc limit ${wanted.limit}`.execute(db);
  return rows;
}
