import type { Crop, PhotoState } from '@vlam/contract/profiles-photos';
import { type Selectable, sql } from 'kysely';
import type { Database, Db } from '../../../platform/database.ts';
import type { ProfilePhotos } from '../../../platform/database-types.ts';
import { prepare, uuidArray } from '../../../platform/prepared.ts';
import { isFrozenFile } from '../../media/service.ts';
import { visibleTo } from '../visibility-store.ts';
import { expireReplaced } from './check-store.ts';

export type PhotoRole = 'photo' | 'cover';

export interface Photo {
  id: string;
  profileId: string;
  mediaId: string;
  role: PhotoRole;
  position: number | null;
  crop: Crop;
  key: string;
  state: PhotoState;
  reason: string | null;
  createdAt: Date;
}

const toPhoto = (row: Selectable<ProfilePhotos>): Photo => ({
  id: row.id,
  profileId: row.profile_id,
  mediaId: row.media_id,
  role: row.role as PhotoRole,
  position: row.position,
  crop: { left: row.crop_left, top: row.crop_top, width: row.crop_width, height: row.crop_height },
  key: row.key,
  state: row.state as PhotoState,
  reason: row.reason,
  createdAt: row.created_at,
});

const cropColumns = ({ left, top, width, height }: Crop) => ({
  crop_left: left,
  crop_top: top,
  crop_width: width,
  crop_height: height,
});

/** Photos in their order, then the cover. */
export async function listPhotos(db: Db, profileId: string): Promise<Photo[]> {
  const rows = await db
    .selectFrom('profile_photos')
    .selectAll()
    .where('profile_id', '=', profileId)
    .orderBy('position')
    .execute();
  return rows.map(toPhoto);
}

export async function insertPhoto(db: Db, photo: Omit<Photo, 'reason'>): Promise<void> {
  await db
    .insertInto('profile_photos')
    .values({
      id: photo.id,
      profile_id: photo.profileId,
      media_id: photo.mediaId,
      role: photo.role,
      position: photo.position,
      ...cropColumns(photo.crop),
      key: photo.key,
      state: photo.state,
      created_at: photo.createdAt,
    })
    .execute();
}

export async function updatePhoto(
  db: Db,
  id: string,
  change: Partial<Pick<Photo, 'position' | 'crop' | 'key'>>,
): Promise<void> {
  const { crop, ...columns } = change;
  await db
    .updateTable('profile_photos')
    .set({ ...columns, ...(crop ? cropColumns(crop) : {}) })
    .where('id', '=', id)
    .execute();
}

export async function deletePhoto(db: Db, id: string): Promise<void> {
  await db.deleteFrom('profile_photos').where('id', '=', id).execute();
}

export async function isKeyUsed(db: Db, key: string): Promise<boolean> {
  const row = await db.selectFrom('profile_photos').select('id').where('key', '=', key).executeTakeFirst();
  return row !== undefined;
}

/**
 * Sets the profile's keys to the first shown photo and the shown cover. Another first photo, or another crop of it,
 * ends the check against a selfie, and deletes a selfie that waits.
 */
export async function refreshKeys(db: Db, profileId: string): Promise<void> {
  const shown = (role: PhotoRole) => sql`
    (select key from profile_photos where profile_id = ${profileId}::uuid and role = ${role} and state = 'shown'
      order by position limit 1)`;
  await sql`update profiles set photo_key = ${shown('photo')}, cover_key = ${shown('cover')},
      photo_checked_at = case when photo_key = ${shown('photo')} then photo_checked_at end
    where id = ${profileId}::uuid`.execute(db);
  await expireReplaced(db, profileId);
}

/** Whether the member's next photos wait for a moderator, also where publishing needs no review. */
export async function setNeedsReview(db: Db, profileId: string, needsReview: boolean): Promise<void> {
  await db.updateTable('profiles').set({ photos_need_review: needsReview }).where('id', '=', profileId).execute();
}

/** Of the photos that are shown, in their order. */
export async function listShownKeys(db: Db, profileId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('profile_photos')
    .select('key')
    .where('profile_id', '=', profileId)
    .where('role', '=', 'photo')
    .where('state', '=', 'shown')
    .orderBy('position')
    .execute();
  return rows.map(({ key }) => key);
}

export async function isPhoto(db: Db, mediaId: string): Promise<boolean> {
  const row = await db.selectFrom('profile_photos').select('id').where('media_id', '=', mediaId).executeTakeFirst();
  return row !== undefined;
}

