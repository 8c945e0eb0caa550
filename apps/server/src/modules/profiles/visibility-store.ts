import { type RawBuilder, sql } from 'kysely';

type Viewer = string | null | RawBuilder<unknown>;

const toIdSql = (viewer: Viewer): RawBuilder<unknown> =>
  viewer === null || typeof viewer === 'string' ? sql`${viewer}::uuid` : viewer;

/**
 * SQL condition of every query for people or what they own: whether the profile is visible to this viewer.
 * False when suspended, hidden or not proved adult; for both sides of a block of a person or province; and when
 * incognito or hiding from the viewer's address, unless the profile sent the viewer a flame or message. The own profile is always visible.
 * `viewer` is a profile id, null without a profile, or an SQL expression.
 */
export function visibleTo(viewer: Viewer, profile: RawBuilder<unknown>): RawBuilder<boolean> {
  const viewerId = toIdSql(viewer);
  return sql<boolean>`(
    exists (select from profiles as seen where seen.id = ${profile} and (seen.id = ${viewerId}
      or (seen.hidden_at is null and not seen.awaiting_age_check and ${passesPrivacy(viewerId, 'seen')})))
    and ${unblocked(viewerId, profile)})`;
}

/**
 * As `visibleTo`, for someone whom `profile` is calling: they meet in the call, whatever `profile` hides from people it
 * has not written to. Blocks, provinces, suspension and hiding hold.
 */
export function reachableTo(viewer: Viewer, profile: RawBuilder<unknown>): RawBuilder<boolean> {
  const viewerId = toIdSql(viewer);
  return sql<boolean>`(
    exists (select from profiles as seen where seen.id = ${profile} and seen.hidden_at is null
      and not seen.awaiting_age_check and ${passesProvinces(viewerId, 'seen')})
    and ${unblocked(viewerId, profile)})`;
}

/** As `visibleTo`, for a joined row of `profiles`; a hidden own profile is not visible here. */
export function visibleRow(viewer: Viewer, alias: string): RawBuilder<boolean> {
  const viewerId = toIdSql(viewer);
  const own = (column: string) => sql.ref(`${alias}.${column}`);
  // The first two conditions are separate so that partial indexes match.
  return sql<boolean>`(${own('hidden_at')} is null and not ${own('awaiting_age_check')}
    and (${own('id')} = ${viewerId} or ${passesPrivacy(viewerId, alias)}) and ${unblocked(viewerId, own('id'))})`;
}

/**
 * Whether only incognito hides a profile from a viewer, so that its actions may be shown without a name. Arguments as
 * for `visibleTo`.
 */
export function hiddenByIncognito(viewer: Viewer, profile: RawBuilder<unknown>): RawBuilder<boolean> {
  const viewerId = toIdSql(viewer);
  return sql<boolean>`(not ${visibleTo(viewer, profile)} and ${unblocked(viewerId, profile)}
    and exists (select from profiles as seen where seen.id = ${profile}
      and seen.incognito and seen.hidden_at is null and not seen.awaiting_age_check))`;
}

/** Whether a profile is neither removed nor hidden by its owner. */
export const isShown = (profile: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from profiles as shown
    where shown.id = ${profile} and shown.hidden_at is null and not shown.awaiting_age_check)`;

/** Whether a profile is shown as online: last seen after `since`, not incognito, not hidden. */
export const isShownOnline = (profile: RawBuilder<unknown>, since: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from profiles as seen
    where seen.id = ${profile} and seen.last_seen_at > ${since} and not seen.incognito and seen.hidden_at is null)`;

/** Whether a profile sells as a creator. */
export const isCreator = (profile: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from profiles as seller where seller.id = ${profile}
    and seller.category is not null and seller.subscription_price_cents is not null)`;

/** Whether a creator has restricted a member. */
export const isRestricted = (creatorId: string, profile: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from profile_restrictions as kept
    where kept.creator_id = ${creatorId} and kept.fan_id = ${profile})`;

