import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { blockedAt } from '../profiles/service.ts';
import type { TicketRow } from './store.ts';

/** Undefined when the account has a ticket for this show; waits for a concurrent purchase. */
export const insertTicket = (tx: Db, row: Omit<TicketRow, 'returned_at'>): Promise<TicketRow | undefined> =>
  tx
    .insertInto('live_tickets')
    .values(row)
    .onConflict((conflict) => conflict.columns(['live_id', 'account_id']).doNothing())
    .returningAll()
    .executeTakeFirst();

export const findTicket = (db: Db, liveId: string, accountId: string): Promise<TicketRow | undefined> =>
  db
    .selectFrom('live_tickets')
    .selectAll()
    .where('live_id', '=', liveId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();

/** Whether the creator removed the viewer from this show. */
export async function isRemoved(db: Db, liveId: string, profileId: string): Promise<boolean> {
  const { rows } = await sql`
    select from live_removed where live_id = ${liveId} and profile_id = ${profileId}`.execute(db);
  return rows.length > 0;
}

/** Accounts whose ticket has not been returned; with `since`, those that bought it then or later. */
export async function listHolders(db: Db, liveId: string, since: Date | null): Promise<string[]> {
  const rows = await db
    .selectFrom('live_tickets')
    .select('account_id')
    .where('live_id', '=', liveId)
    .where('returned_at', 'is', null)
    .$if(since !== null, (query) => query.where('bought_at', '>=', since))
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/**
 * Held tickets of shows under way whose creator blocked the holder; or whose holder, within `lateMs` of buying it, blocked
 * the creator.
 */
export async function listBlockedHolders(db: Db, lateMs: number): Promise<{ liveId: string; accountId: string }[]> {
  const { rows } = await sql<{ liveId: string; accountId: string }>`
    select t.live_id as "liveId", t.account_id as "accountId"
      from lives join live_tickets t on t.live_id = lives.id and t.returned_at is null
      where lives.ended_at is null and not lives.sample and (
        ${blockedAt(sql`lives.creator_id`, sql`t.profile_id`)} is not null
        or ${blockedAt(sql`t.profile_id`, sql`lives.creator_id`)} <= t.bought_at + make_interval(secs => ${lateMs / 1000}::int))
      limit 200`.execute(db);
  return rows;
}

/** Marks a ticket as returned; undefined when it was before, or there is none. */
export const markReturned = (tx: Db, liveId: string, accountId: string, at: Date): Promise<TicketRow | undefined> =>
  tx
    .updateTable('live_tickets')
    .set({ returned_at: at })
    .where('live_id', '=', liveId)
    .where('account_id', '=', accountId)
    .where('returned_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

export const addTip = (tx: Db, liveId: string, credits: number) =>
  sql`update lives set tips_credits = tips_credits + ${credits}::int where id = ${liveId}`.execute(tx);

export interface OwnFigures {
  tickets: number;
  returned: number;
  tippers: number;
  /** Ledger groups of what the show sold and did not return. */
  saleIds: string[];
}

export async function findOwnFigures(db: Db, liveId: string): Promise<OwnFigures> {
  const { rows } = await sql<OwnFigures>`
    select (select count(*)::int from live_tickets where live_id = ${liveId}) as tickets,
        (select count(*)::int from live_tickets where live_id = ${liveId} and returned_at is not null) as returned,
        (select count(distinct profile_id)::int from live_messages where live_id = ${liveId} and kind in ('tip', 'gift')) as tippers,
        array(
          select sale_id from live_tickets where live_id = ${liveId} and returned_at is null
          union all select sale_id from live_messages where live_id = ${liveId} and kind in ('tip', 'gift')
        ) as "saleIds"`.execute(db);
  return rows[0] ?? { tickets: 0, returned: 0, tippers: 0, saleIds: [] };
}
