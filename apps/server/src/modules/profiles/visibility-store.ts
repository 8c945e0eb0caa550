import { type RawBuilder, sql } from 'kysely';

type Viewer = string | null | RawBuilder<unknown>;

const asId = (viewer: Viewer): RawBuilder<unknown> =>
  viewer === null || typeof viewer === 'string' ? sql`${viewer}::uuid` : viewer;

/**
 * SQL condition that every list and look-up of people and their things carries: the profile exists for this viewer.
 * False for those who are suspended, hide or have not proved their age; for either side of a block of a person or of a
 * province; and for the incognito, unless they have flamed or written to the viewer. One's own profile always exists.
 * Both arguments are SQL expressions, or the viewer's profile id; a viewer without a profile is null.
 */
export function visibleTo(viewer: Viewer, profile: RawBuilder<unknown>): RawBuilder<boolean> {
  const who = asId(viewer);
  return sql<boolean>`(
    exists (select from profiles as seen where seen.id = ${profile} and (seen.id = ${who}
      or (seen.hidden_at is null and not seen.awaiting_age_check and ${meets(who, 'seen')})))
    and ${unblocked(who, profile)})`;
}

/** The same when the row of `profiles` is at hand under `alias`; of oneself only what others may see too. */
export function visibleRow(viewer: Viewer, alias: string): RawBuilder<boolean> {
  const who = asId(viewer);
  const own = (column: string) => sql.ref(`${alias}.${column}`);
  // The first two stand alone, so that partial indexes fit.
  return sql<boolean>`(${own('hidden_at')} is null and not ${own('awaiting_age_check')}
    and (${own('id')} = ${who} or ${meets(who, alias)}) and ${unblocked(who, own('id'))})`;
}

/**
 * Whether it is their incognito alone that hides a profile from a viewer: what they did may be told of without their
 * name. Both arguments as for `visibleTo`.
 */
export function hiddenByIncognito(viewer: Viewer, profile: RawBuilder<unknown>): RawBuilder<boolean> {
  const who = asId(viewer);
  return sql<boolean>`(not ${visibleTo(viewer, profile)} and ${unblocked(who, profile)}
    and exists (select from profiles as seen where seen.id = ${profile}
      and seen.incognito and seen.hidden_at is null and not seen.awaiting_age_check))`;
}

/** Whether a profile shows itself to anybody: neither gone nor hidden by its own wish. */
export const isShown = (profile: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from profiles as shown
    where shown.id = ${profile} and shown.hidden_at is null and not shown.awaiting_age_check)`;

/** Whether a profile shows as online: seen since `since`, and not incognito. */
export const isSeenHere = (profile: RawBuilder<unknown>, since: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from profiles as seen
    where seen.id = ${profile} and seen.last_seen_at > ${since} and not seen.incognito and seen.hidden_at is null)`;

/** Whether a profile hides its presence. */
export const isIncognito = (profile: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from profiles as hiding where hiding.id = ${profile} and hiding.incognito)`;

/** Whether a member exists for anybody: neither suspended nor erased. */
export const isMember = (profile: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from profiles as member
    where member.id = ${profile} and member.removed_at is null and not member.awaiting_age_check)`;

const unblocked = (who: RawBuilder<unknown>, profile: RawBuilder<unknown>) => sql`
  not exists (select from blocks where blocker_id = ${who} and blocked_id = ${profile})
    and not exists (select from blocks where blocker_id = ${profile} and blocked_id = ${who})`;

/** Whether a creator was here after `since` and lets it be seen: the incognito are never online. */
export const isCreatorHere = (profile: RawBuilder<unknown>, since: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from profiles as here where here.id = ${profile}
    and here.last_seen_at > ${since} and not here.incognito and here.category is not null)`;

/** Incognito and provinces. What hardly anybody has set is asked of the row first, and costs nothing where it is not. */
function meets(who: RawBuilder<unknown>, alias: string): RawBuilder<unknown> {
  const own = (column: string) => sql.ref(`${alias}.${column}`);
  const viewers = (column: string) => sql`(select me.${sql.ref(column)} from profiles as me where me.id = ${who})`;
  return sql`(
    (not ${own('incognito')} or exists (
      select from profile_acquaintances as met where met.profile_id = ${own('id')} and met.other_id = ${who}))
    and (${own('blocked_provinces')} = '{}' or coalesce(${viewers('province')} <> all (${own('blocked_provinces')}), true))
    and coalesce(${own('province')} <> all (${viewers('blocked_provinces')}::text[]), true))`;
}

/** Whether a member was here after a moment and lets it be seen. */
export const isActiveSince = (profile: RawBuilder<unknown>, since: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from profiles as here where here.id = ${profile}
    and here.last_seen_at > ${since} and not here.incognito)`;

/** A part of another module's statement: the account of a profile. */
export const accountOfProfile = (profileId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select owner.account_id from profiles as owner where owner.id = ${profileId})`;

/** A part of another module's statement: `profile_id` of the accounts that a statement answers. */
export const profilesOfAccounts = (accounts: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select owner.id as profile_id from profiles as owner where owner.account_id in (${accounts})`;
