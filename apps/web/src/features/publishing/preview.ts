import type { ContentView } from '@vlam/contract/content';
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

/** The item as a viewer without access will see it, from the current form values. */
export function toPreview(form: PublishForm, file: UploadState, author: PreviewAuthor): ContentView {
  const { veil, ...profile } = author;
  const address = form.source === 'file' && 'address' in file ? file.address : null;
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
    classification: '18',
    createdAt: new Date().toISOString(),
    profile,
  };
}
