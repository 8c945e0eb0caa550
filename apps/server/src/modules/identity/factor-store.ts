import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Passkeys, TotpFactors } from '../../platform/database-types.ts';

export type TotpRow = Selectable<TotpFactors>;
export type PasskeyRow = Selectable<Passkeys>;

export async function findTotp(db: Db, accountId: string): Promise<TotpRow | undefined> {
  return db.selectFrom('totp_factors').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** Stores a secret that waits for its code; false when a confirmed one exists. */
export async function replaceUnconfirmedTotp(
  db: Db,
  totp: { accountId: string; sealedSecret: Buffer; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('totp_factors')
    .values({ account_id: totp.accountId, sealed_secret: totp.sealedSecret, created_at: totp.now })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ sealed_secret: totp.sealedSecret, created_at: totp.now })
        .where('totp_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Confirms the secret with the step of its first code; false when another request did, or replaced it. */
export async function confirmTotp(
  db: Db,
  totp: { accountId: string; sealedSecret: Buffer; step: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_factors')
    .set({ confirmed_at: totp.now, last_step: BigInt(totp.step) })
    .where('account_id', '=', totp.accountId)
    .where('sealed_secret', '=', totp.sealedSecret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks a time step as used; false when it, or a later one, was used before. */
export async function useStep(db: Db, accountId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_factors')
    .set({ last_step: BigInt(step) })
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', BigInt(step))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether there was a confirmed secret. */
export async function deleteTotp(db: Db, accountId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('totp_factors')
    .where('account_id', '=', accountId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return deleted?.confirmed_at != null;
}

export async function insertRecoveryCodes(db: Db, accountId: string, hashes: readonly Buffer[]): Promise<void> {
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash })))
    .execute();
}

export async function deleteRecoveryCodes(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
}

/** Deletes a code; false when it does not exist, or was used. */
export async function takeRecoveryCode(db: Db, accountId: string, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function listPasskeys(db: Db, accountId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function findPasskey(db: Db, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/** While the caller's lock of the account lasts, no other request removes it. */
export async function findPasskeyOf(db: Db, accountId: string, id: string): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Passkeys that were added at `since` or later open nothing alone until they have followed the password. */
export async function requirePasswordFirst(db: Db, accountId: string, since: Date): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ needs_password: true })
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .execute();
}

/** A passkey that completed a sign-in which began with the password. */
export async function trustAlone(db: Db, accountId: string, credentialId: Buffer): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ needs_password: false })
    .where('account_id', '=', accountId)
    .where('credential_id', '=', credentialId)
    .where('needs_password', '=', true)
    .execute();
}

/** False when the authenticator is registered already, with this account or another. */
export async function insertPasskey(
  db: Db,
  passkey: Pick<
    PasskeyRow,
    'id' | 'account_id' | 'credential_id' | 'public_key' | 'counter' | 'transports' | 'name'
  > & {
    created_at: Date;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Records a use; false when another use counted as far already, which a copied authenticator would. */
export async function markPasskeyUsed(db: Db, id: string, counter: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: BigInt(counter), last_used_at: now })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('counter', '<', BigInt(counter)),
        where.and([where('counter', '=', 0n), where.val(counter === 0)]),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deletePasskey(db: Db, accountId: string, id: string): Promise<string | null> {
  const deleted = await db
    .deleteFrom('passkeys')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return deleted?.name ?? null;
}

/** Whether a factor is left that a sign-in can ask for. */
export async function hasFactor(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from passkeys where account_id = ${accountId})
        or exists (select from totp_factors where account_id = ${accountId} and confirmed_at is not null) as has`.execute(
    db,
  );
  return rows[0]?.has === true;
}

/** Removes the factors that were added at `since` or later; without another one the second step ends. */
export async function deleteFactorsSince(db: Db, accountId: string, since: Date): Promise<void> {
  await db
    .deleteFrom('totp_factors')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`coalesce(confirmed_at, created_at) >= ${since}`)
    .execute();
  await db.deleteFrom('passkeys').where('account_id', '=', accountId).where('created_at', '>=', since).execute();
  if (await hasFactor(db, accountId)) return;
  await setSecondFactorSince(db, accountId, null);
  await deleteRecoveryCodes(db, accountId);
}

export async function setSecondFactorSince(db: Db, accountId: string, since: Date | null): Promise<void> {
  await db.updateTable('accounts').set({ second_factor_since: since }).where('id', '=', accountId).execute();
}

export async function insertChallenge(
  db: Db,
  challenge: { hash: Buffer; subject: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('passkey_challenges')
    .values({ challenge_hash: challenge.hash, subject: challenge.subject, expires_at: challenge.expiresAt })
    .execute();
}

/** Deletes a challenge; false when it does not exist, was used, is of another subject, or too old. */
export async function takeChallenge(db: Db, hash: Buffer, subject: string, now: Date): Promise<boolean> {
  const deleted = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hash)
    .where('subject', '=', subject)
    .returning('expires_at')
    .executeTakeFirst();
  return deleted !== undefined && deleted.expires_at > now;
}

export async function deleteChallengesOf(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('subject', '=', subject).execute();
}

export async function insertPendingSignIn(
  db: Db,
  pending: { tokenHash: Buffer; accountId: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('pending_sign_ins')
    .values({ token_hash: pending.tokenHash, account_id: pending.accountId, expires_at: pending.expiresAt })
    .execute();
}

export async function findPendingSignIn(db: Db, tokenHash: Buffer, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('pending_sign_ins')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** Whether this caller finished the sign-in: it can be finished once. */
export async function takePendingSignIn(db: Db, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pending_sign_ins')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deletePendingSignInsOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('pending_sign_ins').where('account_id', '=', accountId).execute();
}

export async function setProof(
  db: Db,
  proof: { sessionId: string; tokenHash: Buffer; provenUntil: Date },
): Promise<void> {
  const changed = { token_hash: proof.tokenHash, proven_until: proof.provenUntil };
  await db
    .insertInto('session_proofs')
    .values({ session_id: proof.sessionId, ...changed })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(changed))
    .execute();
}

export async function hasProof(db: Db, sessionId: string, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('session_proofs')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('token_hash', '=', tokenHash)
    .where('proven_until', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteEndedCeremonies(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute();
  await db.deleteFrom('pending_sign_ins').where('expires_at', '<', now).execute();
}
