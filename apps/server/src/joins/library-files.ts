import { sql } from 'kysely';
import type { LibraryQuery, LibraryRow } from '../modules/library/service.ts';
import type { Db } from '../platform/database.ts';

/** Rows of the owner's file `file`. Owners may share a folder: sample files do. */
const rowsOfFile = sql`select one.id from media as one
  where one.storage_key = file.storage_key and one.owner_id = file.owner_id and one.state = 'ready'`;

const isUsedFile = sql<boolean>`exists (
  select from (${rowsOfFile}) as row where
    exists (select from content_item_files held join content_items item on item.id = held.content_id
      where held.media_id = row.id and item.state <> 'removed')
    or exists (select from message_attachments held where held.media_id = row.id)
    or exists (select from request_delivery_files sent where sent.media_id = row.id)
    or exists (select from profile_photos photo where photo.media_id = row.id)
    or exists (select from film_board_registrations held where held.certificate_media_id = row.id)
    or exists (select from album_files kept where kept.media_id = row.id))`;

const hasTitle = (text: string) => {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`exists (select from (${rowsOfFile}) as row where
    exists (select from content_item_files held join content_items item on item.id = held.content_id
      where held.media_id = row.id and item.state <> 'removed' and item.title ilike ${pattern})
    or exists (select from album_files kept join albums on albums.id = kept.album_id
      where kept.media_id = row.id and albums.title ilike ${pattern}))`;
};

/** Files of an account, newest first: each once, however often it is used. */
export async function listLibraryFiles(db: Db, query: LibraryQuery): Promise<LibraryRow[]> {
  const conditions = [
    query.kind ? sql`file.kind = ${query.kind}` : null,
    query.isUsed === undefined ? null : sql`${isUsedFile} = ${query.isUsed}`,
    query.text ? hasTitle(query.text) : null,
    query.after ? sql`(file.created_at, file.id) < (${query.after[0]}::timestamptz, ${query.after[1]}::uuid)` : null,
  ].filter((condition) => condition !== null);
  const { rows } = await sql<LibraryRow>`
    select file.id, array(${rowsOfFile}) as ids, ${isUsedFile} as "isUsed",
        file.byte_size::int as "byteSize", file.created_at as "createdAt", file.ready_at as "readyAt",
        file.for_library as "forLibrary",
        to_char(file.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
      from media as file
      where file.owner_id = ${query.accountId} and file.state in ('processing', 'ready')
        and not exists (select from film_board_registrations held where held.certificate_media_id = file.id)
        and not exists (select from media as earlier where earlier.storage_key = file.storage_key
          and earlier.owner_id = file.owner_id and earlier.state = 'ready' and (earlier.created_at, earlier.id) < (file.created_at, file.id))
        and ${sql.join([sql`true`, ...conditions], sql` and `)}
      order by file.created_at desc, file.id desc limit ${query.limit}`.execute(db);
  return rows;
}

/** Files and bytes that an account has stored; a file that is used twice counts once. */
export async function sumLibrary(db: Db, accountId: string): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{ files: number; bytes: string }>`
    select count(*)::int as files, coalesce(sum(bytes), 0) as bytes from (
      select max(byte_size) as bytes from media
        where owner_id = ${accountId} and state in ('processing', 'ready') group by storage_key) as stored`.execute(db);
  return { files: rows[0]?.files ?? 0, bytes: Number(rows[0]?.bytes ?? 0) };
}

/** Locks the ready rows of an account's file; none when it is another account's. */
export async function lockUnusedFile(db: Db, accountId: string, mediaId: string): Promise<string[] | 'used'> {
  const { rows } = await sql<{ id: string }>`
    select one.id from media as one
      where one.owner_id = ${accountId} and one.state = 'ready'
        and one.storage_key = (select storage_key from media where id = ${mediaId})
      order by one.id for no key update`.execute(db);
  if (rows.length === 0) return [];
  const { rows: found } = await sql<{ isUsed: boolean }>`
    select ${isUsedFile} as "isUsed" from media as file where file.id = ${mediaId}`.execute(db);
  return found[0]?.isUsed ? 'used' : rows.map(({ id }) => id);
}
