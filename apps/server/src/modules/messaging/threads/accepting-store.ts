import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { visibleTo } from '../../profiles/service.ts';

/** Most people listed. */
const limit = 500;

/** People who have the thread with a profile in their inbox, where each sees the other; latest thread first. */
export async function listAccepting(db: Db, profileId: string): Promise<string[]> {
  const own = sql`${profileId}::uuid`;
  const { rows } = await sql<{ id: string }>`
    select theirs.profile_id as id from conversation_members mine
      join conversation_members theirs
        on theirs.conversation_id = mine.conversation_id and theirs.profile_id = mine.other_id
      where mine.profile_id = ${own} and theirs.box = 'inbox'
        and ${visibleTo(own, sql`theirs.profile_id`)} and ${visibleTo(sql`theirs.profile_id`, own)}
      order by mine.listed_at desc nulls last, theirs.profile_id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
