import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { visibleTo } from '../profiles/service.ts';

/** Shows under way of creators a visitor may see. */
export async function countLive(db: Db): Promise<number> {
  const { rows } = await sql<{ shows: number }>`
    select count(*)::int as shows from lives where ended_at is null and ${visibleTo(null, sql`lives.creator_id`)}`.execute(
    db,
  );
  return rows[0]?.shows ?? 0;
}
