import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { ReviewerGrants, ReviewerItems } from '../../../platform/database-types.ts';

export type GrantRow = Selectable<ReviewerGrants>;
export type ItemRow = Selectable<ReviewerItems>;

const listed = 100;

export const listGrants = (db: Db): Promise<GrantRow[]> =>
  db
    .selectFrom('reviewer_grants')
    .selectAll()
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(listed)
    .execute();

export const lockGrant = (db: Db, id: string): Promise<GrantRow | undefined> =>
  db.selectFrom('reviewer_grants').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const lockByToken = (db: Db, tokenHash: Buffer): Promise<GrantRow | undefined> =>
  db.selectFrom('reviewer_grants').selectAll().where('token_hash', '=', tokenHash).forUpdate().executeTakeFirst();

export const insertGrant = (db: Db, row: Insertable<ReviewerGrants>): Promise<GrantRow> =>
  db.insertInto('reviewer_grants').values(row).returningAll().executeTakeFirstOrThrow();

export const updateGrant = (db: Db, id: string, change: Updateable<ReviewerGrants>): Promise<GrantRow> =>
  db.updateTable('reviewer_grants').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export async function insertItems(db: Db, rows: readonly Insertable<ReviewerItems>[]): Promise<void> {
  await db
    .insertInto('reviewer_items')
    .values([...rows])
    .execute();
}

export async function listItems(db: Db, grantIds: readonly string[]): Promise<ItemRow[]> {
  if (grantIds.length === 0) return [];
  return db
    .selectFrom('reviewer_items')
    .selectAll()
    .where('grant_id', 'in', [...grantIds])
    .orderBy('position')
    .execute();
}

export async function insertView(
  db: Db,
  row: { id: string; grant_id: string; position: number; at: Date },
): Promise<void> {
  await db.insertInto('reviewer_views').values(row).execute();
}

export async function countViews(db: Db): Promise<ReadonlyMap<string, { views: number; last: Date }>> {
  const { rows } = await sql<{ grant_id: string; views: number; last: Date }>`
    select grant_id, count(*)::int as views, max(at) as last from reviewer_views group by grant_id`.execute(db);
  return new Map(rows.map(({ grant_id: id, ...seen }) => [id, seen]));
}