export interface PhotoForStaff extends Photo {
  displayName: string;
}

export async function listForStaff(
  db: Db,
  wanted: { profileId: string | undefined; photoId?: string; limit: number },
): Promise<PhotoForStaff[]> {
  let query = db
    .selectFrom('profile_photos')
    .innerJoin('profiles', 'profiles.id', 'profile_photos.profile_id')
    .selectAll('profile_photos')
    .select('display_name')
    .orderBy('profile_photos.created_at')
    .orderBy('profile_photos.id')
    .limit(wanted.limit);
  if (wanted.photoId !== undefined) query = query.where('profile_photos.id', '=', wanted.photoId);
  else if (wanted.profileId !== undefined) query = query.where('profile_id', '=', wanted.profileId);
  else query = query.where('state', '=', 'waiting');
  return (await query.execute()).map((row) => ({ ...toPhoto(row), displayName: row.display_name }));
}

export async function countWaiting(db: Db): Promise<number> {
  const row = await db
    .selectFrom('profile_photos')
    .select((query) => query.fn.countAll<bigint>().as('waiting'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(row.waiting);
}

/** Photos that were made of these files, their profiles locked, as every writer does first. */
export const listByFiles = (db: Db, mediaIds: readonly string[]): Promise<Photo[]> =>
  lockPhotos(db, 'media_id', mediaIds);
/** As `listByFiles`, by their own ids. */
export const listByIds = (db: Db, ids: readonly string[]): Promise<Photo[]> => lockPhotos(db, 'id', ids);

async function lockPhotos(db: Db, by: 'id' | 'media_id', values: readonly string[]): Promise<Photo[]> {
  if (values.length === 0) return [];
  await db
    .selectFrom('profiles')
    .select('id')
    .where('id', 'in', (query) =>
      query
        .selectFrom('profile_photos')
        .select('profile_id')
        .where(by, 'in', [...values]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  return (
    await db
      .selectFrom('profile_photos')
      .selectAll()
      .where(by, 'in', [...values])
      .execute()
  ).map(toPhoto);
}

export async function findByKey(db: Db, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('profile_photos').select('media_id').where('key', '=', key).executeTakeFirst();
  return row?.media_id;
}

/** The photo and its owner, both locked until the transaction ends; the profile first, as every writer does. */
export async function lockForDecision(db: Db, photoId: string): Promise<(Photo & { accountId: string }) | undefined> {
  const owner = await db
    .selectFrom('profiles')
    .select(['id', 'account_id'])
    .where('id', '=', (query) => query.selectFrom('profile_photos').select('profile_id').where('id', '=', photoId))
    .forUpdate()
    .executeTakeFirst();
  const row = await db.selectFrom('profile_photos').selectAll().where('id', '=', photoId).executeTakeFirst();
  return owner && row && { ...toPhoto(row), accountId: owner.account_id };
}

export async function decide(
  db: Db,
  id: string,
  decision: { state: PhotoState; reason: string | null; at: Date; by: string | null },
): Promise<void> {
  await db
    .updateTable('profile_photos')
    .set({ state: decision.state, reason: decision.reason, decided_at: decision.at, decided_by: decision.by })
    .where('id', '=', id)
    .execute();
}

export interface PhotoRequest {
  viewerId: string | null;
  key: string;
}
export interface PhotoRights {
  viewer_id: string | null;
  key: string;
  is_own: boolean;
  is_shown: boolean;
  is_frozen: boolean;
}

/** For each viewer and key: whether the photo is the viewer's own, and whether it is shown to them now. */
export function createReadRights(database: Database): (requests: readonly PhotoRequest[]) => Promise<PhotoRights[]> {
  const statement = prepare<'viewers' | 'keys', PhotoRights>(
    database,
    'rights to photos',
    ['viewers', 'keys'],
    ({ viewers, keys }) => sql`
      select request.viewer_id, photo.key, photo.profile_id is not distinct from request.viewer_id as is_own,
          photo.state = 'shown' and ${visibleTo(sql`request.viewer_id`, sql`photo.profile_id`)} as is_shown,
          ${isFrozenFile(sql`photo.media_id`)} as is_frozen
        from unnest(${viewers}::uuid[], ${keys}::text[]) as request (viewer_id, key)
        join profile_photos as photo on photo.key = request.key`,
  );
  return (requests) =>
    statement({
      viewers: uuidArray(requests.map(({ viewerId }) => viewerId)),
      keys: uuidArray(requests.map(({ key }) => key)),
    });
}
