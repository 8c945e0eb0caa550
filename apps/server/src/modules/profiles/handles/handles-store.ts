import type { Db } from '../../../platform/database.ts';

/** Handles replaced at `lapsedAt` or before lead nowhere, and are free. */
interface Wanted {
  look: string;
  lapsedAt: Date;
}

/** Whose handle it is, now or until it lapses, and whether it leads to them. */
export async function findHolder(
  db: Db,
  { look, lapsedAt }: Wanted,
): Promise<{ profileId: string; isGivenBack: boolean } | null> {
  const row = await db
    .selectFrom('profile_handles')
    .select(['profile_id', 'given_back_at'])
    .where('look', '=', look)
    .where(({ eb, or }) => or([eb('replaced_at', 'is', null), eb('replaced_at', '>', lapsedAt)]))
    .executeTakeFirst();
  return row ? { profileId: row.profile_id, isGivenBack: row.given_back_at !== null } : null;
}

/** Whether a member has had a handle within a year. */
export async function hasHad(db: Db, profileId: string, lapsedAt: Date): Promise<boolean> {
  const row = await db
    .selectFrom('profile_handles')
    .select('look')
    .where('profile_id', '=', profileId)
    .where(({ eb, or }) => or([eb('replaced_at', 'is', null), eb('replaced_at', '>', lapsedAt)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets none of a member's handles lead to them from now on. */
export async function giveBack(tx: Db, profileId: string, at: Date): Promise<void> {
  await tx
    .updateTable('profile_handles')
    .set(({ fn, val }) => ({ given_back_at: at, replaced_at: fn.coalesce('replaced_at', val(at)) }))
    .where('profile_id', '=', profileId)
    .execute();
}

/** Makes a handle the member's current one. False when it is another member's. */
export async function claim(
  tx: Db,
  { look, lapsedAt, ...claimed }: Wanted & { handle: string; profileId: string; at: Date },
): Promise<boolean> {
  const { handle, profileId, at } = claimed;
  await tx.deleteFrom('profile_handles').where('look', '=', look).where('replaced_at', '<=', lapsedAt).execute();
  await tx
    .updateTable('profile_handles')
    .set({ replaced_at: at })
    .where('profile_id', '=', profileId)
    .where('replaced_at', 'is', null)
    .execute();
  const row = await tx
    .insertInto('profile_handles')
    .values({ look, handle, profile_id: profileId, chosen_at: at })
    .onConflict((conflict) =>
      conflict
        .column('look')
        .doUpdateSet({ handle, chosen_at: at, replaced_at: null, given_back_at: null })
        .where('profile_handles.profile_id', '=', profileId),
    )
    .returning('look')
    .executeTakeFirst();
  return row !== undefined;
}

/** Handles that only lead to the member, the latest first. */
export async function listFormer(
  db: Db,
  profileId: string,
  lapsedAt: Date,
): Promise<{ handle: string; replacedAt: Date }[]> {
  const rows = await db
    .selectFrom('profile_handles')
    .select(['handle', 'replaced_at'])
    .where('profile_id', '=', profileId)
    .where('replaced_at', '>', lapsedAt)
    .where('given_back_at', 'is', null)
    .orderBy('replaced_at', 'desc')
    .execute();
  return rows.flatMap(({ handle, replaced_at: replacedAt }) => (replacedAt ? [{ handle, replacedAt }] : []));
}

export async function deleteLapsed(db: Db, lapsedAt: Date): Promise<void> {
  await db.deleteFrom('profile_handles').where('replaced_at', '<=', lapsedAt).execute();
}
