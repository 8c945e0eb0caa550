import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Storage } from '../../platform/storage.ts';
import { copyCaptions } from './captions/store.ts';
import { deleteVariants } from './film-mark/variant-store.ts';

/**
 * Adds a row for another use of a ready file. It shares the folder in storage, so no bytes are copied; rights, removal
 * and marks belong to each row. The caller has locked the original. Every column is copied, also of later migrations.
 */
export async function insertCopy(db: Db, originalId: string, copy: { id: string; at: Date }): Promise<void> {
  await sql`
    insert into media
    select (jsonb_populate_record(original, jsonb_build_object(
      'id', ${copy.id}::uuid, 'created_at', ${copy.at}::timestamptz, 'ready_at', ${copy.at}::timestamptz,
      'is_copy', true, 'for_library', false, 'found_in_use_at', null))).*
    from media as original where original.id = ${originalId} and original.state = 'ready' and original.held is null`.execute(
    db,
  );
  await sql`
    insert into media_streams (media_id, progress, peaks, prints)
    select ${copy.id}::uuid, progress, peaks, prints from media_streams where media_id = ${originalId}`.execute(db);
  await sql`
    insert into media_stream_tracks
    select (jsonb_populate_record(track, jsonb_build_object('media_id', ${copy.id}::uuid))).*
    from media_stream_tracks as track where track.media_id = ${originalId}`.execute(db);
  await copyCaptions(db, originalId, copy.id);
}

/** Whether a row that may still be shown, or is held as evidence, has its files, or its captions, in this folder. */
export async function isFolderUsed(db: Db, storageKey: string): Promise<boolean> {
  const { rows } = await sql`
    select from media where storage_key = ${storageKey} and (state in ('uploading', 'processing', 'ready') or held is not null)
    union all select from media_captions where storage_key = ${storageKey} limit 1`.execute(db);
  return rows.length > 0;
}

/** Notes a folder that a legal hold keeps from being removed; false where none does. */
async function keepHeldFolder(db: Db, storageKey: string): Promise<boolean> {
  const { rows } = await sql`
    insert into held_folders (storage_key) select ${storageKey} where is_folder_held(${storageKey})
      on conflict (storage_key) do update set kept_at = held_folders.kept_at returning storage_key`.execute(db);
  return rows.length > 0;
}

/** Deletes a folder that no row needs any more. Under a legal hold it stays, until the sweep finds that it may go. */
export async function removeUnusedFolder(db: Db, storage: Storage, storageKey: string): Promise<void> {
  if (await isFolderUsed(db, storageKey)) return;
  if (await keepHeldFolder(db, storageKey)) return;
  await storage.removeFolder(storageKey);
  await deleteVariants(db, storageKey);
}

/** The row that was uploaded into a folder; undefined after it was deleted. */
export async function findOriginalId(db: Db, storageKey: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('media')
    .select('id')
    .where('storage_key', '=', storageKey)
    .where('is_copy', '=', false)
    .executeTakeFirst();
  return row?.id;
}

/** Part of another module's SQL statement: ids of its owner's rows with the same bytes as a file, itself among them. */
export const copiesOfFile = (mediaId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select same.id from media as asked
    join media as same on same.owner_id = asked.owner_id
      and (same.storage_key = asked.storage_key or same.sha256 = asked.sha256)
    where asked.id = ${mediaId}`;

/** As `copiesOfFile`, without those that were uploaded anew: fast enough for every view of a file. */
export const usesOfFile = (mediaId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select used.id from media as viewed join media as used using (storage_key) where viewed.id = ${mediaId}`;

/** Part of another module's SQL statement: whether a file may be shown. */
export const isReadyFile = (mediaId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select from media where media.id = ${mediaId} and media.state = 'ready' and media.held is null)`;

/** Part of another module's SQL statement: whether a file is on its way or being prepared. */
export const isUnsettledFile = (mediaId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from media where media.id = ${mediaId} and media.state in ('uploading', 'processing'))`;

/** Part of another module's SQL statement: whether a file is evidence that no member of staff opens. */
export const isFrozenFile = (mediaId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from media where media.id = ${mediaId} and media.held = 'frozen')`;

/** What the rows of one file have in common, by id; files of other accounts are left out. */
export async function listFolders(
  db: Db,
  accountId: string,
  mediaIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; folder: string }>`
    select id, storage_key as folder from media
      where owner_id = ${accountId} and id = any (${mediaIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, folder }) => [id, folder]));
}
