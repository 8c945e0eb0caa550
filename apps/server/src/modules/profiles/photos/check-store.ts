import type { PhotoCheckState, SelfiePose } from '@vlam/contract/profiles-photo-check';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { PhotoChecks } from '../../../platform/database-types.ts';

export type CheckRow = Selectable<PhotoChecks>;
type State = Exclude<PhotoCheckState, 'none'> | 'lapsed';

/** The newest try of a profile. */
export async function findNewest(db: Db, profileId: string): Promise<CheckRow | undefined> {
  return db
    .selectFrom('photo_checks')
    .selectAll()
    .where('profile_id', '=', profileId)
    .orderBy('posed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** When each pose since `since` was shown, oldest first. */
export async function listPosedAt(db: Db, profileId: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('photo_checks')
    .select('posed_at')
    .where('profile_id', '=', profileId)
    .where('posed_at', '>', since)
    .orderBy('posed_at')
    .execute();
  return rows.map((row) => row.posed_at);
}

export async function insertPose(
  db: Db,
  posed: { id: string; profileId: string; pose: SelfiePose; at: Date },
): Promise<void> {
  await db
    .insertInto('photo_checks')
    .values({ id: posed.id, profile_id: posed.profileId, pose: posed.pose, posed_at: posed.at, state: 'posed' })
    .execute();
}

export async function setWaiting(
  db: Db,
  id: string,
  sent: { photoKey: string; selfieSealed: Buffer; consentVersion: number; at: Date },
): Promise<void> {
  await db
    .updateTable('photo_checks')
    .set({
      state: 'waiting',
      photo_key: sent.photoKey,
      selfie_sealed: sent.selfieSealed,
      consented_at: sent.at,
      consent_version: sent.consentVersion,
      sent_at: sent.at,
    })
    .where('id', '=', id)
    .execute();
}

/** Ends a try and deletes its selfie. */
export async function end(
  db: Db,
  id: string,
  outcome: { state: Exclude<State, 'posed' | 'waiting'>; reason?: string; at?: Date; by?: string },
): Promise<void> {
  await db
    .updateTable('photo_checks')
    .set({
      state: outcome.state,
      selfie_sealed: null,
      reason: outcome.reason ?? null,
      decided_at: outcome.at ?? null,
      decided_by: outcome.by ?? null,
    })
    .where('id', '=', id)
    .execute();
}

/** Sets or clears the badge. */
export async function setChecked(db: Db, profileId: string, at: Date | null): Promise<void> {
  await db.updateTable('profiles').set({ photo_checked_at: at }).where('id', '=', profileId).execute();
}

/** Ends tries that were about another first photo than the profile's current one, and deletes their selfies. */
export async function expireReplaced(db: Db, profileId: string): Promise<void> {
  await sql`update photo_checks set state = 'expired', selfie_sealed = null
    where profile_id = ${profileId}::uuid and state in ('waiting', 'verified')
      and photo_key is distinct from (select photo_key from profiles where id = ${profileId}::uuid)`.execute(db);
}

const waitingColumns = [
  'photo_checks.id',
  'photo_checks.profile_id',
  'photo_checks.pose',
  'photo_checks.photo_key',
  'photo_checks.sent_at',
  'profiles.account_id',
  'profiles.display_name',
] as const;

/** Selfies that wait, oldest first, without the pictures. */
export async function listWaiting(db: Db, limit: number) {
  return db
    .selectFrom('photo_checks')
    .innerJoin('profiles', 'profiles.id', 'photo_checks.profile_id')
    .select(waitingColumns)
    .where('photo_checks.state', '=', 'waiting')
    .orderBy('photo_checks.sent_at')
    .orderBy('photo_checks.id')
    .limit(limit)
    .execute();
}

export async function countWaiting(db: Db): Promise<number> {
  const row = await db
    .selectFrom('photo_checks')
    .select((query) => query.fn.countAll<bigint>().as('waiting'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(row.waiting);
}

/** The waiting try and its account; the profile is locked until the transaction ends, as every writer does first. */
export async function lockWaiting(db: Db, id: string) {
  const owner = await db
    .selectFrom('profiles')
    .select('account_id')
    .where('id', '=', (query) => query.selectFrom('photo_checks').select('profile_id').where('id', '=', id))
    .forUpdate()
    .executeTakeFirst();
  if (!owner) return undefined;
  const row = await db.selectFrom('photo_checks').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { ...row, account_id: owner.account_id };
}

/** Ends tries without a selfie or a decision in time; deletes ended ones that are not a profile's newest. */
export async function sweep(db: Db, before: { posed: Date; sent: Date; ended: Date }): Promise<void> {
  await db
    .updateTable('photo_checks')
    .set({ state: 'lapsed' })
    .where('state', '=', 'posed')
    .where('posed_at', '<', before.posed)
    .execute();
  await db
    .updateTable('photo_checks')
    .set({ state: 'expired', selfie_sealed: null })
    .where('state', '=', 'waiting')
    .where('sent_at', '<', before.sent)
    .execute();
  await sql`delete from photo_checks as old
    where state not in ('posed', 'waiting') and posed_at < ${before.ended}
      and exists (select from photo_checks as newer
        where newer.profile_id = old.profile_id and (newer.posed_at, newer.id) > (old.posed_at, old.id))`.execute(db);
}
