import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { visibleTo } from '../../profiles/service.ts';

/**
 * Messages of `profileId`'s threads that were there at a revision and have changed since, at most `limit` of each. A thread
 * is left out that does not exist, whose other does not exist for them, or that they have cleared since.
 */
export async function listChanged(
  db: Db,
  profileId: string,
  wanted: { threads: readonly { profileId: string; since: number }[]; limit: number },
): Promise<{ profileId: string; changed: string[] }[]> {
  const { threads, limit } = wanted;
  const { rows } = await sql<{ profileId: string; changed: string[] }>`
    select own.other_id as "profileId", array(
        select message.id from messages message
          where message.conversation_id = own.conversation_id and message.revision > asked.since
            and message.revision <> message.seq and message.seq <= asked.since
          limit ${limit}
      ) as changed
      from unnest(${threads.map((one) => one.profileId)}::uuid[], ${threads.map((one) => one.since)}::bigint[])
          as asked (other_id, since)
      join conversation_members own on own.profile_id = ${profileId} and own.other_id = asked.other_id
      where own.cleared_seq < asked.since and ${visibleTo(sql`own.profile_id`, sql`own.other_id`)}`.execute(db);
  return rows;
}
