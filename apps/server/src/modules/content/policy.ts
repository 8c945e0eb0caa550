import type { contentStates } from '@vlam/contract/content';
import { hasPermission, type Viewer } from '../../platform/viewer.ts';
import type { ItemRow, VisibilityRow } from './store.ts';

export type ContentState = (typeof contentStates)[number];

export interface Rights {
  isOwn: boolean;
  isPurchased: boolean;
  isSubscribed: boolean;
  isModerator: boolean;
}

export const isModerator = (viewer: Viewer): boolean => hasPermission(viewer, 'moderate_content');

/** Whether the viewer may know of the item: published by a visible creator, their own, or theirs to moderate. */
export const canSee = (viewer: Viewer, item: VisibilityRow): boolean =>
  (item.state === 'published' && item.creator_visible) || item.profile_id === viewer.profileId || isModerator(viewer);

/** Whether the file itself may be shown. */
export const isOpen = (item: Pick<ItemRow, 'is_premium'>, rights: Rights): boolean =>
  !item.is_premium || rights.isOwn || rights.isPurchased || rights.isSubscribed || rights.isModerator;

/** Sold singly: premium, with a price. */
export const isForSale = (item: Pick<ItemRow, 'is_premium' | 'price_credits'>): boolean =>
  item.is_premium && item.price_credits > 0;

/** A verified creator publishes at once; other uploads wait for a moderator. */
export const firstState = (creator: { publishesWithoutReview: boolean }): ContentState =>
  creator.publishesWithoutReview ? 'published' : 'review';
