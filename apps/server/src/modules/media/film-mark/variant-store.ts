import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { EncodedVariant } from './outcome.ts';

export type StoredVariant = Omit<EncodedVariant, 'byteSize'>;

/** Of these files, the films that were not marked before; from the commit on all but their owner play marked copies. */
export async function setMarked(db: Db, mediaIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update media set is_marked = true
      where id = any (${mediaIds}::uuid[]) and kind = 'video' and state = 'ready' and not is_marked
      returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Free uses of films that their owner sells elsewhere, by folder or bytes: of these rows, free or sold, or of all. */
export async function listUnmarkedTwins(db: Db, mediaIds?: readonly string[]): Promise<string[]> {
  const isAsked = mediaIds ? sql`asked.id = any (${mediaIds}::uuid[])` : sql`asked.is_marked`;
  const isUseOf = (use: RawBuilder<unknown>) => sql`${use}.owner_id = asked.owner_id and ${use}.state = 'ready'
    and (${use}.storage_key = asked.storage_key or ${use}.sha256 = asked.sha256)`;
  const { rows } = await sql<{ id: string }>`
    select distinct twin.id from media as asked
      join media as sold on ${isUseOf(sql`sold`)} and sold.is_marked
      join media as twin on ${isUseOf(sql`twin`)} and twin.kind = 'video' and not twin.is_marked
      where ${isAsked}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Gives a clip the tracks that another use of the same file has; no effect when it has its own. */
export async function shareTracks(db: Db, media: { id: string; storageKey: string }): Promise<void> {
  const source = sql`(
    select track.media_id from media_stream_tracks as track join media as twin on twin.id = track.media_id
      where twin.storage_key = ${media.storageKey} and twin.id <> ${media.id}
        and not exists (select from media_stream_tracks own where own.media_id = ${media.id})
      limit 1)`;
  await sql`
    insert into media_streams (media_id, progress, peaks, prints)
      select ${media.id}::uuid, progress, peaks, prints from media_streams where media_id = ${source}
      on conflict (media_id) do update set progress = excluded.progress, peaks = excluded.peaks,
        prints = excluded.prints`.execute(db);
  await sql`
    insert into media_stream_tracks
      select (jsonb_populate_record(track, jsonb_build_object('media_id', ${media.id}::uuid))).*
      from media_stream_tracks as track where track.media_id = ${source}`.execute(db);
}

export async function listVariants(db: Db, storageKey: string): Promise<StoredVariant[]> {
  const rows = await db
    .selectFrom('media_stream_variants')
    .selectAll()
    .where('storage_key', '=', storageKey)
    .orderBy('track')
    .orderBy('variant')
    .execute();
  return rows.map((row) => ({
    track: row.track,
    variant: row.variant,
    initSize: row.init_size,
    segmentSizes: row.segment_sizes,
  }));
}

/** A clip has tracks only once it was sold. */
const isUnprepared = sql<boolean>`(
  not exists (select from media_stream_variants v where v.storage_key = media.storage_key)
  or not exists (select from media_stream_tracks t where t.media_id = media.id))`;

/** Whether one of these films must be marked and cannot be yet. */
export async function isMarkPending(db: Db, mediaIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from media where id = any (${mediaIds}::uuid[]) and is_marked and state = 'ready' and ${isUnprepared}
      limit 1`.execute(db);
  return rows.length > 0;
}

/** Films that wait for their variants, or for tracks of their own. */
export async function listMarkPending(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from media where is_marked and state = 'ready' and ${isUnprepared} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** All variants of a film at once: before, it has none. Idempotent. */
export async function saveVariants(db: Db, storageKey: string, variants: readonly EncodedVariant[]): Promise<void> {
  await deleteVariants(db, storageKey);
  await db
    .insertInto('media_stream_variants')
    .values(
      variants.map(({ track, variant, initSize, segmentSizes }) => ({
        storage_key: storageKey,
        track,
        variant,
        init_size: initSize,
        segment_sizes: segmentSizes,
      })),
    )
    .execute();
}

export async function deleteVariants(db: Db, storageKey: string): Promise<void> {
  await db.deleteFrom('media_stream_variants').where('storage_key', '=', storageKey).execute();
}
