import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { RequestRow } from './store.ts';

export type DisputeStatus = 'disputed' | 'resolved';

/** Cursor of a page: when the last row was disputed or decided, and its id. */
export type DisputePosition = readonly [at: string, id: string];

/** Open disputes, longest waiting first, or decided ones, newest first. */
export async function listDisputes(
  db: Db,
  { status, after, limit }: { status: DisputeStatus; after: DisputePosition | null; limit: number },
): Promise<RequestRow[]> {
  const isOpen = status === 'disputed';
  let query = db
    .selectFrom('content_requests')
    .selectAll()
    .where('status', '=', status)
    .orderBy(isOpen ? 'disputed_at' : 'decided_at', isOpen ? 'asc' : 'desc')
    .orderBy('id', isOpen ? 'asc' : 'desc')
    .limit(limit);
  if (after) {
    const [at, id] = after;
    query = query.where(
      isOpen
        ? sql<boolean>`(disputed_at, id) > (${at}::timestamptz, ${id}::uuid)`
        : sql<boolean>`(decided_at, id) < (${at}::timestamptz, ${id}::uuid)`,
    );
  }
  return query.execute();
}

/** Open disputes of at most this many held credits, or all. */
export async function countDisputes(db: Db, atMost: number | null): Promise<number> {
  const all = db
    .selectFrom('content_requests')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('status', '=', 'disputed');
  const row = await (atMost === null ? all : all.where('held', '<=', atMost)).executeTakeFirstOrThrow();
  return Number(row.n);
}

export const findDispute = async (db: Db, id: string): Promise<RequestRow | undefined> =>
  db
    .selectFrom('content_requests')
    .selectAll()
    .where('id', '=', id)
    .where('status', 'in', ['disputed', 'resolved'])
    .executeTakeFirst();

/** Records that a staff account opened a dispute now. */
export async function recordStaffView(db: Db, requestId: string, accountId: string, at: Date): Promise<void> {
  await db
    .insertInto('dispute_views')
    .values({ request_id: requestId, account_id: accountId, viewed_at: at })
    .onConflict((conflict) => conflict.columns(['request_id', 'account_id']).doUpdateSet({ viewed_at: at }))
    .execute();
}
