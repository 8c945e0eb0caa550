import type { ContentView } from '@vlam/contract/content';
import { classify } from '@vlam/contract/rules/classification';
import { type PublishForm, parsePrice, parseTipGoal } from './publish-form.ts';
import type { UploadState } from './upload.ts';

export interface PreviewAuthor {
  id: string;
  displayName: string;
  category: string;
  isVerified: boolean;
  avatar: string;
  /** Placeholder for the veil, which the server draws at publication. */
  veil: string;
}

const finite = (value: number | null): number | null => (value !== null && Number.isFinite(value) ? value : null);

/** The item as a viewer without access will see it, from the current form values and the stored item, if any. */
export function toPreview(
  form: PublishForm,
  file: UploadState,
  author: PreviewAuthor,
  saved: ContentView | null = null,
): ContentView {
  const { veil, ...profile } = author;
  const chosen = form.source === 'file' && 'address' in file ? file.address : null;
  // A video or sound that is not stored yet has no stream to play.
  const address = form.mediaType === 'image' ? (chosen ?? saved?.mediaUrl ?? null) : null;
  const rating = (form.answers && classify(form.answers)) ?? saved;
  const goal = finite(parseTipGoal(form.tipGoal));
  const isLocked = form.isPremium || address === null;
  return {
    id: 'preview',
    profileId: author.id,
    title: form.title.trim(),
    description: form.description.trim(),
    mediaType: form.mediaType,
    mediaUrl: isLocked ? null : address,
    sources: [],
    width: null,
    height: null,
    duration: null,
    ...('holds' in file && file.holds.pictures + file.holds.videos > 1 ? { holds: file.holds } : {}),
    previewUrl: veil,
    isPremium: form.isPremium,
    isExclusive: form.isExclusive,
    price: form.isPremium ? Math.max(0, finite(parsePrice(form.price)) ?? 0) : 0,
    isLocked: form.isPremium,
    isPurchased: false,
    isOwn: false,
    liked: false,
    tipGoal: goal !== null && goal >= 1 ? goal : null,
    tipGoalCents: null,
    currentTips: 0,
    currentTipsCents: 0,
    likeCount: 0,
    commentCount: 0,
    viewCount: 0,
    classification: rating?.classification ?? '18',
    warningLabels: [...(rating?.warningLabels ?? [])],
    tags: form.tags,
    createdAt: new Date().toISOString(),
    profile,
  };
}
