import type { Audience } from '@vlam/contract/messaging-creators';
import { type RawBuilder, sql } from 'kysely';
import { creditsSpentWith } from '../../credits/service.ts';
import { isActiveSince, profilesOfAccounts, visibleTo } from '../../profiles/service.ts';
import { subscriberIds } from '../../subscriptions/service.ts';

/** Statement of another module: `profile_id` of followers of a creator since a moment. */
export type FollowersOf = (creatorId: string, since: Date | null) => RawBuilder<unknown>;

const dayMs = 86_400_000;

/** Statement: `profile_id` of every member a broadcast reaches now, each once. */
export function audienceOf(
  creatorId: string,
  audience: Audience,
  { now, followerIds }: { now: Date; followerIds: FollowersOf },
): RawBuilder<{ profile_id: string }> {
  const ago = (days: number | undefined) => (days === undefined ? null : new Date(now.getTime() - days * dayMs));
  const since = ago(audience.withinDays);
  const active = ago(audience.activeWithinDays);
  const spent = (least: number, from: Date | null) =>
    profilesOfAccounts(creditsSpentWith(creatorId, { least, since: from }));
  const ending =
    audience.endingWithinDays === undefined ? null : new Date(now.getTime() + audience.endingWithinDays * dayMs);
  const base = {
    subscribers: () => subscriberIds(creatorId, { now, since, endingBefore: ending, past: false }),
    'past-subscribers': () => subscriberIds(creatorId, { now, since, endingBefore: null, past: true }),
    followers: () => followerIds(creatorId, since),
    buyers: () => spent(1, since),
  }[audience.kind]();
  return sql`
    select distinct one.profile_id from (${base}) as one
      where one.profile_id <> ${creatorId} and ${visibleTo(creatorId, sql`one.profile_id`)}
        and ${active ? isActiveSince(sql`one.profile_id`, active) : sql`true`}
        and ${audience.minimumSpent ? sql`one.profile_id in (${spent(audience.minimumSpent, null)})` : sql`true`}`;
}
