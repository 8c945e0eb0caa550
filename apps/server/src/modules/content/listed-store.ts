import type { listedStates } from '@vlam/contract/rules/content-states';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { contains } from '../../platform/like-pattern.ts';
import type { ItemRow } from './store.ts';

export interface ListedFilter {
  q?: string | undefined;
  state?: (typeof listedStates)[number] | undefined;
  classification?: string | undefined;
  profile?: string | undefined;
}

/** Items that were published or wait to be, newest first, after a position. */
export async function listListed(
  db: Db,
  { filter, after, limit }: { filter: ListedFilter; after: [string, string] | null; limit: number },
): Promise<(ItemRow & { position: string })[]> {
  let query = db
    .selectFrom('content_items')
    .selectAll()
    .select(sql<string>`to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('position'))
    // The condition of the indexes.
    .where('state', 'in', ['published', 'review', 'flagged']);
  if (filter.state) query = query.where('state', '=', filter.state);
  if (filter.classification) query = query.where('classification', '=', filter.classification);
  if (filter.profile) query = query.where('profile_id', '=', filter.profile);
  // Each part has an index: the texts of published items, and the few that wait.
  if (filter.q)
    query = query.where(
      sql<boolean>`(state = 'published' and title ilike ${contains(filter.q)}
        or state in ('review', 'flagged') and title ilike ${contains(filter.q)})`,
    );
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}
