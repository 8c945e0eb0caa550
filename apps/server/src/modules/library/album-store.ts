import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { isHeldFile } from '../content/service.ts';
import { isReadyFile } from '../media/service.ts';
import { visibleTo } from '../profiles/service.ts';

export interface AlbumRow {
  id: string;
  profileId: string;
  title: string;
  changedAt: Date;
  people: number;
  /** Files in order that may be shown. */
  mediaIds: string[];
}

const columns = sql`album.id, album.profile_id as "profileId", album.title, album.changed_at as "changedAt",
  (select count(*)::int from album_people chosen where chosen.album_id = album.id) as people,
  array(select kept.media_id from album_files kept
    where kept.album_id = album.id and ${isReadyFile(sql`kept.media_id`)} and not ${isHeldFile(sql`kept.media_id`)}
    order by kept.position) as "mediaIds"`;

/** Condition that an album is shared with a profile that may see its owner. */
const isSharedWith = (profile: RawBuilder<unknown>) => sql`(
  exists (select from album_people chosen where chosen.album_id = album.id and chosen.profile_id = ${profile})
  and ${visibleTo(profile, sql`album.profile_id`)})`;

export async function findOpenAlbum(db: Db, viewerId: string, id: string): Promise<AlbumRow | undefined> {
  const viewer = sql`${viewerId}::uuid`;
  const { rows } = await sql<AlbumRow>`
    select ${columns} from albums album
      where album.id = ${id} and (album.profile_id = ${viewer} or ${isSharedWith(viewer)})`.execute(db);
  return rows[0];
}

export async function listAlbumsOf(db: Db, ownerId: string): Promise<AlbumRow[]> {
  const { rows } = await sql<AlbumRow>`
    select ${columns} from albums album where album.profile_id = ${ownerId}
      order by album.changed_at desc, album.id desc`.execute(db);
  return rows;
}

/** Last shared first, at most 200. */
export async function listAlbumsSharedWith(db: Db, profileId: string): Promise<AlbumRow[]> {
  const { rows } = await sql<AlbumRow>`
    select ${columns} from albums album
      join album_people mine on mine.album_id = album.id and mine.profile_id = ${profileId}
      where ${isSharedWith(sql`${profileId}::uuid`)} order by mine.shared_at desc, album.id desc limit 200`.execute(db);
  return rows;
}

/** Part of another module's SQL statement: whether an album with a file is shared with a profile. */
export const isOpenInAlbum = (profile: RawBuilder<unknown>, mediaId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from album_files kept join albums album on album.id = kept.album_id
    where kept.media_id = ${mediaId} and ${isSharedWith(profile)} and not ${isHeldFile(sql`kept.media_id`)})`;

export async function isInAlbum(db: Db, mediaId: string): Promise<boolean> {
  const row = await db
    .selectFrom('album_files')
    .select('album_id')
    .where('media_id', '=', mediaId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks an own album; undefined when it is not the owner's. */
export async function lockAlbum(
  db: Db,
  ownerId: string,
  id: string,
): Promise<{ id: string; title: string } | undefined> {
  return db
    .selectFrom('albums')
    .select(['id', 'title'])
    .where('id', '=', id)
    .where('profile_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst();
}

/** Counts an owner's albums; locks the owner's albums until the transaction ends. */
export async function countAlbums(db: Db, ownerId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('albums ' || ${ownerId}, 0))`.execute(db);
  const { n } = await db
    .selectFrom('albums')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('profile_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function upsertAlbum(
  db: Db,
  album: { id: string; ownerId: string; title: string; at: Date },
): Promise<void> {
  await db
    .insertInto('albums')
    .values({
      id: album.id,
      profile_id: album.ownerId,
      title: album.title,
      created_at: album.at,
      changed_at: album.at,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ title: album.title, changed_at: album.at }))
    .execute();
}

export async function deleteAlbum(db: Db, id: string): Promise<void> {
  await db.deleteFrom('albums').where('id', '=', id).execute();
}

export async function listPeople(db: Db, albumId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('album_people')
    .select('profile_id')
    .where('album_id', '=', albumId)
    .orderBy('shared_at')
    .orderBy('profile_id')
    .execute();
  return rows.map((row) => row.profile_id);
}

export async function changePeople(
  db: Db,
  albumId: string,
  { added, removed, at }: { added: readonly string[]; removed: readonly string[]; at: Date },
): Promise<void> {
  if (removed.length > 0)
    await db
      .deleteFrom('album_people')
      .where('album_id', '=', albumId)
      .where('profile_id', 'in', [...removed])
      .execute();
  if (added.length > 0)
    await db
      .insertInto('album_people')
      .values(added.map((profile_id) => ({ album_id: albumId, profile_id, shared_at: at })))
      .execute();
}

/** Files of an album, in order. */
export async function listFiles(db: Db, albumId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('album_files')
    .select('media_id')
    .where('album_id', '=', albumId)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.media_id);
}

export async function setFiles(db: Db, albumId: string, mediaIds: readonly string[]): Promise<void> {
  await db.deleteFrom('album_files').where('album_id', '=', albumId).execute();
  if (mediaIds.length > 0)
    await db
      .insertInto('album_files')
      .values(mediaIds.map((media_id, position) => ({ album_id: albumId, media_id, position })))
      .execute();
}

/** Albums that have one of these files, with their owner and the people they are shared with. */
export async function listRecipientsOfFiles(
  db: Db,
  mediaIds: readonly string[],
): Promise<{ albumId: string; profileId: string }[]> {
  const { rows } = await sql<{ albumId: string; profileId: string }>`
    with album as (select distinct albums.id, albums.profile_id from album_files kept
      join albums on albums.id = kept.album_id where kept.media_id = any (${mediaIds}::uuid[]))
    select id as "albumId", profile_id as "profileId" from album
    union select album.id, chosen.profile_id from album join album_people chosen on chosen.album_id = album.id`.execute(
    db,
  );
  return rows;
}
