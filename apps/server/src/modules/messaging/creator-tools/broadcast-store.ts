import type { Earned } from '@vlam/contract/schemas';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { MessageBroadcasts } from '../../../platform/database-types.ts';
import { earnedBySale } from '../../credits/service.ts';
import { isCreator, visibleTo } from '../../profiles/service.ts';

export type BroadcastRow = Selectable<MessageBroadcasts>;

/** Results of a broadcast so far. */
export interface BroadcastFigures {
  id: string;
  sent: number;
  skipped: number;
  takenBack: number;
  /** As the threads show it to their writer: of those who have accepted them and let themselves be seen. */
  read: number;
  unlocked: number;
  earned: Earned;
}

/** Serializes broadcasts of a creator, so that the daily limit holds. */
export async function lockCreator(db: Db, profileId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('broadcasts ' || ${profileId}, 0))`.execute(db);
}

/** Broadcasts that go out between two moments; one that was cancelled before it began does not count. */
export async function countBetween(db: Db, profileId: string, from: Date, to: Date): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from message_broadcasts
      where profile_id = ${profileId} and coalesce(scheduled_at, created_at) >= ${from}
        and coalesce(scheduled_at, created_at) < ${to} and not (state = 'cancelled' and recipients = 0)`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

export async function countAudience(db: Db, audience: RawBuilder<{ profile_id: string }>): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) from (${audience}) as reached`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** How many people get it at each price, the lowest first. */
export async function countByPrice(
  db: Db,
  recipients: RawBuilder<{ profile_id: string; price: number }>,
): Promise<{ price: number; recipients: number }[]> {
  const { rows } = await sql<{ price: number; recipients: number }>`
    select reached.price, count(*)::int as recipients from (${recipients}) as reached group by 1 order by 1`.execute(
    db,
  );
  return rows;
}

export async function findByClient(db: Db, profileId: string, clientId: string): Promise<BroadcastRow | undefined> {
  return db
    .selectFrom('message_broadcasts')
    .selectAll()
    .where('profile_id', '=', profileId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

/** A broadcast without recipients; a scheduled one gets them when it begins. */
export async function insertBroadcast(
  db: Db,
  row: Omit<BroadcastRow, 'recipients' | 'audience' | 'also' | 'taken_back_at' | 'taken_back_done_at'> & {
    audience: object;
    also: readonly object[];
  },
): Promise<BroadcastRow> {
  return db
    .insertInto('message_broadcasts')
    .values({ ...row, audience: JSON.stringify(row.audience), also: JSON.stringify(row.also), recipients: 0 })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Fixes the recipients of a broadcast, each with their price; from now on it is being sent. */
export async function begin(
  db: Db,
  id: string,
  recipients: RawBuilder<{ profile_id: string; price: number }>,
  at: Date,
): Promise<BroadcastRow> {
  const { numAffectedRows } = await sql`
    insert into message_broadcast_recipients (broadcast_id, profile_id, price)
      select ${id}, reached.profile_id, reached.price from (${recipients}) as reached`.execute(db);
  return db
    .updateTable('message_broadcasts')
    .set({ recipients: Number(numAffectedRows ?? 0n), state: 'sending', last_progress_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Locks a scheduled broadcast whose time has come; undefined for any other, also one that was cancelled meanwhile. */
export async function lockDue(db: Db, id: string, now: Date): Promise<(BroadcastRow & { sells: boolean }) | undefined> {
  const { rows } = await sql<BroadcastRow & { sells: boolean }>`
    select one.*, ${isCreator(sql`one.profile_id`)} as sells from message_broadcasts as one
      where one.id = ${id} and one.state = 'scheduled' and one.scheduled_at <= ${now} for update of one`.execute(db);
  return rows[0];
}

/** Locks the row, so that it is not cancelled until the transaction ends. */
export async function lockBroadcast(db: Db, id: string): Promise<BroadcastRow | undefined> {
  return db.selectFrom('message_broadcasts').selectAll().where('id', '=', id).forShare().executeTakeFirst();
}

/** Claims the next waiting recipients, each with their price; other processes skip them. */
export async function claimRecipients(
  db: Db,
  id: string,
  limit: number,
): Promise<{ profileId: string; price: number | null }[]> {
  const { rows } = await sql<{ profileId: string; price: number | null }>`
    select profile_id as "profileId", price from message_broadcast_recipients
      where broadcast_id = ${id} and outcome is null order by profile_id limit ${limit} for update skip locked`.execute(
    db,
  );
  return rows;
}

export async function recordOutcomes(
  db: Db,
  id: string,
  outcomes: readonly { profileId: string; outcome: 'sent' | 'skipped' }[],
): Promise<void> {
  await sql`
    update message_broadcast_recipients one set outcome = noted.outcome
      from unnest(${outcomes.map(({ profileId }) => profileId)}::uuid[], ${outcomes.map(({ outcome }) => outcome)}::text[])
        as noted (profile_id, outcome)
      where one.broadcast_id = ${id} and one.profile_id = noted.profile_id`.execute(db);
}

/** Records progress of a process. */
export async function recordWork(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('message_broadcasts').set({ last_progress_at: at }).where('id', '=', id).execute();
}

/** Ends it unless recipients are left. */
export async function finish(db: Db, id: string): Promise<void> {
  await sql`
    update message_broadcasts set state = 'sent' where id = ${id} and state = 'sending' and not exists (
      select from message_broadcast_recipients where broadcast_id = ${id} and outcome is null)`.execute(db);
}

/** Undefined for a broadcast of another creator; a finished one is unchanged. */
export async function cancel(db: Db, profileId: string, id: string): Promise<BroadcastRow | undefined> {
  await db
    .updateTable('message_broadcasts')
    .set({ state: 'cancelled' })
    .where('id', '=', id)
    .where('profile_id', '=', profileId)
    .where('state', 'in', ['scheduled', 'sending'])
    .execute();
  return findOwn(db, profileId, id);
}

export async function findOwn(db: Db, profileId: string, id: string): Promise<BroadcastRow | undefined> {
  return db
    .selectFrom('message_broadcasts')
    .selectAll()
    .where('id', '=', id)
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
}

/** Broadcasts without progress since a moment, and scheduled ones that should have begun before it. */
export async function listStalled(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (select id from message_broadcasts where state = 'sending' and last_progress_at < ${before}
      order by last_progress_at limit ${limit})
    union all
    (select id from message_broadcasts where state = 'scheduled' and scheduled_at < ${before}
      order by scheduled_at limit ${limit})`.execute(db);
  return rows.map((row) => row.id);
}

