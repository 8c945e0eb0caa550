import * as z from 'zod/mini';
import { pictureSource, streamView } from './media.ts';
import { operation } from './operation.ts';
import { classificationQuestions, classifications, warningLabels } from './rules/classification.ts';
import { itemFiles } from './rules/item-files.ts';
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
  queryInteger,
  requiredText,
  shownCredits,
  startNow,
  text,
  tierNumber,
  timestamp,
} from './schemas.ts';

export { classifications, unlockPriceRange, warningLabels };

export const mediaTypes = ['image', 'video', 'audio'] as const;
/** Classifications of an older specification, mapped to the current ones. */
export const olderClassifications = { '10': '10-12PG', '7PG': '7-9PG' } as const;
export const contentStates = ['draft', 'processing', 'review', 'published', 'flagged', 'removed'] as const;

/** Who is in an item. Everyone but the creator must have said yes before it is published. */
export const depictions = ['me', 'me_and_others', 'others'] as const;
const maxTags = 10;
/** Pictures and videos in one item. A sound is published alone. */
export const maxItemFiles = itemFiles.max;
const maxTagLength = 30;

const tipGoal = z.nullable(z.number().check(z.gte(1), z.lte(1_000_000)));
const moment = z.nullable(z.iso.datetime({ offset: true }));
const classification = z.enum([...classifications, '10', '7PG']);

/** Fields of the rules of publishing; `publishAt` in the future schedules, `expiresAt` hides the item again. */
const rulesFields = {
  tags: z.optional(z.array(requiredText(1, maxTagLength, 'A tag has 1 to 30 letters')).check(z.maxLength(maxTags))),
  publishAt: z.optional(moment),
  expiresAt: z.optional(moment),
  /** Replaces `classification` by what the answers give. */
  classificationAnswers: z.optional(
    z.strictObject({
      language: z.enum(classificationQuestions.language),
      undress: z.enum(classificationQuestions.undress),
      sex: z.enum(classificationQuestions.sex),
      harm: z.enum(classificationQuestions.harm),
    }),
  ),
  warningLabels: z.optional(z.array(z.enum(warningLabels)).check(z.maxLength(warningLabels.length))),
  depicts: z.optional(z.enum(depictions)),
  /** Seconds of a video or sound that everyone may play. */
  previewSeconds: z.optional(z.int().check(z.gte(0), z.lte(60))),
};

/** Files in order; the first is the cover. */
export const mediaIds = z.array(id).check(
  z.minLength(1),
  z.maxLength(itemFiles.max, `At most ${itemFiles.max} files`),
  z.refine((ids) => new Set(ids).size === ids.length, 'Each file once'),
);
export const oneWay = z.refine<{ mediaId?: string | undefined; mediaIds?: string[] | undefined }>(
  (body) => body.mediaId === undefined || body.mediaIds === undefined,
  { path: ['mediaIds'], error: 'Name the files once' },
);

/**
 * Uploaded files (`mediaIds`, or `mediaId` for one) or the specification's `mediaUrl`; a draft may wait for its file.
 * `mediaType` is the kind of the first file.
 */
export const createContentBody = z
  .strictObject({
    title: requiredText(1, 100, 'Title is required', 'Title too long'),
    description: text(500, 'Description too long'),
    mediaType: z.enum(mediaTypes),
    mediaId: z.optional(id),
    mediaIds: z.optional(mediaIds),
    mediaUrl: z.optional(z.url('Valid URL required')),
    isPremium: z._default(z.boolean(), false),
    /** The lowest tier that opens a premium item; the first one when left out. */
    fromTier: z.optional(tierNumber),
    /** Only premium items are sold; for others the price is stored as 0. */
    price: z._default(creatorPriceOrFree, 0),
    tipGoal: z.optional(tipGoal),
    /** 18 when it is published without one. */
    classification: z.optional(classification),
    isExclusive: z._default(z.boolean(), false),
    state: z.optional(z.enum(['draft', 'published'])),
    ...rulesFields,
  })
  .check(
    z.refine(
      (body) =>
        body.state === 'draft' ||
        body.mediaId !== undefined ||
        body.mediaIds !== undefined ||
        body.mediaUrl !== undefined,
      { path: ['mediaUrl'], error: 'Valid URL required' },
    ),
    oneWay,
  );

export const updateContentBody = z
  .strictObject({
    title: z.optional(requiredText(1, 100, 'Title is required', 'Title too long')),
    description: z.optional(text(500, 'Description too long')),
    isPremium: z.optional(z.boolean()),
    fromTier: z.optional(tierNumber),
    price: z.optional(creatorPriceOrFree),
    tipGoal: z.optional(tipGoal),
    isExclusive: z.optional(z.boolean()),
    /** The only file of a draft. */
    mediaId: z.optional(id),
    /** The files of a draft. Of an item that was published, some or all of its files in any order. */
    mediaIds: z.optional(mediaIds),
    classification: z.optional(classification),
    ...rulesFields,
  })
  .check(oneWay);

/** One of several files of an item, open to the viewer. */
export const contentFile = z.object({
  /** Of the file; a video plays by it. */
  id,
  mediaType: z.enum(mediaTypes),
  mediaUrl: z.nullable(z.string()),
  /** Of a video, those of its poster. */
  sources: z.array(pictureSource),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  duration: z.nullable(z.number()),
});
export type ContentFile = z.output<typeof contentFile>;

