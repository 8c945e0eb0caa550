import type { ProvinceCode } from '@vlam/contract/constants';
import { cityPlaces } from '@vlam/contract/rules/places';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

export interface PrivacyRow {
  id: string;
  incognito: boolean;
  hides_since: Date | null;
  blocked_provinces: string[];
}

const columns = ['id', 'incognito', 'hides_since', 'blocked_provinces'] as const;

export async function findPrivacy(db: Db, accountId: string): Promise<PrivacyRow | undefined> {
  return db.selectFrom('profiles').select(columns).where('account_id', '=', accountId).executeTakeFirst();
}

export interface PrivacyChange {
  incognito?: boolean | undefined;
  hidden?: boolean | undefined;
  blockedProvinces?: readonly ProvinceCode[] | undefined;
}

/** Undefined fields stay unchanged; returns undefined without a profile. */
export async function updatePrivacy(
  db: Db,
  accountId: string,
  change: PrivacyChange & { at: Date },
): Promise<PrivacyRow | undefined> {
  const { incognito = null, hidden = null, at } = change;
  const provinces = change.blockedProvinces ? [...new Set(change.blockedProvinces)].sort() : null;
  const hides = sql`case when ${hidden}::boolean is null then hides_since
    when ${hidden}::boolean then coalesce(hides_since, ${at}::timestamptz) end`;
  const { rows } = await sql<PrivacyRow>`
    update profiles set
        incognito = coalesce(${incognito}::boolean, incognito),
        hides_since = ${hides},
        hidden_at = coalesce(removed_at, ${hides}),
        blocked_provinces = coalesce(${provinces}::text[], blocked_provinces)
      where account_id = ${accountId}
      returning id, incognito, hides_since, blocked_provinces`.execute(db);
  return rows[0];
}

/** Lets `otherId` see `profileId` even while `profileId` is incognito. Returns false when that was so already. */
export async function insertAcquaintance(db: Db, profileId: string, otherId: string, at: Date): Promise<boolean> {
  const made = await db
    .insertInto('profile_acquaintances')
    .values({ profile_id: profileId, other_id: otherId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('other_id')
    .executeTakeFirst();
  return made !== undefined;
}

export async function deleteAcquaintance(db: Db, profileId: string, otherId: string): Promise<void> {
  await db
    .deleteFrom('profile_acquaintances')
    .where('profile_id', '=', profileId)
    .where('other_id', '=', otherId)
    .execute();
}

const provinceByCity = JSON.stringify(
  Object.fromEntries(Object.entries(cityPlaces).map(([city, { province }]) => [city, province])),
);

/** Sets the provinces of shared locations; null falls back to the province of the profile's city. */
export async function setPlaceProvinces(
  db: Db,
  places: readonly { profileId: string; province: ProvinceCode | null }[],
): Promise<void> {
  await sql`update profiles set place_province = place.province,
      province = coalesce(place.province, ${provinceByCity}::jsonb ->> profiles.city)
    from unnest(${places.map(({ profileId }) => profileId)}::uuid[], ${places.map(({ province }) => province)}::text[])
      as place (id, province)
    where profiles.id = place.id`.execute(db);
}
