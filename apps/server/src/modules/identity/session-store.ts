import type { Role } from '@vlam/contract/identity';
import { sql } from 'kysely';
import type pg from 'pg';
import { johannesburgDay } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';

export interface SessionRow {
  id: string;
  token: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  account_id: string;
  role: Role;
  age_verified_at: Date | null;
  suspended_at: Date | null;
  leaving_at: Date | null;
  profile_id: string | null;
  is_creator: boolean;
  is_demo: boolean;
  second_factor_since: Date | null;
}

const sessionsByToken = `
  select s.id, encode(s.token_hash, 'hex') as token, s.created_at, s.last_seen_at, s.expires_at,
         a.id as account_id, a.role, a.age_verified_at, a.suspended_at, a.leaving_at, a.profile_id, a.is_creator, a.is_demo,
         a.second_factor_since
    from sessions s join accounts a on a.id = s.account_id
   where s.token_hash = any ($1::bytea[])`;

/** Sessions with these token hashes and the state of their accounts, by hash in hexadecimal: one query for a batch. */
export async function findSessions(pool: pg.Pool, tokenHashes: readonly string[]): Promise<Map<string, SessionRow>> {
  const { rows } = await pool.query<SessionRow>({
    name: 'sessions-by-token',
    text: sessionsByToken,
    values: [tokenHashes.map((hash) => Buffer.from(hash, 'hex'))],
  });
  return new Map(rows.map((row) => [row.token, row]));
}

const maxChanges = 1_000;

/** Accounts whose session state changed after `position`, in order; null when there are too many to follow. */
export async function accessChangesSince(
  pool: pg.Pool,
  position: string,
): Promise<{ id: string; account_id: string }[] | null> {
  const { rows } = await pool.query<{ id: string; account_id: string }>({
    name: 'access-changes',
    text: `select id::text, account_id from access_changes where id > $1 order by access_changes.id limit ${maxChanges}`,
    values: [position],
  });
  return rows.length < maxChanges ? rows : null;
}

export async function lastAccessChange(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ last: string }>('select last::text from access_counter');
  return rows[0]?.last ?? '0';
}

export async function deleteOldAccessChanges(db: Db): Promise<void> {
  await sql`delete from access_changes where at < now() - interval '1 day'`.execute(db);
}

/** Also records, once a day, that the accounts of these sessions are active. */
export async function touchSessions(pool: pg.Pool, ids: readonly string[], now: Date): Promise<void> {
  await pool.query({
    name: 'touch-sessions',
    text: `with touched as (
        update sessions set last_seen_at = $2 where id = any ($1::uuid[]) and last_seen_at < $2 returning account_id)
      update accounts set last_seen_on = $3, is_active = true
        where id in (select account_id from touched) and (last_seen_on is distinct from $3 or not is_active)`,
    values: [ids, now, johannesburgDay(now)],
  });
}

export async function insertSession(
  db: Db,
  session: { id: string; tokenHash: Buffer; accountId: string; device: string; now: Date; expiresAt: Date },
): Promise<void> {
  const { id, tokenHash, accountId, device, now, expiresAt } = session;
  await db
    .insertInto('sessions')
    .values({
      id,
      token_hash: tokenHash,
      account_id: accountId,
      device,
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
    })
    .execute();
}

export async function deleteSessionByToken(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Returns whether the account had such a session. */
export async function deleteSession(db: Db, accountId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Deletes an account's sessions, all but `exceptId` where one is given; returns how many. */
export async function deleteSessionsOf(db: Db, accountId: string, exceptId?: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId as string))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Gives a session another token; returns when it ends. Undefined when it ended already. */
export async function setSessionToken(db: Db, id: string, tokenHash: Buffer): Promise<Date | undefined> {
  const row = await db
    .updateTable('sessions')
    .set({ token_hash: tokenHash })
    .where('id', '=', id)
    .returning('expires_at')
    .executeTakeFirst();
  return row?.expires_at;
}

export async function listSessions(db: Db, accountId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_seen_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}

/**
 * Deletes up to `limit` sessions that ended two hours ago or more; returns how many. All clocks agree by then that they
 * ended, so the database writes no access change for them.
 */
export async function deleteEndedSessions(db: Db, now: Date, limit: number): Promise<number> {
  const ended = new Date(now.getTime() - 2 * 3_600_000);
  const { numAffectedRows } = await sql`
    delete from sessions where id = any (array(
      select id from sessions
       where expires_at < ${ended} or last_seen_at < ${ended}::timestamptz - interval '14 days'
       limit ${limit} for update skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
