import { type RawBuilder, sql } from 'kysely';
import { isUnlockedBy } from '../credits/service.ts';
import { usesOfFile } from '../media/service.ts';
import { readsLevelForX18, visibleTo } from '../profiles/service.ts';
import { subscribedCreatorIds } from '../subscriptions/service.ts';
import type { OpenByBundle } from './entitlement-store.ts';

/** An account as the viewer of a file, as SQL. */
export interface FileViewer {
  account: RawBuilder<unknown>;
  /** Null without a profile. */
  profile: RawBuilder<unknown>;
  isModerator: RawBuilder<unknown>;
}

const own = ({ profile }: FileViewer) => sql`(item.profile_id = ${profile}) is true`;
const creatorVisible = ({ profile }: FileViewer) => visibleTo(profile, sql`item.profile_id`);
/** `canSee` of the policy. */
const canSeeItem = (viewer: FileViewer) =>
  sql`(${own(viewer)} or ${viewer.isModerator} or (item.state = 'published' and ${creatorVisible(viewer)}))`;
/** `isEnded` of the policy. */
const isEndedItem = (viewer: FileViewer) => sql`(item.state in ('draft', 'review') and item.published_at is not null
  and not item.needs_review and item.classification is distinct from 'X18' and ${creatorVisible(viewer)})`;

/** `asksForLevel` of the policy, of a viewer who lacks the level. */
const lacksLevel = (
  viewer: FileViewer,
  now: RawBuilder<unknown>,
) => sql`(item.classification = 'X18' and not ${own(viewer)}
  and not ${viewer.isModerator} and not ${readsLevelForX18(viewer.profile, now)})`;

const itemsWith = (mediaId: RawBuilder<unknown>) => sql`
  select cover.id from content_items as cover where cover.media_id = ${mediaId}
  union all select more.content_id from content_files as more
    where more.media_id = ${mediaId} and more.removed_at is null`;

/** A person depicted in the item, who is asked to agree to it or agreed. */
const isAskedPerson = (viewer: FileViewer, now: RawBuilder<unknown>) => sql`exists (
  select from content_people as people
    where people.content_id = item.id and people.account_id = ${viewer.account} and people.replaced_at is null
      and (people.state = 'yes' or (people.state = 'asked' and people.expires_at > ${now})))`;

/**
 * Part of another module's SQL statement: whether a file is open to a viewer as an item. The item is theirs, free,
 * bought, subscribed to or theirs to moderate; or they bought it before it ended; or they are asked to agree to it.
 */
export function isOpenItemFile(
  viewer: FileViewer,
  {
    mediaId,
    now,
    isOpenByBundle,
  }: { mediaId: RawBuilder<unknown>; now: RawBuilder<unknown>; isOpenByBundle: OpenByBundle },
): RawBuilder<boolean> {
  const bought = sql`(${isUnlockedBy(viewer.account, sql`item.id::text`)}
    or ${isOpenByBundle(viewer.account, sql`item.id`)})`;
  const subscribed = sql`(item.profile_id in (${subscribedCreatorIds(viewer.profile, now, sql`item.from_tier`)})) is true`;
  return sql<boolean>`exists (
    select from content_items as item where item.id in (${itemsWith(mediaId)}) and item.state <> 'removed' and (
      (${canSeeItem(viewer)}
        and (not item.is_premium or ${own(viewer)} or ${viewer.isModerator} or ${subscribed} or ${bought}))
      or (${isEndedItem(viewer)} and ${bought})
      or ${isAskedPerson(viewer, now)}))`;
}

/** As `itemsWith`, also of the file's other uses. */
const itemsOfUses = (mediaId: RawBuilder<unknown>) => sql`
  select cover.id from content_items as cover where cover.media_id in (${usesOfFile(mediaId)})
  union all select more.content_id from content_files as more
    where more.media_id in (${usesOfFile(mediaId)}) and more.removed_at is null`;

/**
 * Part of another module's SQL statement: whether a file is rated X18 and the viewer lacks the level, whatever else
 * would open it or another use of it: the item, a message, a delivery, an album. Who is in it sees it while they are asked, and after a yes.
 */
export const isShutByLevel = (
  viewer: FileViewer,
  { mediaId, now }: { mediaId: RawBuilder<unknown>; now: RawBuilder<unknown> },
): RawBuilder<boolean> => sql<boolean>`exists (
  select from content_items as item where item.id in (${itemsOfUses(mediaId)}) and ${lacksLevel(viewer, now)}
    and not ${isAskedPerson(viewer, now)})`;

/** Part of another module's SQL statement: milliseconds of a cover that everyone who sees its item may play; 0 for none. */
export const previewMsOfFile = (viewer: FileViewer, mediaId: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce((select item.preview_seconds * 1000 from content_items as item
    where item.media_id = ${mediaId} and item.state = 'published' and item.media_type <> 'image'
      and ${canSeeItem(viewer)}), 0)::int`;
