import type { ContentFile, ContentView } from '@vlam/contract/content';
import { levelForX18 } from '@vlam/contract/rules/identity-level';
import type { Media } from '../media/service.ts';
import type { ProfileCard } from '../profiles/service.ts';
import { holdsOf } from './item-files.ts';
import { isArchived, isOpen, isPinned, type Rights } from './policy.ts';
import type { ItemRow } from './store.ts';

/** The file part of an item for a viewer; addresses are created only for an open one. */
export interface FileView {
  url: string | null;
  sources: ContentView['sources'];
  width: number | null;
  height: number | null;
  hoverUrl: string | null;
  /** All files of an open item of several; absent in lists. */
  files?: ContentView['files'];
}

/** An item's entry in a larger view; reveals nothing of its file. */
export interface ItemSummary {
  id: string;
  profileId: string;
  title: string;
  mediaType: ContentView['mediaType'];
  isPremium: boolean;
  /** Credits for this item alone; 0 when it is not sold singly. */
  price: number;
  durationMs: number | null;
  previewUrl: string;
  /** Its cover included. */
  holds: { pictures: number; videos: number };
}

export const previewAddress = (contentId: string): string => `/api/content/preview/${contentId}`;

export const toItemSummary = (item: ItemRow): ItemSummary => ({
  id: item.id,
  profileId: item.profile_id,
  title: item.title,
  mediaType: item.media_type as ItemSummary['mediaType'],
  isPremium: item.is_premium,
  price: item.price_credits,
  durationMs: item.duration_ms,
  previewUrl: previewAddress(item.id),
  holds: holdsOf(item),
});

/** One of several files; the caller has checked the right. */
export const toContentFile = (
  { id, kind, width, height, durationMs }: Media,
  { url, sources }: { url: string | null; sources: ContentFile['sources'] },
): ContentFile => ({
  id,
  mediaType: kind,
  mediaUrl: url,
  sources,
  width,
  height,
  duration: durationMs === null ? null : durationMs / 1000,
});

const rulesOf = (item: ItemRow): ContentView['rules'] => ({
  publishAt: item.publish_at?.toISOString() ?? null,
  expiresAt: item.expires_at?.toISOString() ?? null,
  problem: item.publish_problem,
  isClassified: item.state !== 'draft' || item.fpb_rating !== null,
  depicts: (item.depicts ?? 'me') as NonNullable<ContentView['rules']>['depicts'],
  ...(isArchived(item) ? { isArchived: true } : {}),
});

export function toContentView(
  item: ItemRow,
  context: { rights: Rights; liked: boolean; profile: ProfileCard; shown: FileView; tierName: string },
): ContentView {
  const { rights, profile, shown } = context;
  const open = isOpen(item, rights);
  const holds = holdsOf(item);
  const tipsCents = Number(item.tips_cents);
  return {
    id: item.id,
    profileId: item.profile_id,
    title: item.title,
    description: item.description,
    mediaType: item.media_type as ContentView['mediaType'],
    mediaUrl: open ? shown.url : null,
    sources: open ? shown.sources : [],
    hoverUrl: shown.hoverUrl,
    previewSeconds: rights.lacksLevel ? 0 : item.preview_seconds,
    width: shown.width,
    height: shown.height,
    duration: item.duration_ms === null ? null : item.duration_ms / 1000,
    ...(item.more_pictures + item.more_videos > 0 ? { holds } : {}),
    ...(open && shown.files ? { files: shown.files } : {}),
    previewUrl: previewAddress(item.id),
    isPremium: item.is_premium,
    ...(item.is_premium && item.from_tier > 1
      ? { fromTier: item.from_tier as NonNullable<ContentView['fromTier']>, tierName: context.tierName }
      : {}),
    isExclusive: item.is_exclusive,
    price: item.price_credits,
    isLocked: !open,
    ...(rights.lacksLevel ? { needsLevel: levelForX18 } : {}),
    isPurchased: rights.isPurchased,
    isOwn: rights.isOwn,
    liked: context.liked,
    tipGoal: item.tip_goal_cents === null ? null : item.tip_goal_cents / 100,
    tipGoalCents: item.tip_goal_cents,
    currentTips: tipsCents / 100,
    currentTipsCents: tipsCents,
    likeCount: item.like_count,
    commentCount: item.comment_count,
    viewCount: item.view_count,
    classification: item.classification as ContentView['classification'],
    warningLabels: item.warning_labels as NonNullable<ContentView['warningLabels']>,
    tags: item.tags,
    ...(isPinned(item) ? { isPinned: true } : {}),
    ...(rights.isOwn || rights.isModerator ? { state: item.state as ContentView['state'], rules: rulesOf(item) } : {}),
    createdAt: item.created_at.toISOString(),
    profile: {
      id: profile.id,
      displayName: profile.displayName,
      category: profile.category,
      isVerified: profile.isVerified,
      avatar: profile.avatar,
    },
  };
}
