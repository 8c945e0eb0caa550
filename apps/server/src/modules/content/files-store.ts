import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { type ItemRow, updateItem } from './store.ts';

/** A file of an item. */
export interface ItemFile {
  mediaId: string;
  mediaType: string;
  durationMs: number | null;
}

/** The files of each item in order, the cover first. */
export async function listFiles(db: Db, contentIds: readonly string[]): Promise<Map<string, ItemFile[]>> {
  const files = new Map<string, ItemFile[]>();
  if (contentIds.length === 0) return files;
  const { rows } = await sql<ItemFile & { contentId: string }>`
    select content_id as "contentId", media_id as "mediaId", media_type as "mediaType", duration_ms as "durationMs"
      from content_item_files where content_id = any (${[...contentIds]}::uuid[])
      order by content_id, position`.execute(db);
  for (const { contentId, ...file } of rows) files.set(contentId, [...(files.get(contentId) ?? []), file]);
  return files;
}

/** Ids of an item's files in order; none for a draft without one. */
export async function listFileIds(db: Db, contentId: string): Promise<string[]> {
  return ((await listFiles(db, [contentId])).get(contentId) ?? []).map(({ mediaId }) => mediaId);
}

/** Ids of all files an item has or had. */
export async function listFormerFileIds(db: Db, contentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select media_id as id from content_items where id = ${contentId} and media_id is not null
    union select media_id from content_files where content_id = ${contentId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Which of these files is, or was, in an item other than `exceptId`. */
export async function findPublished(db: Db, mediaIds: readonly string[], exceptId?: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select media_id as id from content_items
      where media_id = any (${[...mediaIds]}::uuid[]) and id is distinct from ${exceptId ?? null}::uuid
    union select media_id from content_files
      where media_id = any (${[...mediaIds]}::uuid[])
        and (content_id is distinct from ${exceptId ?? null}::uuid or removed_at is not null)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether a file is, or was, published. */
export const isPublishedFile = async (db: Db, mediaId: string): Promise<boolean> =>
  (await findPublished(db, [mediaId])).length > 0;

/** Whether a file belongs to an item that a moderator decides about. */
export async function isFlaggedFile(db: Db, mediaId: string): Promise<boolean> {
  const { rows } = await sql`
    select from content_item_files as file join content_items as item on item.id = file.content_id
      where file.media_id = ${mediaId}::uuid and item.state = 'flagged' limit 1`.execute(db);
  return rows.length > 0;
}

/** Sets the files of a locked item; `removed` stay on record, so that a leaked copy of one can be traced. */
export async function writeFiles(
  db: Db,
  contentId: string,
  { files, removed, at }: { files: readonly ItemFile[]; removed: readonly ItemFile[]; at: Date },
): Promise<ItemRow> {
  const [cover, ...more] = files;
  if (!cover) throw new Error('an item keeps one file');
  await db.deleteFrom('content_files').where('content_id', '=', contentId).where('removed_at', 'is', null).execute();
  const rowOf = ({ mediaId, mediaType, durationMs }: ItemFile) => ({
    media_id: mediaId,
    content_id: contentId,
    media_type: mediaType,
    duration_ms: durationMs,
  });
  const rows = [
    ...more.map((file, index) => ({ ...rowOf(file), position: index + 1, removed_at: null })),
    ...removed.map((file) => ({ ...rowOf(file), position: null, removed_at: at })),
  ];
  if (rows.length > 0) await db.insertInto('content_files').values(rows).execute();
  return updateItem(db, contentId, {
    media_id: cover.mediaId,
    media_type: cover.mediaType,
    duration_ms: cover.durationMs,
    more_pictures: more.filter(({ mediaType }) => mediaType === 'image').length,
    more_videos: more.filter(({ mediaType }) => mediaType === 'video').length,
  });
}
