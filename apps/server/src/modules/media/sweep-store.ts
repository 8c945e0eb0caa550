import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { MediaState } from './media.ts';

/** Rows in a state since before a moment, oldest first. */
export async function listStale(db: Db, state: MediaState, before: Date, limit: number) {
  const rows = await db
    .selectFrom('media')
    .select(['id', 'byte_size', 'storage_key', 'created_at', 'is_stream'])
    .where('state', '=', state)
    .where('created_at', '<', before)
    .$if(state === 'failed', (query) => query.where(sql<boolean>`not is_file_held(id, owner_id)`))
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    byteSize: Number(row.byte_size),
    storageKey: row.storage_key,
    createdAt: row.created_at,
    isStream: row.is_stream,
  }));
}

/** Ready files that may be unreferenced; referenced ones are checked once. */
export async function listUnusedCandidates(db: Db, before: { other: Date; library: Date }, limit: number) {
  return db
    .selectFrom('media')
    .select(['id', 'storage_key as storageKey'])
    .where('state', '=', 'ready')
    .where('held', 'is', null)
    .where('found_in_use_at', 'is', null)
    .where(sql<boolean>`not is_file_held(id, owner_id)`)
    .where((eb) =>
      eb.or([
        eb.and([eb('for_library', '=', false), eb('ready_at', '<', before.other)]),
        eb.and([eb('for_library', '=', true), eb('ready_at', '<', before.library)]),
      ]),
    )
    .orderBy('ready_at')
    .limit(limit)
    .execute();
}

export async function deleteMedia(db: Db, id: string): Promise<void> {
  await db.deleteFrom('media').where('id', '=', id).execute();
}

export async function markReferenced(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('media').set({ found_in_use_at: at }).where('id', '=', id).execute();
}

/** Returns the ids that have a row. */
export async function listExistingIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from media where id = any (${ids}::uuid[])`.execute(db);
  return new Set(rows.map((row) => row.id));
}
