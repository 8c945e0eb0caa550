import type { CurrentUser } from '@vlam/contract/identity';
import type { CreatorView, OwnProfile, ProfileView } from '@vlam/contract/profiles';
import type { HideableField } from '@vlam/contract/rules/about';
import { onlineWindowMs } from './policy.ts';
import { type PortraitSubject, photoUrl, portraitsOf, portraitUrl } from './portraits.ts';
import type { ProfileRow } from './store.ts';

/** A profile with a category and a price. */
export type CreatorRow = ProfileRow & { category: string; subscription_price_cents: number };

/** Whether the member keeps this part of their page to themselves. */
export const hides = (row: Pick<ProfileRow, 'hidden_fields'>, field: HideableField): boolean =>
  row.hidden_fields.includes(field);

type IntentRow = Pick<ProfileRow, 'hidden_fields' | 'relationship_status' | 'looking_for'>;

/** What others may see, search and match by: nothing that is hidden. */
export const shownIntent = (row: IntentRow): Pick<ProfileView, 'relationshipStatus' | 'lookingFor'> => ({
  relationshipStatus: hides(row, 'relationshipStatus')
    ? null
    : (row.relationship_status as ProfileView['relationshipStatus']),
  lookingFor: hides(row, 'lookingFor') ? [] : row.looking_for,
});

type About = Pick<ProfileView, 'pronouns' | 'orientation' | 'prompts'>;

const toAbout = (row: ProfileRow): About => ({
  pronouns: row.pronouns,
  orientation: row.orientation as About['orientation'],
  prompts: row.prompts as About['prompts'],
});

const shownAbout = (row: ProfileRow): About => {
  const { pronouns, orientation, prompts } = toAbout(row);
  return {
    pronouns: hides(row, 'pronouns') ? null : pronouns,
    orientation: hides(row, 'orientation') ? null : orientation,
    prompts: hides(row, 'prompts') ? [] : prompts,
  };
};

export const isCreatorRow = <Row extends ProfileRow>(row: Row): row is Row & CreatorRow =>
  row.category !== null && row.subscription_price_cents !== null;

/** The verified badge: staff checked an identity document. A proof of age alone is not enough. */
export const isVerified = (row: Pick<ProfileRow, 'identity_checked_at'>): boolean => row.identity_checked_at !== null;

/** The photo-verified badge: a moderator compared the first photo with a selfie. */
export const isPhotoChecked = (row: Pick<ProfileRow, 'photo_checked_at' | 'photo_key'>): boolean =>
  row.photo_checked_at !== null && row.photo_key !== null;

/** Incognito members are never shown online, not even to people who may see them. */
export const isOnline = (row: Pick<ProfileRow, 'incognito' | 'last_seen_at'>, now: Date): boolean =>
  !row.incognito && row.last_seen_at !== null && now.getTime() - row.last_seen_at.getTime() < onlineWindowMs;

/** `earnedCents` is null when the viewer may not see earnings. */
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
    sellsSubscriptions: row.subscriptions_stopped_at === null,
    subscriberCount: row.subscriber_count,
    followerCount: row.follower_count,
    contentCount: row.content_count,
    totalEarnings: earningsCents === null ? null : earningsCents / 100,
    totalEarningsCents: earningsCents,
    createdAt: row.created_at.toISOString(),
    portraits: portraitsOf(row),
  };
}

/** Profile fields that this module owns; other modules add the rest. */
export type ProfileFacts = Omit<
  ProfileView,
  'distance' | 'hasTiers' | 'mood' | 'isAvailable' | 'lastActive' | 'responseTime' | 'relation' | 'match' | 'stats'
> & { stats: Omit<ProfileView['stats'], 'rating' | 'responseRate'> };

export function toProfileFacts(
  row: ProfileRow,
  context: {
    viewerId: string | null;
    age: number | null;
    now: Date;
    earnedCents: bigint | null;
    photoKeys: readonly string[];
  },
): ProfileFacts {
  return {
    id: row.id,
    handle: row.handle,
    displayName: row.display_name,
    age: context.age ?? row.stated_age,
    bio: row.bio,
    location: row.city,
    ...shownIntent(row),
    ...shownAbout(row),
    isVerified: isVerified(row),
    isOnline: isOnline(row, context.now),
    createdAt: row.created_at.toISOString(),
    portraits: portraitsOf(row),
    photos: context.photoKeys.map((key) => photoUrl(key, 'slab')),
    isPhotoChecked: isPhotoChecked(row),
    isOwn: row.id === context.viewerId,
    stats: {
      totalContent: row.content_count,
      photos: row.photo_count,
      videos: row.video_count,
      totalLikes: row.like_count,
    },
    creator: isCreatorRow(row) ? toCreatorView(row, context.earnedCents) : null,
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
    ...toAbout(row),
    hidden: row.hidden_fields as OwnProfile['hidden'],
    showEarnings: row.show_earnings,
    portraits: portraitsOf(row),
    creator: isCreatorRow(row) ? toCreatorView(row, own.earnedCents) : null,
  };
}

/** Author data shown next to content, comments and messages. */
export interface ProfileCard {
  id: string;
  accountId: string;
  displayName: string;
  city: string;
  /** Empty for a fan. */
  category: string;
  isVerified: boolean;
  /** A creator of proven age, whose uploads need no review. */
  publishesWithoutReview: boolean;
  avatar: string;
  /** Subscription price for 30 days; null for a fan. */
  priceCents: number | null;
  /** False once a creator has stopped selling subscriptions. */
  sellsSubscriptions: boolean;
}

export const toProfileCard = (row: ProfileRow): ProfileCard => ({
  id: row.id,
  accountId: row.account_id,
  displayName: row.display_name,
  city: row.city,
  category: row.category ?? '',
  isVerified: isVerified(row),
  publishesWithoutReview: row.creator_verified_at !== null,
  avatar: portraitUrl(row, 'avatar'),
  priceCents: row.subscription_price_cents,
  sellsSubscriptions: row.subscriptions_stopped_at === null,
});

export type MemberProfileRow = Pick<
  ProfileRow,
  | 'id'
  | 'display_name'
  | 'relationship_status'
  | 'photo_key'
  | 'category'
  | 'subscription_price_cents'
  | 'identity_checked_at'
  | 'subscriber_count'
>;

/** Fields of the own profile that the app shell shows. */
export const toMemberProfile = (
  row: PortraitSubject & MemberProfileRow,
): Pick<CurrentUser, 'profileImageUrl' | 'displayName' | 'creator'> => ({
  displayName: row.display_name,
  profileImageUrl: portraitUrl(row, 'avatar'),
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
