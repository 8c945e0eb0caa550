import { type RawBuilder, sql } from 'kysely';

/**
 * SQL condition that every list and look-up of people and their things carries: the profile exists for this viewer.
 * False for the hidden, for those who have not proved their age, and for either side of a block. Both arguments are
 * SQL expressions, or the viewer's profile id; a viewer without a profile is null.
 */
export function visibleTo(
  viewer: string | null | RawBuilder<unknown>,
  profile: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const who = viewer === null || typeof viewer === 'string' ? sql`${viewer}::uuid` : viewer;
  return sql<boolean>`(
    exists (select from profiles as seen where seen.id = ${profile} and seen.hidden_at is null and not seen.awaiting_age_check)
    and not exists (select from blocks where blocker_id = ${who} and blocked_id = ${profile})
    and not exists (select from blocks where blocker_id = ${profile} and blocked_id = ${who}))`;
}

/** The same when the row of `profiles` is at hand under `alias`. */
export function visibleRow(viewer: string | null, alias: string): RawBuilder<boolean> {
  const own = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<boolean>`(${own('hidden_at')} is null and not ${own('awaiting_age_check')}
    and not exists (select from blocks where blocker_id = ${viewer}::uuid and blocked_id = ${own('id')})
    and not exists (select from blocks where blocker_id = ${own('id')} and blocked_id = ${viewer}::uuid))`;
}
