import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';

/** Serialises an account's tries, so that concurrent ones cannot exceed the limit. */
export async function lockAccount(db: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`age ${accountId}`}, 0))`.execute(db);
}

/** Serialises decisions about a number. */
export async function lockNumber(db: Db, idNumberIndex: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`number ${idNumberIndex.toString('hex')}`}, 0))`.execute(
    db,
  );
}

export type ProofState = 'accepted' | 'contested' | 'review';
export type ReviewReason = 'number_in_use' | 'two_centuries' | 'refused_before';

export async function findProof(db: Db, accountId: string) {
  return db.selectFrom('age_verifications').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** Times of failed tries since `since`, oldest first. */
export async function listFailures(db: Db, accountId: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('age_verification_attempts')
    .select('attempted_at')
    .where('account_id', '=', accountId)
    .where('succeeded', '=', false)
    .where('attempted_at', '>', since)
    .orderBy('attempted_at')
    .execute();
  return rows.map((row) => row.attempted_at);
}

export async function insertAttempt(db: Db, accountId: string, succeeded: boolean, at: Date): Promise<void> {
  await db
    .insertInto('age_verification_attempts')
    .values({ id: newId(), account_id: accountId, succeeded, attempted_at: at })
    .execute();
}

export interface NewProof {
  accountId: string;
  idNumberIndex: Buffer;
  idNumberSealed: Buffer;
  birthDateSealed: Buffer;
  documentType: string;
  documentNumberSealed: Buffer;
  method: string;
  at: Date;
  isBanned: boolean;
}

/**
 * Stores a proof: 'contested' when another account's is accepted for the number or it is banned, 'review' with `review`. Takes the same
 * work for known and new numbers. Requires `lockNumber`.
 */
export async function insertProof(db: Db, proof: NewProof, review: ReviewReason | null): Promise<void> {
  await db
    .insertInto('age_verifications')
    .values({
      account_id: proof.accountId,
      id_number_index: proof.idNumberIndex,
      id_number_sealed: proof.idNumberSealed,
      date_of_birth_sealed: proof.birthDateSealed,
      document_type: proof.documentType,
      document_number_sealed: proof.documentNumberSealed,
      method: proof.method,
      verified_at: proof.at,
      state: review
        ? 'review'
        : sql<string>`case when ${proof.isBanned} or exists (
            select from age_verifications where id_number_index = ${proof.idNumberIndex} and state = 'accepted')
            then 'contested' else 'accepted' end`,
      review_reason: review,
      review_since: review && proof.at,
    })
    .execute();
}

export async function findHolder(db: Db, idNumberIndex: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('age_verifications')
    .select('account_id')
    .where('id_number_index', '=', idNumberIndex)
    .where('state', '=', 'accepted')
    .executeTakeFirst();
  return row?.account_id;
}

export async function setReview(db: Db, accountId: string, reason: ReviewReason, at: Date): Promise<void> {
  await db
    .updateTable('age_verifications')
    .set({ state: 'review', review_reason: reason, review_since: at, document_seen_at: null })
    .where('account_id', '=', accountId)
    .execute();
}

/** `seenAt`: when staff checked the document; null without a review. */
export async function setAccepted(db: Db, accountId: string, seenAt: Date | null): Promise<void> {
  await db
    .updateTable('age_verifications')
    .set({ state: 'accepted', review_reason: null, review_since: null, document_seen_at: seenAt })
    .where('account_id', '=', accountId)
    .execute();
}

/** `seenAt`: when staff checked the document; null takes that back. Changes nothing without a proof. */
export async function setDocumentSeen(db: Db, accountId: string, seenAt: Date | null): Promise<void> {
  await db
    .updateTable('age_verifications')
    .set({ document_seen_at: seenAt })
    .where('account_id', '=', accountId)
    .execute();
}

export async function deleteProof(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('age_verifications').where('account_id', '=', accountId).execute();
}

/** Records that staff refused this number for the account. */
export async function insertRefusedNumber(db: Db, accountId: string, idNumberIndex: Buffer, at: Date): Promise<void> {
  await db
    .insertInto('age_refused_numbers')
    .values({ account_id: accountId, id_number_index: idNumberIndex, refused_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function isRefusedNumber(db: Db, accountId: string, idNumberIndex: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('age_refused_numbers')
    .select('refused_at')
    .where('account_id', '=', accountId)
    .where('id_number_index', '=', idNumberIndex)
    .executeTakeFirst();
  return row !== undefined;
}

/** Accounts in review, oldest first. */
export async function listReviews(db: Db, after: readonly [string, string] | null, limit: number) {
  let query = db
    .selectFrom('age_verifications as waiting')
    .leftJoin('age_verifications as holder', (join) =>
      join.onRef('holder.id_number_index', '=', 'waiting.id_number_index').on('holder.state', '=', 'accepted'),
    )
    .select([
      'waiting.account_id',
      'waiting.document_type',
      'waiting.review_reason',
      'waiting.review_since',
      'holder.account_id as holder_id',
      'holder.verified_at as holder_since',
    ])
    .where('waiting.state', '=', 'review')
    .orderBy('waiting.review_since')
    .orderBy('waiting.account_id')
    .limit(limit);
  if (after)
    query = query.where(
      sql<boolean>`(waiting.review_since, waiting.account_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    );
  return query.execute();
}

export async function countReviews(db: Db): Promise<number> {
  const row = await db
    .selectFrom('age_verifications')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('state', '=', 'review')
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function findSealedBirthDate(db: Db, accountId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('age_verifications')
    .select('date_of_birth_sealed')
    .where('account_id', '=', accountId)
    .where('state', '<>', 'review')
    .executeTakeFirst();
  return row?.date_of_birth_sealed;
}

/** HMAC of the accepted ID number by account. */
export async function listPersonKeys(db: Db, accountIds: readonly string[]): Promise<Map<string, Buffer>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('age_verifications')
    .select(['account_id', 'id_number_index'])
    .where('account_id', 'in', accountIds)
    .where('state', '=', 'accepted')
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.id_number_index]));
}

export async function isSamePerson(db: Db, one: string, other: string): Promise<boolean> {
  const row = await db
    .selectFrom('age_verifications as mine')
    .innerJoin('age_verifications as theirs', 'theirs.id_number_index', 'mine.id_number_index')
    .select('mine.account_id')
    .where('mine.account_id', '=', one)
    .where('theirs.account_id', '=', other)
    .executeTakeFirst();
  return row !== undefined;
}
