import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { uuidArray } from '../../../platform/prepared.ts';

export interface ResponseTimeRow {
  id: string;
  /** Per cent. */
  rate: number;
  median_minutes: number | null;
}

export async function listResponseTimes(db: Db, profileIds: readonly string[]): Promise<ResponseTimeRow[]> {
  return db
    .selectFrom('message_response_stats')
    .select(['profile_id as id', 'rate', 'median_minutes'])
    .where('profile_id', '=', sql<string>`any(${uuidArray(profileIds)}::uuid[])`)
    .execute();
}

/** Ids of members with a thread or a measurement, after an id. */
export async function listMeasurable(db: Db, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive member (id) as (
      (select profile_id from conversation_members
        where ${after}::uuid is null or profile_id > ${after}::uuid order by profile_id limit 1)
      union all
      select (select profile_id from conversation_members where profile_id > member.id order by profile_id limit 1)
        from member where member.id is not null
    )
    select id from member where id is not null limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface Measure {
  now: Date;
  /** Start of the measured time. */
  since: Date;
  /** A later reply does not count. */
  withinMs: number;
  /** With fewer turns, or turns of fewer people, nothing is measured. */
  minTurns: number;
  minPeople: number;
}

/**
 * Measures these members. A turn is what one of two writes until the other does; broadcasts and welcome messages are no
 * turns. A turn without a reply counts once its time is over.
 */
export async function measureResponseTimes(db: Db, profileIds: readonly string[], measure: Measure): Promise<void> {
  const { now, since, withinMs } = measure;
  const within = sql`${withinMs} * interval '1 millisecond'`;
  await sql`
    with ordered as (
      select side.profile_id, side.conversation_id, message.seq, message.created_at,
          message.sender_id = side.profile_id as own,
          lag(message.sender_id = side.profile_id) over thread as own_before
        from conversation_members side
        join conversations thread_row on thread_row.id = side.conversation_id and thread_row.latest_at >= ${since}
        join messages message on message.conversation_id = side.conversation_id
        where side.profile_id = any(${uuidArray(profileIds)}::uuid[]) and side.box <> 'declined'
          and message.created_at >= ${since} and message.deleted_at is null and message.broadcast_id is null
          and message.client_id <> 'welcome-message'
        window thread as (partition by side.profile_id, side.conversation_id order by message.seq)
    ), turns as (
      select profile_id, conversation_id, own, created_at,
          lead(created_at) over (partition by profile_id, conversation_id order by seq) as next_at
        from ordered where own_before is distinct from own
    ), received_turns as (
      select profile_id, conversation_id,
          case when next_at <= created_at + ${within} then extract(epoch from next_at - created_at) / 60 end as minutes
        from turns where not own and (next_at <= created_at + ${within} or created_at <= ${now}::timestamptz - ${within})
    ), measured as (
      select profile_id, round(100.0 * count(minutes) / count(*))::smallint as rate,
          round(percentile_cont(0.5) within group (order by minutes))::integer as median_minutes
        from received_turns group by profile_id
        having count(*) >= ${measure.minTurns} and count(distinct conversation_id) >= ${measure.minPeople}
    ), deleted as (
      delete from message_response_stats
        where profile_id = any(${uuidArray(profileIds)}::uuid[]) and profile_id not in (select profile_id from measured)
    )
    insert into message_response_stats (profile_id, rate, median_minutes, measured_at)
      select profile_id, rate, median_minutes, ${now} from measured
      on conflict (profile_id) do update
        set rate = excluded.rate, median_minutes = excluded.median_minutes, measured_at = excluded.measured_at`.execute(
    db,
  );
}
