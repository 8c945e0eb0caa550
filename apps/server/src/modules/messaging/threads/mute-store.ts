import { maxMutesListed } from '@vlam/contract/messaging-mutes';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';

/** Part of other statements: whether a profile has muted another. */
export const hasMutedIn = (profileId: RawBuilder<unknown>, otherId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from conversation_members muting
    where muting.profile_id = ${profileId} and muting.other_id = ${otherId} and muting.muted)`;

/** Sets the mute of a side; the time of the mute only changes with it. */
export async function setMuted(
  db: Db,
  side: { profileId: string; otherId: string },
  { muted, at }: { muted: boolean; at: Date },
): Promise<void> {
  await db
    .updateTable('conversation_members')
    .set({ muted, muted_at: muted ? at : null })
    .where('profile_id', '=', side.profileId)
    .where('other_id', '=', side.otherId)
    .where('muted', '!=', muted)
    .execute();
}

/** Latest first. */
export async function listMuted(db: Db, profileId: string): Promise<{ id: string; at: Date | null }[]> {
  return db
    .selectFrom('conversation_members')
    .select(['other_id as id', 'muted_at as at'])
    .where('profile_id', '=', profileId)
    .where('muted', '=', true)
    .orderBy('muted_at', (order) => order.desc().nullsLast())
    .orderBy('other_id')
    .limit(maxMutesListed)
    .execute();
}
