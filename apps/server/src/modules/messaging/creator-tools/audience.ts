import type { Audience } from '@vlam/contract/messaging-creators';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { creditsSpentWith } from '../../credits/service.ts';
import { isActiveSince, isCreator, isRestricted, profilesOfAccounts, visibleTo } from '../../profiles/service.ts';
import { subscriberIds } from '../../subscriptions/service.ts';

/** Statement of another module: `profile_id` of followers of a creator since a moment. */
export type FollowersOf = (creatorId: string, since: Date | null) => RawBuilder<unknown>;

/** Statement of another module: `profile_id` of the members of a creator's own list. */
export type MembersOfList = (creatorId: string, listId: string) => RawBuilder<unknown>;

/** An audience and what the media of a broadcast cost it, in credits. */
export interface PricedAudience {
  audience: Audience;
  price: number;
}

const dayMs = 86_400_000;
const nobody = '00000000-0000-0000-0000-000000000000';

/** Statement: `profile_id` of every member a broadcast reaches now, each once. */
export function audienceOf(
  creatorId: string,
  audience: Audience,
  { now, followerIds, membersOfList }: { now: Date; followerIds: FollowersOf; membersOfList: MembersOfList },
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
    list: () => membersOfList(creatorId, audience.listId ?? nobody),
  }[audience.kind]();
  return sql`
    select distinct one.profile_id from (${base}) as one
      where one.profile_id <> ${creatorId} and not ${isRestricted(creatorId, sql`one.profile_id`)} and ${visibleTo(creatorId, sql`one.profile_id`)}
        and ${active ? isActiveSince(sql`one.profile_id`, active) : sql`true`}
        and ${audience.minimumSpent ? sql`one.profile_id in (${spent(audience.minimumSpent, null)})` : sql`true`}`;
}

/** Statement: `profile_id` and `price` of everyone in these audiences; who is in several gets the lowest price. */
export function recipientsOf(
  creatorId: string,
  audiences: readonly PricedAudience[],
  reads: Parameters<typeof audienceOf>[2],
): RawBuilder<{ profile_id: string; price: number }> {
  const parts = audiences.map(
    ({ audience, price }) =>
      sql`select part.profile_id, ${price}::integer as price from (${audienceOf(creatorId, audience, reads)}) as part`,
  );
  return sql`select every.profile_id, min(every.price) as price
    from (${sql.join(parts, sql` union all `)}) as every group by every.profile_id`;
}

/**
 * Whether a new follower is greeted: they still follow, subscribe to nothing of the creator, are not restricted and see the
 * creator.
 */
export async function mayGreetFollower(
  db: Db,
  pair: { creatorId: string; followerId: string; now: Date; followerIds: FollowersOf },
): Promise<boolean> {
  const { creatorId, followerId, now, followerIds } = pair;
  const subscribers = subscriberIds(creatorId, { now, since: null, endingBefore: null, past: false });
  const { rows } = await sql<{ may: boolean }>`
    select exists (select from (${followerIds(creatorId, null)}) as follower where follower.profile_id = ${followerId})
      and not exists (select from (${subscribers}) as fan where fan.profile_id = ${followerId})
      and not ${isRestricted(creatorId, sql`${followerId}::uuid`)}
      and ${isCreator(sql`${creatorId}::uuid`)} as may`.execute(db);
  return rows[0]?.may ?? false;
}