/** A published item as this viewer may see it: while `isLocked`, `mediaUrl` is null and `sources` is empty. */
export const contentView = z.object({
  id,
  profileId: id,
  title: z.string(),
  description: z.string(),
  mediaType: z.enum(mediaTypes),
  mediaUrl: z.nullable(z.string()),
  /** Of a video, those of its poster. */
  sources: z.array(pictureSource),
  /** The first seconds of a video without sound, as one file; null when they are not open to the viewer. */
  hoverUrl: z.optional(z.nullable(z.string())),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  duration: z.nullable(z.number()),
  /** What an item of several files holds, its cover included; absent for one file. */
  holds: z.optional(z.object({ pictures: z.int(), videos: z.int() })),
  /** All files in order, in the answer for one item: of one of several that is open to the viewer, and of one's own. */
  files: z.optional(z.array(contentFile)),
  previewUrl: z.string(),
  /** Seconds that everyone may play. */
  previewSeconds: z.optional(z.int()),
  isPremium: z.boolean(),
  /** The lowest tier that opens it; absent for the first. */
  fromTier: z.optional(tierNumber),
  /** Its name, with `fromTier`. */
  tierName: z.optional(z.string()),
  isExclusive: z.boolean(),
  price: credits,
  isLocked: z.boolean(),
  /** The identity level without which it stays locked, also when it was paid for; absent when the viewer has it. */
  needsLevel: z.optional(z.int()),
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
  warningLabels: z.optional(z.array(z.enum(warningLabels))),
  tags: z.optional(z.array(z.string())),
  /** Its creator put it first on their page. */
  isPinned: z.optional(z.boolean()),
  state: z.optional(z.enum(contentStates)),
  /** The rules as its creator set them; absent for others. */
  rules: z.optional(
    z.object({
      publishAt: z.nullable(timestamp),
      expiresAt: z.nullable(timestamp),
      /** Why the scheduled time passed without publishing. */
      problem: z.nullable(z.string()),
      isClassified: z.boolean(),
      depicts: z.enum(depictions),
      /** Hidden from all but its buyers. */
      isArchived: z.optional(z.boolean()),
    }),
  ),
  createdAt: timestamp,
  profile: z.object({ id, displayName: z.string(), category: z.string(), isVerified: z.boolean(), avatar: z.string() }),
});
export type ContentView = z.output<typeof contentView>;

/** The wording a buyer agrees to for immediate delivery. A changed wording gets a new number. */
export const startNowWording = {
  number: 2,
  text: 'Opens at once. No refund after that.',
} as const;
/** As above for a call, which is charged by the minute; numbered with it, because both are kept as one kind. */
export const startCallWording = {
  number: 3,
  text: 'A minute that has begun is not refunded, unless the call breaks off within its first ten seconds.',
} as const;

export const contentOperations = {
  createContent: operation({
    method: 'POST',
    path: '/api/content',
    summary: 'Publish an item',
    access: 'creator',
    sharedText: ['title', 'description', 'tags'],
    idempotent: 'once',
    rate: 'write',
    body: createContentBody,
    response: contentView,
    status: 201,
    errors: ['VALIDATION_FAILED', 'CREATOR_PROFILE_REQUIRED', 'MEDIA_NOT_READY', 'NOT_FOUND', 'CONFLICT'],
  }),
  contentFeed: operation({
    method: 'GET',
    path: '/api/content/feed',
    summary: 'Items of followed and subscribed creators first, then of everyone, newest first',
    access: 'adult',
    query: cursorQuery,
    response: page(contentView),
  }),
  affordablePictures: operation({
    method: 'GET',
    path: '/api/content/affordable',
    summary: 'New pictures for at most so many credits, of several creators; those that are sealed to the caller alone',
    access: 'adult',
    query: z.strictObject({ credits: queryInteger(1, 10_000) }),
    response: z.array(contentView),
    errors: ['VALIDATION_FAILED'],
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
  getContentStream: operation({
    method: 'GET',
    path: '/api/content/{id}/stream',
    summary: 'How to play an item that is a video or sound: the whole, or the free start of a locked one',
    access: 'adult',
    params: idParams,
    response: streamView,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'IDENTITY_LEVEL_REQUIRED', 'MEDIA_NOT_READY'],
  }),
  updateContent: operation({
    method: 'PATCH',
    path: '/api/content/{id}',
    summary: "Change one of the caller's items",
    access: 'creator',
    sharedText: ['title', 'description', 'tags'],
    rate: 'write',
    params: idParams,
    body: updateContentBody,
    response: contentView,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'MEDIA_NOT_READY', 'CONFLICT'],
  }),
  removeContent: operation({
    method: 'DELETE',
    path: '/api/content/{id}',
    summary: "Remove one of the caller's items",
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
      'IDENTITY_LEVEL_REQUIRED',
      'MEDIA_NOT_READY',
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
    summary: "A creator's items, newest first; at most 100. `state=draft` lists one's own drafts",
    access: 'adult',
    params: idParams,
    query: z.strictObject({ mediaType: z.optional(z.enum(mediaTypes)), state: z.optional(z.literal('draft')) }),
    response: z.array(contentView),
    errors: ['NOT_FOUND'],
  }),
};
