import type { CurrentUser } from '@vlam/contract/identity';
import type { CreatorView, OwnProfile, ProfileView } from '@vlam/contract/profiles';
import { onlineWindowMs } from './policy.ts';
import { type Depicted, portraitAddress, portraitsOf } from './portraits.ts';
import type { ProfileRow } from './store.ts';

/** A profile that publishes. */
export type CreatorRow = ProfileRow & { category: string; subscription_price_cents: number };

export const isCreatorRow = (row: ProfileRow): row is CreatorRow =>
  row.category !== null && row.subscription_price_cents !== null;

/** The badge: staff compared an identity document with the account. Proof of age alone earns none. */
export const isVerified = (row: Pick<ProfileRow, 'identity_checked_at'>): boolean => row.identity_checked_at !== null;

/** Incognito people are never online, not even to those who may see them. */
export const isOnline = (row: Pick<ProfileRow, 'incognito' | 'last_seen_at'>, now: Date): boolean =>
  !row.incognito && row.last_seen_at !== null && now.getTime() - row.last_seen_at.getTime() < onlineWindowMs;

/** `earnedCents` is null when this viewer may not know. */
export function toCreatorView(row: CreatorRow, earnedCents: bigint | null): CreatorView {
  const earningsCents = earnedCents === null ? null : Number(earnedCents);
  return {
    id: row.id,
    displayName: row.display_name,
    bio: row.bio,
    location: row.city,
    category: row.category,
    isVerified: isVerified(row),
    subscriptionPrice: row.subscription_price_cents / 100,
    subscriptionPriceCents: row.subscription_price_cents,
    subscriberCount: row.subscriber_count,
    followerCount: row.follower_count,
    contentCount: row.content_count,
    totalEarnings: earningsCents === null ? null : earningsCents / 100,
    totalEarningsCents: earningsCents,
    createdAt: row.created_at.toISOString(),
    portraits: portraitsOf(row),
  };
}

/** What the profile alone says of a person. */
export type ProfileFacts = Omit<
  ProfileView,
  'distance' | 'mood' | 'isAvailable' | 'lastActive' | 'responseTime' | 'relation' | 'match' | 'stats'
> & { stats: Omit<ProfileView['stats'], 'rating' | 'responseRate'> };

export function toProfileFacts(
  row: ProfileRow,
  seen: { viewerId: string | null; age: number | null; now: Date; earnedCents: bigint | null },
): ProfileFacts {
  return {
    id: row.id,
    displayName: row.display_name,
    age: seen.age ?? row.stated_age,
    bio: row.bio,
    location: row.city,
    relationshipStatus: row.relationship_status as ProfileView['relationshipStatus'],
    lookingFor: row.looking_for,
    isVerified: isVerified(row),
    isOnline: isOnline(row, seen.now),
    createdAt: row.created_at.toISOString(),
    portraits: portraitsOf(row),
    isOwn: row.id === seen.viewerId,
    stats: {
      totalContent: row.content_count,
      photos: row.photo_count,
      videos: row.video_count,
      totalLikes: row.like_count,
    },
    creator: isCreatorRow(row) ? toCreatorView(row, seen.earnedCents) : null,
  };
}

export function toOwnProfile(row: ProfileRow, own: { age: number | null; earnedCents: bigint | null }): OwnProfile {
  return {
    id: row.id,
    displayName: row.display_name,
    age: own.age ?? row.stated_age,
    bio: row.bio,
    location: row.city,
    relationshipStatus: row.relationship_status as OwnProfile['relationshipStatus'],
    lookingFor: row.looking_for,
    showEarnings: row.show_earnings,
    portraits: portraitsOf(row),
    creator: isCreatorRow(row) ? toCreatorView(row, own.earnedCents) : null,
  };
}

/** What stands beside somebody's words or pictures. */
export interface ProfileCard {
  id: string;
  accountId: string;
  displayName: string;
  city: string;
  /** Empty for a fan. */
  category: string;
  isVerified: boolean;
  /** A creator of proven age, whose uploads wait for nobody. */
  mayPublish: boolean;
  avatar: string;
  /** What a creator asks for 30 days; null for a fan. */
  priceCents: number | null;
}

export const toProfileCard = (row: ProfileRow): ProfileCard => ({
  id: row.id,
  accountId: row.account_id,
  displayName: row.display_name,
  city: row.city,
  category: row.category ?? '',
  isVerified: isVerified(row),
  mayPublish: row.creator_verified_at !== null,
  avatar: portraitAddress(row, 'avatar'),
  priceCents: row.subscription_price_cents,
});

export type MemberProfileRow = Pick<
  ProfileRow,
  | 'id'
  | 'display_name'
  | 'relationship_status'
  | 'category'
  | 'subscription_price_cents'
  | 'identity_checked_at'
  | 'subscriber_count'
>;

/** What the shell shows of a member's own profile. */
export const toMemberProfile = (
  row: Depicted & MemberProfileRow,
): Pick<CurrentUser, 'profileImageUrl' | 'displayName' | 'creator'> => ({
  displayName: row.display_name,
  profileImageUrl: portraitAddress(row, 'avatar'),
  ...(row.category !== null && row.subscription_price_cents !== null
    ? {
        creator: {
          id: row.id,
          category: row.category,
          subscriptionPrice: row.subscription_price_cents / 100,
          isVerified: isVerified(row),
          subscriberCount: row.subscriber_count,
        },
      }
    : {}),
});
