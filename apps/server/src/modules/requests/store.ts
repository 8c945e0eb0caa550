import type { RequestStatus } from '@vlam/contract/requests';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { ContentRequests } from '../../platform/database-types.ts';

export type RequestRow = Selectable<ContentRequests>;

/** Undefined when the requester's key has created a request already; waits for a concurrent one. */
export async function insertRequest(db: Db, row: Insertable<ContentRequests>): Promise<RequestRow | undefined> {
  return db
    .insertInto('content_requests')
    .values(row)
    .onConflict((conflict) => conflict.columns(['requester_account_id', 'key']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export const getByKey = (db: Db, requesterAccountId: string, key: string): Promise<RequestRow> =>
  db
    .selectFrom('content_requests')
    .selectAll()
    .where('requester_account_id', '=', requesterAccountId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();

export const findRequest = async (db: Db, id: string): Promise<RequestRow | undefined> =>
  db.selectFrom('content_requests').selectAll().where('id', '=', id).executeTakeFirst();

/** Part of another module's statement: whether a member has sent a creator a request. */
export const hasSentRequest = (requester: RawBuilder<unknown>, creatorId: string): RawBuilder<unknown> =>
  sql`exists (select from content_requests as asked
    where asked.requester_id = ${requester} and asked.creator_id = ${creatorId})`;

/** Locks the request. */
export const lockRequest = async (db: Db, id: string): Promise<RequestRow | undefined> =>
  db.selectFrom('content_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const updateRequest = (db: Db, id: string, change: Updateable<ContentRequests>): Promise<RequestRow> =>
  db
    .updateTable('content_requests')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Stores the result of a step under its idempotency key. */
export async function insertStepResult(db: Db, row: RequestRow, key: string): Promise<void> {
  await sql`
    insert into content_request_steps (request_id, key, request)
      select id, ${key}::text, to_jsonb(content_requests) from content_requests where id = ${row.id}`.execute(db);
}

/** The request as the step with this key left it; undefined without one. */
export async function findStepResult(db: Db, requestId: string, key: string): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    select made.* from content_request_steps step, jsonb_populate_record(null::content_requests, step.request) made
      where step.request_id = ${requestId} and step.key = ${key}`.execute(db);
  return rows[0];
}

/** A profile's requests, newest first. */
export async function listRequests(
  db: Db,
  wanted: {
    profileId: string;
    box: 'sent' | 'received';
    status: RequestStatus | undefined;
    after: string | null;
    limit: number;
  },
): Promise<RequestRow[]> {
  let query = db
    .selectFrom('content_requests')
    .selectAll()
    .where(wanted.box === 'sent' ? 'requester_id' : 'creator_id', '=', wanted.profileId)
    .orderBy('id', 'desc')
    .limit(wanted.limit);
  if (wanted.status) query = query.where('status', '=', wanted.status);
  if (wanted.after) query = query.where('id', '<', wanted.after);
  return query.execute();
}

/** A rating is no step: the version that staff read stays. */
export const setStars = (db: Db, id: string, stars: number): Promise<RequestRow> =>
  db.updateTable('content_requests').set({ stars }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Sum and number of the stars for a creator's requests, or for all; fully refunded requests do not count. */
export async function sumStars(db: Db, creatorId: string | null): Promise<{ stars: number; ratings: number }> {
  const { rows } = await sql<{ stars: number; ratings: number }>`
    select coalesce(sum(stars), 0)::int as stars, count(*)::int as ratings from content_requests
      where stars is not null and decision is distinct from 'returned'
        and ${creatorId === null ? sql`true` : sql`creator_id = ${creatorId}`}`.execute(db);
  return rows[0] ?? { stars: 0, ratings: 0 };
}

/** Open requests that had expired at a moment, oldest first. */
export async function listOverdue(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('content_requests')
    .select('id')
    .where('status', 'in', ['pending', 'accepted'])
    .where('lapses_at', '<=', now)
    .orderBy('lapses_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

// A fully refunded delivery belongs to no requester.
const stillDelivered = sql<boolean>`decision is distinct from 'returned'`;

/** Adds the files of a delivery after its first. */
export async function addFiles(tx: Db, requestId: string, mediaIds: readonly string[]): Promise<void> {
  if (mediaIds.length === 0) return;
  await tx
    .insertInto('request_files')
    .values(mediaIds.map((media_id, index) => ({ request_id: requestId, media_id, position: index + 1 })))
    .execute();
}

/** The files of each delivery, in order. */
export async function listFiles(db: Db, requestIds: readonly string[]): Promise<Map<string, string[]>> {
  const files = new Map<string, string[]>();
  if (requestIds.length === 0) return files;
  const rows = await db
    .selectFrom('request_delivery_files')
    .select(['request_id', 'media_id'])
    .where('request_id', 'in', [...requestIds])
    .orderBy('position')
    .execute();
  for (const { request_id, media_id } of rows)
    if (request_id && media_id) files.set(request_id, [...(files.get(request_id) ?? []), media_id]);
  return files;
}

/** Whether the file was delivered before and either delivery is exclusive. */
export async function conflictsWithDelivery(db: Db, mediaId: string, exclusively: boolean): Promise<boolean> {
  let query = db
    .selectFrom('request_delivery_files')
    .innerJoin('content_requests', 'content_requests.id', 'request_delivery_files.request_id')
    .select('content_requests.id')
    .where('media_id', '=', mediaId)
    .where(stillDelivered)
    .limit(1);
  if (!exclusively) query = query.where('is_exclusive', '=', true);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Whether a file was delivered. */
export const isDelivered = (db: Db, mediaId: string): Promise<boolean> => conflictsWithDelivery(db, mediaId, true);

/** Whether the file, in any of its uses, belongs to the requester of an exclusive request. */
export async function isDeliveredExclusively(db: Db, mediaIds: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('request_delivery_files')
    .innerJoin('content_requests', 'content_requests.id', 'request_delivery_files.request_id')
    .select('content_requests.id')
    .where('media_id', 'in', [...mediaIds])
    .where('is_exclusive', '=', true)
    .where(stillDelivered)
    .executeTakeFirst();
  return row !== undefined;
}

/** How long opening a dispute opens the delivered file to a member of staff. */
const staffViewMs = 3_600_000;

/**
 * Part of another module's SQL statement: whether a file was delivered to an account, or belongs to a dispute that it
 * opened as staff within `staffViewMs`.
 */
export const isOpenDelivery = (
  account: RawBuilder<unknown>,
  mediaId: RawBuilder<unknown>,
  now: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from request_delivery_files as sent join content_requests as made on made.id = sent.request_id
  where sent.media_id = ${mediaId} and (
    (made.requester_account_id = ${account} and made.decision is distinct from 'returned')
    or (made.status = 'disputed' and exists (select from dispute_views as view where view.request_id = made.id
      and view.account_id = ${account} and view.viewed_at > ${now} - ${staffViewMs} * interval '1 millisecond'))))`;
