import type { Role } from '@vlam/contract/identity';
import { type Selectable, sql } from 'kysely';
import { johannesburgDay } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import type { Accounts } from '../../platform/database-types.ts';

export type AccountRow = Selectable<Accounts>;

/** Serialises changes to one address until the transaction ends. */
export async function lockEmail(db: Db, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email ${email}`}, 0))`.execute(db);
}

export interface NewAccount {
  id: string;
  email: string;
  emailVerifiedAt: Date | null;
  passwordHash: string | null;
  firstName: string;
  lastName: string;
  role: Role;
  ageVerifiedAt: Date | null;
  isDemo: boolean;
  now: Date;
}

/** The first account of an address holds it, unless another can still take it back. Call `lockEmail` before. */
export async function insertAccount(db: Db, account: NewAccount): Promise<AccountRow> {
  const { email, now } = account;
  return db
    .insertInto('accounts')
    .values({
      id: account.id,
      email,
      holds_email: sql<boolean>`not exists (select from accounts where email = ${email} and holds_email)
        and not exists (select from email_changes
          where old_email = ${email} and undo_until > ${now} and closed_at is null)`,
      email_verified_at: account.emailVerifiedAt,
      password_hash: account.passwordHash,
      first_name: account.firstName,
      last_name: account.lastName,
      role: account.role,
      age_verified_at: account.ageVerifiedAt,
      is_demo: account.isDemo,
      last_login_at: now,
      last_seen_on: johannesburgDay(now),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** First names by account id; unknown ids are absent. */
export async function listFirstNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'first_name'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.first_name]));
}

/** First and last names by account id. */
export async function listNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`]));
}

/** Email addresses by account id. */
export async function listAddresses(db: Db, ids: readonly string[]): Promise<Map<string, { email: string }>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Accounts with one of these roles that are not suspended. */
export async function listByRole(db: Db, roles: readonly Role[]): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('role', 'in', roles)
    // Repeats the index's condition, so that ordinary members are not read.
    .where('role', 'in', ['moderator', 'admin'])
    .where('suspended_at', 'is', null)
    .where('leaving_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

/** The ones of `ids` that are suspended or deleted. */
export async function listBarred(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('suspended_at', 'is', null)
    .where('leaving_at', 'is', null)
    .execute();
  const existing = new Set(rows.map(({ id }) => id));
  return new Set(ids.filter((id) => !existing.has(id)));
}

/** The ones of `ids` whose email address is not confirmed. */
export async function listUnconfirmed(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('email_verified_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function findHolder(db: Db, email: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', email)
    .where('holds_email', '=', true)
    .executeTakeFirst();
}

export async function findCover(db: Db, accountId: string): Promise<string | null> {
  const row = await db.selectFrom('accounts').select('cover').where('id', '=', accountId).executeTakeFirst();
  return row?.cover ?? null;
}

export async function findCoverOfAddress(db: Db, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('cover')
    .where('email', '=', email)
    .where('holds_email', '=', true)
    .executeTakeFirst();
  return row?.cover ?? null;
}

export async function findLanguageOfAddress(db: Db, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('language')
    .where('email', '=', email)
    .where('holds_email', '=', true)
    .executeTakeFirst();
  return row?.language ?? null;
}

export async function setLanguage(db: Db, accountId: string, language: string): Promise<void> {
  await db.updateTable('accounts').set({ language }).where('id', '=', accountId).execute();
}

export async function setCover(
  db: Db,
  accountId: string,
  { cover, declined }: { cover: string | null; declined: boolean },
): Promise<void> {
  await db.updateTable('accounts').set({ cover, cover_declined: declined }).where('id', '=', accountId).execute();
}

export async function followDevice(db: Db, accountId: string, cover: string | null): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ cover })
    .where('id', '=', accountId)
    .where('cover_declined', '=', false)
    .execute();
}

export async function setNewDeviceAlert(db: Db, accountId: string, on: boolean): Promise<void> {
  await db.updateTable('accounts').set({ notifies_new_device: on }).where('id', '=', accountId).execute();
}

/** Accounts that may sign in with this address, its holder first. */
export async function listByEmail(db: Db, email: string): Promise<AccountRow[]> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', email)
    .orderBy('holds_email', 'desc')
    .orderBy('created_at')
    .limit(20)
    .execute();
}

export async function setLastLogin(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ last_login_at: now, last_seen_on: johannesburgDay(now), is_active: true })
    .where('id', '=', id)
    .execute();
}

/** Opening a mailed link proves the address too. */
export async function setPassword(db: Db, id: string, passwordHash: string, now: Date): Promise<AccountRow> {
  return db
    .updateTable('accounts')
    .set({
      password_hash: passwordHash,
      password_changed_at: now,
      email_verified_at: sql`coalesce(email_verified_at, ${now})`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function changePassword(db: Db, id: string, passwordHash: string, now: Date): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ password_hash: passwordHash, password_changed_at: now })
    .where('id', '=', id)
    .execute();
}

export async function setEmailVerified(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ email_verified_at: now })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute();
}

export async function setProfile(db: Db, id: string, profileId: string, isCreator: boolean): Promise<void> {
  await db
    .updateTable('accounts')
    .set({
      profile_id: profileId,
      is_creator: isCreator,
      role: sql`case when role in ('user', 'creator') then ${isCreator ? 'creator' : 'user'} else role end`,
    })
    .where('id', '=', id)
    .execute();
}

export async function setAgeVerified(db: Db, id: string, at: Date | null): Promise<void> {
  await db.updateTable('accounts').set({ age_verified_at: at }).where('id', '=', id).execute();
}

export async function setSuspended(db: Db, id: string, suspended: { at: Date; reason: string } | null): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ suspended_at: suspended?.at ?? null, suspended_reason: suspended?.reason ?? null })
    .where('id', '=', id)
    .execute();
}

export async function setRole(db: Db, id: string, role: Role): Promise<void> {
  await db.updateTable('accounts').set({ role }).where('id', '=', id).execute();
}

/** Serialises changes of roles and of staff accounts, so that one of them always stays an admin. */
export async function lockStaff(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('staff', 0))`.execute(db);
}

