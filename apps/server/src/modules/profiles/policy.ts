import { defaultSubscriptionPrice } from '@vlam/contract/constants';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ProfileRow } from './store.ts';

/** A member counts as online for this long after their last request. */
export const onlineWindowMs = 60_000;
const creatorBioLength = 20;

export const canSeeEarnings = (viewerId: string | null, row: Pick<ProfileRow, 'id' | 'show_earnings'>): boolean =>
  row.show_earnings || row.id === viewerId;

/** The profile the viewer acts as; throws `CONFLICT` for an account that has none yet. */
export function requireProfileId(viewer: Pick<Viewer, 'profileId'>): string {
  if (viewer.profileId) return viewer.profileId;
  throw new AppError('CONFLICT', { message: 'Please complete your profile first' });
}

const invalid = (field: string, message: string) =>
  new AppError('VALIDATION_FAILED', { message, details: { fields: { [field]: message } } });

/** Throws `VALIDATION_FAILED` when the stated age differs from a proven birth date. */
export function requireProvenAge(stated: number, proven: number | null): void {
  if (proven !== null && stated !== proven)
    throw invalid('age', 'Your age must agree with your verified date of birth');
}

export interface CreatorTerms {
  category: string | null;
  subscription_price_cents: number | null;
}

/**
 * Category and price after a change: both or neither. The price defaults to R49 for a new creator.
 * Throws `VALIDATION_FAILED` for a price without a category, or a creator's bio that is too short.
 */
export function creatorTerms(
  before: CreatorTerms,
  change: { category?: string | undefined; subscriptionPrice?: number | undefined; bio?: string | undefined },
  bioBefore = '',
): CreatorTerms {
  const category = change.category ?? before.category;
  const cents =
    change.subscriptionPrice === undefined
      ? before.subscription_price_cents
      : Math.round(change.subscriptionPrice * 100);
  if (category === null) {
    if (cents !== null) throw invalid('category', 'Please select a category');
    return { category: null, subscription_price_cents: null };
  }
  // A stored bio that is too short does not block changes of other fields.
  const isNew = before.category === null;
  if ((isNew || change.bio !== undefined) && (change.bio ?? bioBefore).length < creatorBioLength)
    throw invalid('bio', 'Please write a brief bio (at least 20 characters)');
  return { category, subscription_price_cents: cents ?? defaultSubscriptionPrice * 100 };
}

/** Whether a profile earns the one-time bonus. Name, age and city are required anyway, so the bio decides. */
export const isComplete = (row: Pick<ProfileRow, 'bio'>): boolean => row.bio.length >= creatorBioLength;
