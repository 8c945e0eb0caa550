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

/** The condition of the indexes. */
const listed = ['published', 'review', 'flagged'] as const;

/** Items of a filter; each part of a search has an index: the texts of published items, and the few that wait. */
function findListed(db: Db, { q, state, classification, profile }: ListedFilter) {
  let query = db.selectFrom('content_items').where('state', 'in', [...listed]);
  if (state) query = query.where('state', '=', state);
  if (classification) query = query.where('classification', '=', classification);
  if (profile) query = query.where('profile_id', '=', profile);
  if (q)
    query = query.where(
      sql<boolean>`(state = 'published' and title ilike ${contains(q)}
        or state in ('review', 'flagged') and title ilike ${contains(q)})`,
    );
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc');
}

/** Items that were published or wait to be, newest first, after a position. */
export async function listListed(
  db: Db,
  { filter, after, limit }: { filter: ListedFilter; after: [string, string] | null; limit: number },
): Promise<(ItemRow & { position: string })[]> {
  let query = findListed(db, filter)
    .selectAll()
    .select(sql<string>`to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('position'));
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
  return query.limit(limit).execute();
}

/** Ids of such items, as `listListed`. */
export async function listListedIds(db: Db, filter: ListedFilter, limit: number): Promise<string[]> {
  return (await findListed(db, filter).select('id').limit(limit).execute()).map(({ id }) => id);
}

/** Such items in the order of `ids`; others are left out. */
export async function listListedByIds(db: Db, ids: readonly string[]): Promise<ItemRow[]> {
  const rows = await findListed(db, {}).selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
