import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';

/** Locks the profile, so that two calls count together. */
export async function lockProfile(db: Db, profileId: string): Promise<void> {
  await db.selectFrom('profiles').select('id').where('id', '=', profileId).forUpdate().execute();
}

export async function count(db: Db, profileId: string): Promise<number> {
  const row = await db
    .selectFrom('hidden_contacts')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

export async function insert(db: Db, profileId: string, hashes: readonly Buffer[], at: Date): Promise<void> {
  await sql`insert into hidden_contacts (profile_id, contact_hash, created_at)
    select ${profileId}, hash, ${at} from unnest(${hashes}::bytea[]) as hash
    on conflict do nothing`.execute(db);
}

export async function removeAll(db: Db, profileId: string): Promise<void> {
  await db.deleteFrom('hidden_contacts').where('profile_id', '=', profileId).execute();
}

export async function setHides(db: Db, profileId: string, hides: boolean): Promise<void> {
  await db.updateTable('profiles').set({ hides_from_contacts: hides }).where('id', '=', profileId).execute();
}

/** Profiles whose own address is not hashed yet. */
export async function listWithoutHash(db: Db, limit: number): Promise<{ id: string; accountId: string }[]> {
  const rows = await db
    .selectFrom('profiles')
    .select(['id', 'account_id'])
    .where('contact_hash', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, accountId: row.account_id }));
}

export async function setHashes(db: Db, hashes: readonly { accountId: string; hash: Buffer }[]): Promise<void> {
  await sql`update profiles set contact_hash = own.hash
    from unnest(${hashes.map(({ accountId }) => accountId)}::uuid[], ${hashes.map(({ hash }) => hash)}::bytea[])
      as own (account_id, hash)
    where profiles.account_id = own.account_id`.execute(db);
}
