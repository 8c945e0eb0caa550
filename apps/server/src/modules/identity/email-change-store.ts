import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { EmailChanges } from '../../platform/database-types.ts';
import type { AccountRow } from './store.ts';

export type EmailChangeRow = Selectable<EmailChanges>;

export interface NewEmailChange {
  id: string;
  accountId: string;
  oldEmail: string;
  newEmail: string;
  passwordHash: string | null;
  now: Date;
  expiresAt: Date;
}

/** Replaces an earlier request. Call with the account locked. */
export async function insertEmailChange(db: Db, change: NewEmailChange): Promise<void> {
  await closeRequests(db, change.accountId, change.now);
  await db
    .insertInto('email_changes')
    .values({
      id: change.id,
      account_id: change.accountId,
      old_email: change.oldEmail,
      new_email: change.newEmail,
      password_hash: change.passwordHash,
      requested_at: change.now,
      expires_at: change.expiresAt,
    })
    .execute();
}

/** Ends the account's request that waits for its confirmation. */
export async function closeRequests(db: Db, accountId: string, now: Date): Promise<void> {
  await db
    .updateTable('email_changes')
    .set({ closed_at: now, password_hash: null })
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .where('closed_at', 'is', null)
    .execute();
}

const openRequests = (db: Db, now: Date) =>
  db
    .selectFrom('email_changes')
    .selectAll()
    .where('confirmed_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', now);

export async function findRequest(db: Db, id: string, now: Date): Promise<EmailChangeRow | undefined> {
  return openRequests(db, now).where('id', '=', id).executeTakeFirst();
}

export async function findRequestOf(db: Db, accountId: string, now: Date): Promise<EmailChangeRow | undefined> {
  return openRequests(db, now).where('account_id', '=', accountId).executeTakeFirst();
}

export async function findRequestByToken(
  db: Db,
  accountId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<EmailChangeRow | undefined> {
  return openRequests(db, now)
    .where('account_id', '=', accountId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export async function setRequestToken(db: Db, id: string, tokenHash: Buffer): Promise<void> {
  await db.updateTable('email_changes').set({ token_hash: tokenHash }).where('id', '=', id).execute();
}

/** The account that has an address to others: it holds it, or can still take it back. */
export async function findOwner(db: Db, email: string, now: Date): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where email = ${email} and holds_email
    union all
    select account_id as id from email_changes
     where old_email = ${email} and undo_until > ${now} and closed_at is null
    limit 1`.execute(db);
  return rows[0];
}

/** Marks a request as confirmed, with what takes it back. */
export async function confirmRequest(
  db: Db,
  id: string,
  { now, undo }: { now: Date; undo: { hash: Buffer; until: Date } | null },
): Promise<void> {
  await db
    .updateTable('email_changes')
    .set({
      confirmed_at: now,
      password_hash: null,
      token_hash: null,
      undo_hash: undo?.hash ?? null,
      undo_until: undo?.until ?? null,
    })
    .where('id', '=', id)
    .execute();
}

/** The change that this token takes back. */
export async function findUndo(db: Db, undoHash: Buffer, now: Date): Promise<EmailChangeRow | undefined> {
  return db
    .selectFrom('email_changes')
    .selectAll()
    .where('undo_hash', '=', undoHash)
    .where('undo_until', '>', now)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** Closes a change and every later one of its account: their old addresses came after it. */
export async function closeSince(db: Db, change: EmailChangeRow, now: Date): Promise<void> {
  await db
    .updateTable('email_changes')
    .set({ closed_at: now, password_hash: null })
    .where('account_id', '=', change.account_id)
    .where('closed_at', 'is', null)
    .where((where) =>
      where.or([where('confirmed_at', 'is', null), where('confirmed_at', '>=', change.confirmed_at ?? now)]),
    )
    .execute();
}

/** Sets the address, which its new holder has proven. */
export async function setEmail(
  db: Db,
  id: string,
  change: { email: string; passwordHash: string | null; now: Date },
): Promise<AccountRow> {
  return db
    .updateTable('accounts')
    .set({
      email: change.email,
      holds_email: true,
      email_verified_at: change.now,
      email_changed_at: change.now,
      password_hash: change.passwordHash,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deletePastChanges(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  await db
    .deleteFrom('email_changes')
    .where('requested_at', '<', dayAgo)
    .where((where) =>
      where.or([
        where('closed_at', '<', dayAgo),
        where.and([where('confirmed_at', 'is', null), where('expires_at', '<', dayAgo)]),
        where.and([where('confirmed_at', 'is not', null), where('undo_until', 'is', null)]),
        where('undo_until', '<', dayAgo),
      ]),
    )
    .execute();
}
