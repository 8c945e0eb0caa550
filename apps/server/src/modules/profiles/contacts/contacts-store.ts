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

export async function setHash(db: Db, accountId: string, hash: Buffer): Promise<void> {
  await db.updateTable('profiles').set({ contact_hash: hash }).where('account_id', '=', accountId).execute();
}

/**
 * Sets hashes that are still missing and returns how many it set. Leaves rows that another transaction holds: that one
 * may be changing the address, and waiting for many rows at once could deadlock.
 */
export async function setMissingHashes(
  db: Db,
  hashes: readonly { accountId: string; hash: Buffer }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    with own as (
      select * from unnest(${hashes.map(({ accountId }) => accountId)}::uuid[], ${hashes.map(({ hash }) => hash)}::bytea[])
        as own (account_id, hash)
    ), free as (
      select profiles.id, own.hash from profiles join own on own.account_id = profiles.account_id
       where profiles.contact_hash is null
       order by profiles.id for no key update of profiles skip locked
    )
    update profiles set contact_hash = free.hash from free where profiles.id = free.id`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
