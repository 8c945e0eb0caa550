import * as z from 'zod/mini';
import { clientId } from './messaging.ts';
import { operation } from './operation.ts';
import { hasTextOrMedia, pricesOnlyMedia } from './rules/message-sending.ts';
import { messageText } from './rules/message-text.ts';
import { messageMedia } from './rules/message-views.ts';
import { messageMediaTypes } from './rules/messaging.ts';
import {
  creatorPriceOrFree,
  credits,
  cursorQuery,
  earned,
  id,
  idParams,
  page,
  queryInteger,
  requiredText,
  timestamp,
} from './schemas.ts';

/** Saved replies per creator at most. */
export const maxSavedReplies = 50;
/** Broadcasts per creator and Johannesburg day of sending at most. */
export const broadcastsPerDay = 5;
/** Days ahead for which a broadcast can be scheduled. */
export const broadcastDaysAhead = 60;
/** Further audiences of one broadcast, each with its own price. */
export const maxFurtherAudiences = 3;

export const savedReply = z.object({
  id,
  title: z.string(),
  content: z.string(),
  /** A photo, video or album that goes with it, to be named as `mediaId` when it is sent. */
  mediaId: z.nullable(id),
  media: z.nullable(messageMedia),
  price: credits,
  updatedAt: timestamp,
});
export type SavedReply = z.output<typeof savedReply>;

const savedReplyBody = z.strictObject({
  title: requiredText(1, 60, 'Give it a name'),
  content: messageText().check(z.minLength(1, 'Write the reply first')),
  /** Absent keeps the file of a reply that is changed, null removes it. */
  mediaId: z.optional(z.nullable(id)),
  price: z.optional(creatorPriceOrFree),
});

/** Whom a greeting is for. */
export const welcomeAudiences = ['subscriber', 'follower'] as const;
export type WelcomeAudience = (typeof welcomeAudiences)[number];

/** The greeting sent to each new subscriber or follower. */
export const welcomeMessage = z.object({
  enabled: z.boolean(),
  content: z.string(),
  media: z.nullable(messageMedia),
  price: credits,
});

export const audienceKinds = ['subscribers', 'past-subscribers', 'followers', 'buyers', 'list'] as const;

/** Recipients of a broadcast; every field narrows them. */
const audience = z.strictObject({
  kind: z.enum(audienceKinds),
  /** Subscribed, followed or bought within this many days. */
  withinDays: z.optional(z.int().check(z.gte(1), z.lte(365))),
  /** Spent at least this many credits with the creator. */
  minimumSpent: z.optional(z.int().check(z.gte(1), z.lte(1_000_000))),
  /** Subscribers whose paid time ends within this many days. */
  endingWithinDays: z.optional(z.int().check(z.gte(1), z.lte(30))),
  /** Seen within this many days, and not incognito. */
  activeWithinDays: z.optional(z.int().check(z.gte(1), z.lte(365))),
  /** The creator's own list of kind `list`. */
  listId: z.optional(id),
});
const namesItsList = z.refine<{ kind: string; listId?: string | undefined }>(
  ({ kind, listId }) => (kind === 'list') === (listId !== undefined),
  'Choose one of your lists',
);
export type Audience = z.output<typeof audience>;

/** Another audience of a broadcast, and what its media cost these people. */
const furtherAudience = z.strictObject({ audience: audience.check(namesItsList), price: creatorPriceOrFree });
const furtherAudiences = z.array(furtherAudience).check(z.maxLength(maxFurtherAudiences));

const sellsOnlyMedia = z.refine<{ mediaId?: string | undefined; also?: { price: number }[] | undefined }>(
  ({ mediaId, also = [] }) => mediaId !== undefined || also.every(({ price }) => price === 0),
  'Only a photo or a video can have a price',
);

export const broadcastStates = ['scheduled', 'sending', 'sent', 'cancelled'] as const;

export const broadcast = z.object({
  id,
  content: z.string(),
  mediaType: z.nullable(z.enum(messageMediaTypes)),
  media: z.nullable(messageMedia),
  price: credits,
  audience,
  also: z.array(furtherAudience),
  state: z.enum(broadcastStates),
  /** When it begins; null for at once. */
  scheduledAt: z.nullable(timestamp),
  /** Of a scheduled one 0: they are chosen when it begins. */
  recipients: z.int(),
  sent: z.int(),
  /** Taken back before they were read. */
  takenBack: z.int(),
  /** It is being taken back, or was. */
  isTakenBack: z.boolean(),
  /** Could not be reached: blocked, suspended or deleted. */
  skipped: z.int(),
  read: z.int(),
  unlocked: z.int(),
  /** Earnings from recipients who opened it. */
  earned,
  createdAt: timestamp,
});
export type Broadcast = z.output<typeof broadcast>;

