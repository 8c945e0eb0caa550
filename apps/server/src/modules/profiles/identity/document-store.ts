import type { IdentityDocumentState } from '@vlam/contract/rules/identity-level';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { IdentityDocuments } from '../../../platform/database-types.ts';

export type DocumentRow = Selectable<IdentityDocuments>;
type Ended = Exclude<IdentityDocumentState, 'none' | 'waiting'>;

export async function insertDocument(db: Db, row: Insertable<IdentityDocuments>): Promise<void> {
  await db.insertInto('identity_documents').values(row).execute();
}

/** The newest document of an account, without its picture. */
export async function findNewest(db: Db, accountId: string) {
  return db
    .selectFrom('identity_documents')
    .select(['id', 'state', 'sent_at', 'reason'])
    .where('account_id', '=', accountId)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** When each document since `since` was sent, oldest first. */
export async function listSentAt(db: Db, accountId: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('identity_documents')
    .select('sent_at')
    .where('account_id', '=', accountId)
    .where('sent_at', '>', since)
    .orderBy('sent_at')
    .execute();
  return rows.map((row) => row.sent_at);
}

/** Documents that wait, oldest first, from a place in the list on. */
export async function listWaiting(db: Db, after: { at: Date; id: string } | null, limit: number) {
  let query = db
    .selectFrom('identity_documents')
    .innerJoin('profiles', 'profiles.account_id', 'identity_documents.account_id')
    .select([
      'identity_documents.id',
      'identity_documents.account_id',
      'identity_documents.document_type',
      'identity_documents.sent_at',
      'profiles.display_name',
      'profiles.category',
    ])
    .where('identity_documents.state', '=', 'waiting')
    .orderBy('identity_documents.sent_at')
    .orderBy('identity_documents.id')
    .limit(limit);
  if (after)
    query = query.where(
      sql<boolean>`(identity_documents.sent_at, identity_documents.id) > (${after.at}::timestamptz, ${after.id}::uuid)`,
    );
  return query.execute();
}

export async function countWaiting(db: Db): Promise<number> {
  const row = await db
    .selectFrom('identity_documents')
    .select((query) => query.fn.countAll<bigint>().as('waiting'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(row.waiting);
}

/** The account of a document, of any state. */
export async function findOwner(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('identity_documents').select('account_id').where('id', '=', id).executeTakeFirst();
  return row?.account_id;
}

export async function lock(db: Db, id: string): Promise<DocumentRow | undefined> {
  return db.selectFrom('identity_documents').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Records a decision; the picture stays until the retention schedule removes it. */
export async function decide(
  db: Db,
  id: string,
  decision: { state: 'accepted' | 'refused'; at: Date; by: string; reason: string | null },
): Promise<void> {
  await db
    .updateTable('identity_documents')
    .set({ state: decision.state, decided_at: decision.at, decided_by: decision.by, reason: decision.reason })
    .where('id', '=', id)
    .execute();
}

/** Ends a document that waits, and deletes its picture. */
export async function endWaiting(
  db: Db,
  wanted: { accountId: string } | { sentBefore: Date },
  state: Exclude<Ended, 'accepted' | 'refused'>,
): Promise<void> {
  const query = db
    .updateTable('identity_documents')
    .set({ state, document_sealed: null })
    .where('state', '=', 'waiting');
  await ('accountId' in wanted
    ? query.where('account_id', '=', wanted.accountId)
    : query.where('sent_at', '<', wanted.sentBefore)
  ).execute();
}

/** Members whose document was last reviewed in a span of time with both its ends, longest ago first; 10,000 at most. */
export async function listSeenBetween(
  db: Db,
  { from = new Date(0), to }: { from?: Date; to: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('profiles')
    .select('account_id')
    .where('identity_checked_at', '>=', from)
    .where('identity_checked_at', '<=', to)
    .orderBy('identity_checked_at')
    .limit(10_000)
    .execute();
  return rows.map((row) => row.account_id);
}
