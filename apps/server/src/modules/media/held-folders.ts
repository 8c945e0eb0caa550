import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Storage } from '../../platform/storage.ts';
import { removeUnusedFolder } from './copies.ts';

/** Removes folders whose hold has ended. */
export async function releaseHeldFolders(db: Db, storage: Storage, limit: number): Promise<void> {
  const { rows } = await sql<{ storage_key: string }>`
    select storage_key from held_folders where not is_folder_held(storage_key) order by kept_at limit ${limit}`.execute(
    db,
  );
  for (const { storage_key: storageKey } of rows) {
    await removeUnusedFolder(db, storage, storageKey);
    await db.deleteFrom('held_folders').where('storage_key', '=', storageKey).execute();
  }
}
