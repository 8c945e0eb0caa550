import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { SubscriptionGifts } from '../../platform/database-types.ts';
import { uuidArray } from '../../platform/prepared.ts';
import { displayNameOf, isMember, isUnblocked, sellsSubscriptions, visibleTo } from '../profiles/service.ts';

export type GiftRow = Omit<Selectable<SubscriptionGifts>, 'state'> & { state: GiftState };
export type GiftState = 'offered' | 'accepted' | 'refused' | 'withdrawn' | 'returned';

/** The three people of a gift, as ids of profiles. */
export interface GiftPeople {
  giverId: string;
  recipientId: string;
  creatorId: string;
}

/** False while a gift of the same three people waits for its answer. */
export async function insertGift(
  db: Db,
  gift: Pick<
    GiftRow,
    | 'id'
    | 'order_id'
    | 'giver_account_id'
    | 'giver_id'
    | 'recipient_id'
    | 'creator_id'
    | 'tier'
    | 'months'
    | 'amount_cents'
    | 'is_unnamed'
    | 'offered_at'
    | 'answer_by'
  >,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('subscription_gifts')
    .values({ ...gift, state: 'offered' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

const query = (db: Db) => db.selectFrom('subscription_gifts').selectAll();

export const findById = (db: Db, id: string): Promise<GiftRow | undefined> =>
  query(db).where('id', '=', id).executeTakeFirst() as Promise<GiftRow | undefined>;
export const lockById = (db: Db, id: string): Promise<GiftRow | undefined> =>
  query(db).where('id', '=', id).forUpdate().executeTakeFirst() as Promise<GiftRow | undefined>;
export const findByOrder = (db: Db, orderId: string): Promise<GiftRow | undefined> =>
  query(db).where('order_id', '=', orderId).executeTakeFirst() as Promise<GiftRow | undefined>;
export const lockByOrder = (db: Db, orderId: string): Promise<GiftRow | undefined> =>
  query(db).where('order_id', '=', orderId).forUpdate().executeTakeFirst() as Promise<GiftRow | undefined>;

/** Gifts of one side, newest first; of the received ones only those that wait or were accepted. */
export async function listGifts(
  db: Db,
  side: 'giver' | 'recipient',
  profileId: string,
  limit: number,
): Promise<GiftRow[]> {
  const rows = query(db).orderBy('offered_at', 'desc').orderBy('id', 'desc').limit(limit);
  const own =
    side === 'giver'
      ? rows.where('giver_id', '=', profileId)
      : rows
          .where('recipient_id', '=', profileId)
          .where('state', 'in', ['offered', 'accepted'])
          .where('reversed_at', 'is', null);
  return (await own.execute()) as GiftRow[];
}

export async function isOffered(db: Db, { giverId, recipientId, creatorId }: GiftPeople): Promise<boolean> {
  const { rows } = await sql`
    select from subscription_gifts where giver_id = ${giverId} and recipient_id = ${recipientId}
      and creator_id = ${creatorId} and state = 'offered' and reversed_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/** SQL: whether a gift may reach its recipient: the three can see each other as far as each has to. */
const reaches = (
  giver: RawBuilder<unknown>,
  recipient: RawBuilder<unknown>,
  creator: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(
  ${isMember(giver)} and ${isMember(recipient)} and ${isUnblocked(giver, recipient)}
  and ${visibleTo(recipient, creator)} and ${sellsSubscriptions(creator)})`;

export async function canReach(db: Db, { giverId, recipientId, creatorId }: GiftPeople): Promise<boolean> {
  const { rows } = await sql<{ reaches: boolean }>`
    select ${reaches(sql`${giverId}::uuid`, sql`${recipientId}::uuid`, sql`${creatorId}::uuid`)} as reaches`.execute(
    db,
  );
  return rows[0]?.reaches ?? false;
}

export async function answerGift(
  db: Db,
  id: string,
  answer: { state: Exclude<GiftState, 'offered'>; at: Date; startsAt?: Date; endsAt?: Date },
): Promise<GiftRow> {
  return (await db
    .updateTable('subscription_gifts')
    .set({
      state: answer.state,
      answered_at: answer.at,
      starts_at: answer.startsAt ?? null,
      ends_at: answer.endsAt ?? null,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as GiftRow;
}

export const setReversed = (db: Db, id: string, at: Date) =>
  db.updateTable('subscription_gifts').set({ reversed_at: at }).where('id', '=', id).execute();

export async function findNames(db: Db, profileIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select wanted.id, ${displayNameOf(sql`wanted.id`)} as name
      from unnest(${uuidArray([...new Set(profileIds)])}::uuid[]) as wanted (id)`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Ends up to `limit` gifts whose time to answer is over, or that can no longer reach their recipient. */
export async function returnOverdue(db: Db, now: Date, limit: number): Promise<GiftRow[]> {
  const { rows } = await sql<GiftRow>`
    with over as (
      select id from subscription_gifts as gift where state = 'offered' and reversed_at is null
        and (answer_by <= ${now} or not ${reaches(sql`gift.giver_id`, sql`gift.recipient_id`, sql`gift.creator_id`)})
        order by answer_by, id limit ${limit} for update skip locked
    )
    update subscription_gifts as gift set state = 'returned', answered_at = ${now} from over
      where gift.id = over.id returning gift.*`.execute(db);
  return rows;
}