/** Locks an account until the transaction ends. */
export async function lockAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/**
 * Marks accounts that were last seen before `day` as inactive, among up to `limit` accounts after `afterId`; returns the
 * id to go on from, or null at the end.
 */
export async function markInactive(db: Db, day: string, afterId: string, limit: number): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with batch as materialized (select id from accounts where id > ${afterId} order by id limit ${limit}),
      marked as (update accounts set is_active = false
        where id in (select id from batch) and is_active
          and coalesce(last_seen_on, (greatest(created_at, last_login_at,
              (select max(last_seen_at) from sessions where account_id = accounts.id))
            at time zone 'Africa/Johannesburg')::date) < ${day}::date)
    select max(id::text) as last from batch having count(*) = ${limit}`.execute(db);
  return rows[0]?.last ?? null;
}

export async function insertReset(
  db: Db,
  reset: { tokenHash: Buffer; accountId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('password_resets')
    .values({
      token_hash: reset.tokenHash,
      account_id: reset.accountId,
      created_at: reset.now,
      expires_at: reset.expiresAt,
    })
    .execute();
}

/** The account of an open reset, or undefined. */
export async function findReset(db: Db, tokenHash: Buffer, now: Date): Promise<AccountRow | undefined> {
  return db
    .selectFrom('password_resets')
    .innerJoin('accounts', 'accounts.id', 'password_resets.account_id')
    .selectAll('accounts')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('password_resets.expires_at', '>', now)
    .executeTakeFirst();
}

/** Whether this caller consumed the token. Also closes every other open link of the account. */
export async function consumeReset(db: Db, tokenHash: Buffer, accountId: string, now: Date): Promise<boolean> {
  const used = await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (used.numUpdatedRows === 0n) return false;
  await closeResets(db, accountId, now);
  return true;
}

export async function closeResets(db: Db, accountId: string, now: Date): Promise<void> {
  await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute();
}

export async function insertExternalSignIn(
  db: Db,
  signIn: { stateHash: Buffer; browserHash: Buffer; nextPath: string; now: Date },
): Promise<void> {
  await db
    .insertInto('external_sign_ins')
    .values({
      state_hash: signIn.stateHash,
      browser_hash: signIn.browserHash,
      next_path: signIn.nextPath,
      created_at: signIn.now,
    })
    .execute();
}

/** Deletes and returns a sign-in, so that it can be finished once. */
export async function takeExternalSignIn(db: Db, stateHash: Buffer) {
  return db.deleteFrom('external_sign_ins').where('state_hash', '=', stateHash).returningAll().executeTakeFirst();
}

export async function findByExternalIdentity(
  db: Db,
  identity: { issuer: string; subject: string },
): Promise<AccountRow | undefined> {
  return db
    .selectFrom('external_identities')
    .innerJoin('accounts', 'accounts.id', 'external_identities.account_id')
    .selectAll('accounts')
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst();
}

export async function insertExternalIdentity(
  db: Db,
  identity: { issuer: string; subject: string; accountId: string; now: Date },
): Promise<void> {
  await db
    .insertInto('external_identities')
    .values({
      issuer: identity.issuer,
      subject: identity.subject,
      account_id: identity.accountId,
      created_at: identity.now,
    })
    .execute();
}

/** All of them, or those that were added at `since` or later. */
export async function deleteExternalIdentities(db: Db, accountId: string, since?: Date): Promise<void> {
  await db
    .deleteFrom('external_identities')
    .where('account_id', '=', accountId)
    .$if(since !== undefined, (query) => query.where('created_at', '>=', since as Date))
    .execute();
}

export async function deleteStale(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  await db.deleteFrom('password_resets').where('expires_at', '<', dayAgo).execute();
  await db.deleteFrom('external_sign_ins').where('created_at', '<', dayAgo).execute();
}
