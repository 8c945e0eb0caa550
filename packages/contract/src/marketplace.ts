import * as z from 'zod/mini';
import { contentView } from './content.ts';
import { operation } from './operation.ts';
import { bundleAccessDays, bundleCategories, bundleItemRange, bundlePriceBands } from './rules/bundles.ts';
import {
  creatorPrice,
  credits,
  cursorQuery,
  id,
  idParams,
  page,
  requiredText,
  shownCredits,
  starsBody,
  startNow,
  text,
  timestamp,
} from './schemas.ts';

export { bundleAccessDays, bundleCategories, bundleItemRange, bundlePriceBands };

export const bundleView = z.object({
  id,
  title: z.string(),
  description: z.string(),
  creatorId: id,
  creatorName: z.string(),
  creatorImage: z.string(),
  creatorVerified: z.boolean(),
  price: credits,
  /** Price of its items bought singly; null when not higher. */
  originalPrice: z.nullable(credits),
  currency: z.enum(['credits']),
  mediaCount: z.int(),
  mediaTypes: z.array(z.enum(['image', 'video', 'audio'])),
  category: z.enum(bundleCategories),
  tags: z.array(z.string()),
  /** Null before the first rating. */
  rating: z.nullable(z.number()),
  reviews: z.int(),
  /** The caller's own rating; null without one. */
  ownRating: z.nullable(z.int()),
  purchases: z.int(),
  previewImage: z.string(),
  isExclusive: z.boolean(),
  /** Minutes of video and audio; null without any. */
  duration: z.nullable(z.number()),
  createdAt: timestamp,
  isOwn: z.boolean(),
  isPurchased: z.boolean(),
  /** End of the caller's access. */
  accessExpiry: z.nullable(timestamp),
});
export type BundleView = z.output<typeof bundleView>;

export const bundlePurchase = z.object({
  id,
  bundleId: id,
  bundleTitle: z.string(),
  creatorName: z.string(),
  price: credits,
  purchaseDate: timestamp,
  accessExpiry: timestamp,
});

const bundleTitle = requiredText(1, 100, 'Title is required', 'Title too long');
const bundleTags = z.array(requiredText(1, 30, 'A tag is empty', 'Tag too long')).check(z.maxLength(10));

export const marketplaceOperations = {
  listBundles: operation({
    method: 'GET',
    path: '/api/bundles',
    summary: 'Bundles on sale, newest first',
    access: 'adult',
    searchedText: ['q'],
    rate: 'search',
    query: z.extend(cursorQuery, {
      q: z.optional(z.string().check(z.maxLength(100))),
      category: z.optional(z.enum(['all', ...bundleCategories])),
      price: z.optional(z.enum(['all', 'under-200', '200-300', 'over-300'])),
      creatorId: z.optional(id),
    }),
    response: page(bundleView),
  }),
  getBundle: operation({
    method: 'GET',
    path: '/api/bundles/{id}',
    summary: 'A bundle and its items, locked or unlocked for the caller',
    access: 'adult',
    params: idParams,
    response: z.object({ bundle: bundleView, items: z.array(contentView) }),
    errors: ['NOT_FOUND'],
  }),
  createBundle: operation({
    method: 'POST',
    path: '/api/bundles',
    summary: 'Sell items of the caller together as a bundle',
    access: 'creator',
    sharedText: ['title', 'description', 'tags'],
    idempotent: 'once',
    rate: 'write',
    body: z.strictObject({
      title: bundleTitle,
      description: text(500, 'Description too long'),
      price: creatorPrice,
      category: z.enum(bundleCategories),
      tags: z._default(bundleTags, []),
      isExclusive: z._default(z.boolean(), false),
      contentIds: z
        .array(id)
        .check(
          z.minLength(bundleItemRange.min, 'Choose at least 2 items'),
          z.maxLength(bundleItemRange.max, 'Choose at most 50 items'),
        ),
    }),
    response: bundleView,
    status: 201,
    errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
  }),
  updateBundle: operation({
    method: 'PATCH',
    path: '/api/bundles/{id}',
    summary: 'Change the texts or price of a bundle; its items cannot change',
    access: 'creator',
    sharedText: ['title', 'description', 'tags'],
    rate: 'write',
    params: idParams,
    body: z.strictObject({
      title: z.optional(bundleTitle),
      description: z.optional(text(500, 'Description too long')),
      price: z.optional(creatorPrice),
      category: z.optional(z.enum(bundleCategories)),
      tags: z.optional(bundleTags),
    }),
    response: bundleView,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  }),
  withdrawBundle: operation({
    method: 'DELETE',
    path: '/api/bundles/{id}',
    summary: 'Withdraw a bundle from sale; buyers keep their access',
    access: 'creator',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  purchaseBundle: operation({
    method: 'POST',
    path: '/api/bundles/{id}/purchase',
    summary: 'Pay credits for 30 days of access',
    access: 'adult',
    idempotent: 'ledger',
    purchase: { shown: 'price' },
    rate: 'write',
    params: idParams,
    body: z.strictObject({ price: shownCredits, startNow }),
    response: z.object({ balance: credits, purchase: bundlePurchase }),
    status: 201,
    errors: [
      'NOT_FOUND',
      'IDENTITY_LEVEL_REQUIRED',
      'PRICE_CHANGED',
      'CONFLICT',
      'INSUFFICIENT_CREDITS',
      'IDEMPOTENCY_KEY_REUSED',
      'SPENDING_LIMIT_REACHED',
    ],
  }),
  listBundlePurchases: operation({
    method: 'GET',
    path: '/api/bundles/purchases',
    summary: 'Own purchases, newest first',
    access: 'adult',
    query: cursorQuery,
    response: page(bundlePurchase),
  }),
  rateBundle: operation({
    method: 'POST',
    path: '/api/bundles/{id}/rating',
    summary: 'Rate a purchased bundle, 1 to 5',
    access: 'adult',
    rate: 'write',
    params: idParams,
    body: starsBody,
    response: bundleView,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),
};
