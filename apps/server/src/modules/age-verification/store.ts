import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';

/** One try of an account at a time, so that parallel ones cannot pass the limit together. */
export async function lockAccount(db: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`age ${accountId}`}, 0))`.execute(db);
}

export async function isVerified(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('age_verifications')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** When the failed tries since `since` were made, oldest first. */
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
}

/** False when another account has used the number, however close the two calls are. */
export async function insertProof(db: Db, proof: NewProof): Promise<boolean> {
  const inserted = await db
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
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function findSealedBirthDate(db: Db, accountId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('age_verifications')
    .select('date_of_birth_sealed')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.date_of_birth_sealed;
}