export const creatorMessagesOperations = {
  listSavedReplies: operation({
    method: 'GET',
    path: '/api/creator/saved-replies',
    summary: 'Own saved replies, in their order',
    access: 'creator',
    response: z.array(savedReply),
  }),
  saveReply: operation({
    method: 'POST',
    path: '/api/creator/saved-replies',
    summary: 'Save a reply',
    access: 'creator',
    rate: 'write',
    body: savedReplyBody,
    response: savedReply,
    status: 201,
    errors: ['VALIDATION_FAILED', 'QUOTA_REACHED', 'NOT_FOUND', 'MEDIA_NOT_READY', 'CONFLICT'],
  }),
  orderSavedReplies: operation({
    method: 'PUT',
    path: '/api/creator/saved-replies/order',
    summary: 'Put own saved replies in an order; names each of them once',
    access: 'creator',
    rate: 'write',
    body: z.strictObject({ ids: z.array(id).check(z.maxLength(maxSavedReplies)) }),
    response: z.array(savedReply),
    errors: ['VALIDATION_FAILED', 'CONFLICT'],
  }),
  changeSavedReply: operation({
    method: 'PUT',
    path: '/api/creator/saved-replies/{id}',
    summary: 'Change a saved reply',
    access: 'creator',
    rate: 'write',
    params: idParams,
    body: savedReplyBody,
    response: savedReply,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'MEDIA_NOT_READY', 'CONFLICT'],
  }),
  deleteSavedReply: operation({
    method: 'DELETE',
    path: '/api/creator/saved-replies/{id}',
    summary: 'Delete a saved reply',
    access: 'creator',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  welcomeMessage: operation({
    method: 'GET',
    path: '/api/creator/welcome-message',
    summary: 'The greeting for new subscribers, or for new followers',
    access: 'creator',
    query: z.strictObject({ audience: z.optional(z.enum(welcomeAudiences)) }),
    response: welcomeMessage,
  }),
  setWelcomeMessage: operation({
    method: 'PUT',
    path: '/api/creator/welcome-message',
    summary: 'Change or turn off the greeting for new subscribers, or for new followers',
    access: 'creator',
    sharedText: ['content'],
    rate: 'write',
    body: z.strictObject({
      audience: z.optional(z.enum(welcomeAudiences)),
      enabled: z.boolean(),
      content: messageText(),
      mediaId: z.optional(z.nullable(id)),
      price: z.optional(creatorPriceOrFree),
    }),
    response: welcomeMessage,
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'MEDIA_NOT_READY'],
  }),
  countAudience: operation({
    method: 'GET',
    path: '/api/creator/broadcasts/audience',
    summary: 'Number of people a broadcast would reach',
    access: 'creator',
    query: z.strictObject({
      kind: z._default(z.enum(audienceKinds), 'subscribers'),
      withinDays: z.optional(queryInteger(1, 365)),
      minimumSpent: z.optional(queryInteger(1, 1_000_000)),
      endingWithinDays: z.optional(queryInteger(1, 30)),
      activeWithinDays: z.optional(queryInteger(1, 365)),
      listId: z.optional(id),
    }),
    response: z.object({ recipients: z.int() }),
  }),
  previewBroadcast: operation({
    method: 'POST',
    path: '/api/creator/broadcasts/preview',
    summary: 'Who a broadcast with these audiences would reach now, and how many get it at each price',
    access: 'creator',
    body: z.strictObject({
      audience: audience.check(namesItsList),
      price: z.optional(creatorPriceOrFree),
      also: z.optional(furtherAudiences),
    }),
    response: z.object({
      recipients: z.int(),
      prices: z.array(z.object({ price: credits, recipients: z.int() })),
    }),
    errors: ['VALIDATION_FAILED'],
  }),
  sendBroadcast: operation({
    method: 'POST',
    path: '/api/creator/broadcasts',
    summary: 'Send a broadcast, now or at a time; idempotent by clientId',
    access: 'creator',
    sharedText: ['content'],
    rate: 'write',
    body: z
      .strictObject({
        clientId,
        content: z.optional(messageText()),
        mediaId: z.optional(id),
        price: z.optional(creatorPriceOrFree),
        audience: audience.check(namesItsList),
        also: z.optional(furtherAudiences),
        scheduledAt: z.optional(z.iso.datetime({ offset: true })),
      })
      .check(hasTextOrMedia, pricesOnlyMedia, sellsOnlyMedia),
    response: broadcast,
    status: 201,
    errors: [
      'VALIDATION_FAILED',
      'NOT_FOUND',
      'QUOTA_REACHED',
      'MEDIA_NOT_READY',
      'CONFLICT',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  }),
  cancelBroadcast: operation({
    method: 'POST',
    path: '/api/creator/broadcasts/{id}/cancel',
    summary: 'Stop a broadcast, also before it begins; messages already sent stay',
    access: 'creator',
    rate: 'write',
    params: idParams,
    response: broadcast,
    errors: ['NOT_FOUND'],
  }),
  takeBackBroadcast: operation({
    method: 'POST',
    path: '/api/creator/broadcasts/{id}/take-back',
    summary: 'Stop a broadcast and unsend it wherever it was neither read nor bought',
    access: 'creator',
    rate: 'write',
    params: idParams,
    response: broadcast,
    errors: ['NOT_FOUND'],
  }),
  listBroadcasts: operation({
    method: 'GET',
    path: '/api/creator/broadcasts',
    summary: 'Own broadcasts, newest first',
    access: 'creator',
    query: cursorQuery,
    response: page(broadcast),
    errors: ['VALIDATION_FAILED'],
  }),
};