/** Whether a profile hides its presence. */
export const isIncognito = (profile: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from profiles as hiding where hiding.id = ${profile} and hiding.incognito)`;

/** Whether a member is neither suspended nor erased. */
export const isMember = (profile: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from profiles as member
    where member.id = ${profile} and member.removed_at is null and not member.awaiting_age_check)`;

const unblocked = (viewerId: RawBuilder<unknown>, profile: RawBuilder<unknown>) => sql`
  not exists (select from blocks where blocker_id = ${viewerId} and blocked_id = ${profile})
    and not exists (select from blocks where blocker_id = ${profile} and blocked_id = ${viewerId})`;

/** Part of another module's SQL statement: when one profile blocked another; null unless it did. */
export const blockedAt = (blocker: RawBuilder<unknown>, blocked: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select blocking.created_at from blocks as blocking where blocking.blocker_id = ${blocker} and blocking.blocked_id = ${blocked})`;

/** Whether a creator was last seen after `since` and is not incognito. */
export const isCreatorActiveSince = (profile: RawBuilder<unknown>, since: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from profiles as here where here.id = ${profile}
    and here.last_seen_at > ${since} and not here.incognito and here.category is not null)`;

/** Whether the viewer's address is one that the profile hides from. */
const hidesFromContact = (viewerId: RawBuilder<unknown>, alias: string) => sql`exists (
  select from hidden_contacts as hiding join profiles as contact on contact.contact_hash = hiding.contact_hash
  where hiding.profile_id = ${sql.ref(`${alias}.id`)} and contact.id = ${viewerId})`;

/** Incognito, contact and province rules. Rare settings are tested on the row first, so the common case costs nothing. */
function passesPrivacy(viewerId: RawBuilder<unknown>, alias: string): RawBuilder<unknown> {
  const own = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`(
    (not ${own('incognito')} or exists (
      select from profile_acquaintances as met where met.profile_id = ${own('id')} and met.other_id = ${viewerId}))
    and (not ${own('hides_from_contacts')} or not ${hidesFromContact(viewerId, alias)} or exists (
      select from profile_acquaintances as met where met.profile_id = ${own('id')} and met.other_id = ${viewerId}))
    and ${passesProvinces(viewerId, alias)})`;
}

/** Neither of the two has blocked the province of the other. */
function passesProvinces(viewerId: RawBuilder<unknown>, alias: string): RawBuilder<unknown> {
  const own = (column: string) => sql.ref(`${alias}.${column}`);
  const viewers = (column: string) => sql`(select me.${sql.ref(column)} from profiles as me where me.id = ${viewerId})`;
  return sql`(
    (${own('blocked_provinces')} = '{}' or coalesce(${viewers('province')} <> all (${own('blocked_provinces')}), true))
    and coalesce(${own('province')} <> all (${viewers('blocked_provinces')}::text[]), true))`;
}

/** Whether a member was last seen after `since` and is not incognito. */
export const isActiveSince = (profile: RawBuilder<unknown>, since: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from profiles as here where here.id = ${profile}
    and here.last_seen_at > ${since} and not here.incognito)`;

/** Part of another module's SQL statement: whether a creator sells subscriptions now. */
export const sellsSubscriptions = (profile: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from profiles as selling where selling.id = ${profile} and selling.category is not null
    and selling.subscription_price_cents is not null and selling.subscriptions_stopped_at is null)`;

/** Part of another module's SQL statement: the name a profile is shown with. */
export const displayNameOf = (profile: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select named.display_name from profiles as named where named.id = ${profile})`;

/** Whether neither of two profiles blocks the other. */
export const isUnblocked = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${unblocked(one, other)})`;

/** Part of another module's SQL statement: the account of a profile. */
export const accountOfProfile = (profileId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select owner.account_id from profiles as owner where owner.id = ${profileId})`;

/** Part of another module's SQL statement: `profile_id` of the accounts that a subquery returns. */
export const profilesOfAccounts = (accounts: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select owner.id as profile_id from profiles as owner where owner.account_id in (${accounts})`;
