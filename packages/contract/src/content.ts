import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { unlockPriceRange } from './rules/unlock-price.ts';
import { veilWidths } from './rules/veil.ts';
import {
  cents,
  creatorPriceOrFree,
  credits,
  cursorQuery,
  id,
  idParams,
  page,
  requiredText,
  shownCredits,
  startNow,
  text,
  timestamp,
} from './schemas.ts';

export { unlockPriceRange };

export const mediaTypes = ['image', 'video', 'audio'] as const;
export const classifications = ['A', 'PG', '7-9PG', '10-12PG', '13', '16', '18', 'X18'] as const;
/** Classifications of an older specification, mapped to the current ones. */
export const olderClassifications = { '10': '10-12PG', '7PG': '7-9PG' } as const;
export const contentStates = ['draft', 'processing', 'review', 'published', 'flagged', 'removed'] as const;

const tipGoal = z.nullable(z.number().check(z.gte(1), z.lte(1_000_000)));

/** Either an uploaded file (`mediaId`) or the specification's `mediaUrl`. */
export const createContentBody = z
  .strictObject({
    title: requiredText(1, 100, 'Title is required', 'Title too long'),
    description: text(500, 'Description too long'),
    mediaType: z.enum(mediaTypes),
    mediaId: z.optional(id),
    mediaUrl: z.optional(z.url('Valid URL required')),
    isPremium: z._default(z.boolean(), false),
    /** Only premium items are sold; for others the price is stored as 0. */
    price: z._default(creatorPriceOrFree, 0),
    tipGoal: z.optional(tipGoal),
    classification: z._default(z.enum([...classifications, '10', '7PG']), '18'),
    isExclusive: z._default(z.boolean(), false),
  })
  .check(
    z.refine((body) => body.mediaId !== undefined || body.mediaUrl !== undefined, {
      path: ['mediaUrl'],
      error: 'Valid URL required',
    }),
  );

export const updateContentBody = z.strictObject({
  title: z.optional(requiredText(1, 100, 'Title is required', 'Title too long')),
  description: z.optional(text(500, 'Description too long')),
  isPremium: z.optional(z.boolean()),
  price: z.optional(creatorPriceOrFree),
  tipGoal: z.optional(tipGoal),
});

export const pictureSource = z.object({ width: z.int(), webp: z.string(), avif: z.string() });

/** A published item as this viewer may see it: while `isLocked`, `mediaUrl` is null and `sources` is empty. */
export const contentView = z.object({
  id,
  profileId: id,
  title: z.string(),
  description: z.string(),
  mediaType: z.enum(mediaTypes),
  mediaUrl: z.nullable(z.string()),
  sources: z.array(pictureSource),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  duration: z.nullable(z.number()),
  previewUrl: z.string(),
  isPremium: z.boolean(),
  isExclusive: z.boolean(),
  price: credits,
  isLocked: z.boolean(),
  isPurchased: z.boolean(),
  isOwn: z.boolean(),
  liked: z.boolean(),
  tipGoal: z.nullable(z.number()),
  tipGoalCents: z.nullable(cents),
  currentTips: z.number(),
  currentTipsCents: cents,
  likeCount: z.int(),
  commentCount: z.int(),
  viewCount: z.int(),
  classification: z.enum(classifications),
  state: z.optional(z.enum(contentStates)),
  createdAt: timestamp,
  profile: z.object({ id, displayName: z.string(), category: z.string(), isVerified: z.boolean(), avatar: z.string() }),
});
export type ContentView = z.output<typeof contentView>;

/** The wording a buyer agrees to for immediate delivery. A changed wording gets a new number. */
export const startNowWording = {
  number: 2,
  text: 'Opens at once. No refund after that.',
} as const;

export const contentOperations = {
  createContent: operation({
    method: 'POST',
    path: '/api/content',
    summary: 'Publish an item',
    access: 'creator',
    idempotent: 'once',
    rate: 'write',
    body: createContentBody,
    response: contentView,
    status: 201,
    errors: [
      'VALIDATION_FAILED',
      'CREATOR_PROFILE_REQUIRED',
      'MEDIA_KIND_COMING',
      'MEDIA_NOT_READY',
      'NOT_FOUND',
      'CONFLICT',
    ],
  }),
  contentFeed: operation({
    method: 'GET',
    path: '/api/content/feed',
    summary: 'Items of followed and subscribed creators first, then of everyone, newest first',
    access: 'adult',
    query: cursorQuery,
    response: page(contentView),
  }),
  getContent: operation({
    method: 'GET',
    path: '/api/content/{id}',
    summary: 'One item',
    access: 'adult',
    params: idParams,
    response: contentView,
    errors: ['NOT_FOUND'],
  }),
  updateContent: operation({
    method: 'PATCH',
    path: '/api/content/{id}',
    summary: '',
    access: 'creator',
    rate: 'write',
    params: idParams,
    body: updateContentBody,
    response: contentView,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  }),
  removeContent: operation({
    method: 'DELETE',
    path: '/api/content/{id}',
    summary: '',
    access: 'creator',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  unlockContent: operation({
    method: 'POST',
    path: '/api/content/{id}/unlock',
    summary: 'Unlock the item for credits, for good; idempotent',
    access: 'adult',
    idempotent: 'ledger',
    purchase: { shown: 'price' },
    rate: 'write',
    params: idParams,
    body: z.strictObject({ price: shownCredits, startNow }),
    response: z.object({ balance: credits, item: contentView }),
    errors: [
      'NOT_FOUND',
      'PRICE_CHANGED',
      'INSUFFICIENT_CREDITS',
      'CONFLICT',
      'IDEMPOTENCY_KEY_REUSED',
      'SPENDING_LIMIT_REACHED',
    ],
  }),
  previewContent: operation({
    method: 'GET',
    path: '/api/content/preview/{id}',
    summary: 'The veil of an item, as a picture; `w` asks for one of its widths in pixels',
    access: 'adult',
    params: idParams,
    query: z.strictObject({ w: z.optional(z.enum(veilWidths)) }),
    errors: ['NOT_FOUND'],
  }),
  creatorContent: operation({
    method: 'GET',
    path: '/api/creators/{id}/content',
    summary: "A creator's items, newest first; at most 100",
    access: 'adult',
    params: idParams,
    query: z.strictObject({ mediaType: z.optional(z.enum(mediaTypes)) }),
    response: z.array(contentView),
    errors: ['NOT_FOUND'],
  }),
};
