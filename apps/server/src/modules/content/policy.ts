import type { contentStates } from '@vlam/contract/content';
import { strikesForReview } from '@vlam/contract/rules/community';
import { x18Refusal } from '@vlam/contract/rules/film-board';
import { hasPermission, type Viewer } from '../../platform/viewer.ts';
import type { ItemRow, VisibilityRow } from './store.ts';

export type ContentState = (typeof contentStates)[number];

export interface Rights {
  isOwn: boolean;
  isPurchased: boolean;
  /** With a tier that opens the item. */
  isSubscribed: boolean;
  isModerator: boolean;
  /** An X18 item of another, and the viewer lacks the identity level. No other right opens it. */
  lacksLevel: boolean;
}

export const isModerator = (viewer: Viewer): boolean => hasPermission(viewer, 'moderate_content');

/** Whether the item exists for the viewer: published by a visible creator, their own, or theirs to moderate. */
export const canSee = (viewer: Viewer, item: VisibilityRow): boolean =>
  (item.state === 'published' && item.creator_visible) || item.profile_id === viewer.profileId || isModerator(viewer);

/** Published once and hidden since, but not by a decision: its buyers keep it. */
export const isEnded = (item: VisibilityRow): boolean =>
  (item.state === 'draft' || item.state === 'review') &&
  item.published_at !== null &&
  !item.needs_review &&
  item.classification !== 'X18' &&
  item.creator_visible;

/** Hidden by its creator from all but its buyers, until it is published again. */
export const isArchived = (item: Pick<ItemRow, 'state' | 'archived_at'>): boolean =>
  item.state === 'draft' && item.archived_at !== null;

/** First on its creator's page. */
export const isPinned = (item: Pick<ItemRow, 'state' | 'pin_position'>): boolean =>
  item.state === 'published' && item.pin_position !== null;

/** Whether opening an item asks the viewer for an identity level: X18, but for its creator and moderators. */
export const asksForLevel = (viewer: Viewer, item: Pick<ItemRow, 'classification' | 'profile_id'>): boolean =>
  item.classification === 'X18' && item.profile_id !== viewer.profileId && !isModerator(viewer);

/** Whether the file itself may be shown. */
export const isOpen = (item: Pick<ItemRow, 'is_premium'>, rights: Rights): boolean =>
  !rights.lacksLevel &&
  (!item.is_premium || rights.isOwn || rights.isPurchased || rights.isSubscribed || rights.isModerator);

/** Milliseconds of a published item that this viewer may play without a further right; 0 for none, and for pictures. */
export const previewMsOf = (
  item: Pick<ItemRow, 'media_type' | 'preview_seconds' | 'state'>,
  { lacksLevel }: Pick<Rights, 'lacksLevel'>,
): number =>
  item.media_type !== 'image' && item.state === 'published' && !lacksLevel ? item.preview_seconds * 1000 : 0;

/** Sold singly: premium, with a price. */
export const isForSale = (item: Pick<ItemRow, 'is_premium' | 'price_credits'>): boolean =>
  item.is_premium && item.price_credits > 0;

/** A known creator publishes at once; uploads of others, and of those with many strikes, wait for a moderator. */
export const firstState = (publishesAtOnce: boolean, strikes: number): 'published' | 'review' =>
  publishesAtOnce && strikes < strikesForReview ? 'published' : 'review';

/** The states an item may move to from each; removed is final. */
const moves: Record<ContentState, readonly ContentState[]> = {
  draft: ['review', 'published', 'flagged', 'removed'],
  processing: ['draft', 'review', 'published', 'flagged', 'removed'],
  review: ['draft', 'published', 'flagged', 'removed'],
  published: ['draft', 'review', 'flagged', 'removed'],
  flagged: ['published', 'removed'],
  removed: [],
};

export const canMove = (from: ContentState, to: ContentState): boolean => from === to || moves[from].includes(to);

/** Moderators who must approve an item that waits. */
export const approvalsNeeded = (item: Pick<ItemRow, 'classification'>): number =>
  item.classification === 'X18' ? 2 : 1;

/** A person in an item, as far as publishing depends on them. */
export interface Depicted {
  name: string;
  state: string;
  /** Asked by a private link, without an account. */
  isLinked: boolean;
}

/** A name and a number behind a private link prove no identity: a moderator reviews such an item first. */
export const stateWithPeople = (state: 'published' | 'review', people: readonly Depicted[]): 'published' | 'review' =>
  people.some(({ isLinked }) => isLinked) ? 'review' : state;

/** Why an item with a file may not be published yet, in one sentence; null when it may. */
export function findProblem(
  item: Pick<ItemRow, 'state' | 'classification' | 'fpb_rating' | 'depicts'>,
  { people, registrationId }: { people: readonly Depicted[]; registrationId: string | null },
): string | null {
  if (item.state === 'draft' && item.fpb_rating === null) return 'Answer the classification questions first';
  if (item.classification === 'X18' && registrationId === null) return x18Refusal;
  const others = item.depicts === 'others' || item.depicts === 'me_and_others';
  if (others && people.length === 0) return 'Name everyone who is in it first';
  const namesOf = (state: string) => people.filter((person) => person.state === state).map((person) => person.name);
  const refused = [...namesOf('no'), ...namesOf('revoked')];
  if (refused.length > 0) return `It cannot be published: no consent from ${refused.join(', ')}`;
  const waiting = namesOf('asked');
  if (waiting.length > 0) return `Everybody in it says yes first. Waiting for ${waiting.join(', ')}`;
  return null;
}