export async function listOwn(
  db: Db,
  wanted: { profileId: string; before: string | null; limit: number },
): Promise<BroadcastRow[]> {
  let query = db.selectFrom('message_broadcasts').selectAll().where('profile_id', '=', wanted.profileId);
  if (wanted.before) query = query.where('id', '<', wanted.before);
  return query.orderBy('id', 'desc').limit(wanted.limit).execute();
}

export async function listFigures(db: Db, ids: readonly string[]): Promise<Map<string, BroadcastFigures>> {
  const { rows } = await sql<
    { id: string } & Record<'sent' | 'skipped' | 'taken_back' | 'read' | 'unlocked' | 'credits' | 'held', bigint>
  >`
    select one.id, turns.sent, turns.skipped, turns.taken_back, seen.read, seen.unlocked, seen.credits, seen.held
      from unnest(${ids}::uuid[]) as one (id)
      cross join lateral (
        select count(*) filter (where outcome = 'sent') as sent, count(*) filter (where outcome = 'skipped') as skipped,
            count(*) filter (where taken_back) as taken_back
          from message_broadcast_recipients where broadcast_id = one.id) as turns
      cross join lateral (
        select count(*) filter (where theirs.read_seq >= message.seq and theirs.box = 'inbox'
              and message.deleted_at is null and ${visibleTo(sql`message.sender_id`, sql`theirs.profile_id`)}) as read,
            count(*) filter (where message.unlocked_at is not null) as unlocked,
            coalesce(sum(brought.credits), 0)::bigint as credits, coalesce(sum(brought.held), 0)::bigint as held
          from messages message
          join conversation_members theirs on theirs.conversation_id = message.conversation_id
            and theirs.other_id = message.sender_id
          left join lateral (${earnedBySale(sql`message.sender_id`, sql`message.sale_id`)}) as brought on true
          where message.broadcast_id = one.id) as seen`.execute(db);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        sent: Number(row.sent),
        skipped: Number(row.skipped),
        takenBack: Number(row.taken_back),
        read: Number(row.read),
        unlocked: Number(row.unlocked),
        earned: { credits: Number(row.credits), held: Number(row.held) },
      },
    ]),
  );
}
