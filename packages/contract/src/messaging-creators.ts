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
/** Broadcasts per creator and Johannesburg day at most. */
export const broadcastsPerDay = 5;

export const savedReply = z.object({ id, title: z.string(), content: z.string(), updatedAt: timestamp });
export type SavedReply = z.output<typeof savedReply>;

const savedReplyBody = z.strictObject({
  title: requiredText(1, 60, 'Give it a name'),
  content: messageText().check(z.minLength(1, 'Write the reply first')),
});

/** The greeting sent to each new subscriber. */
export const welcomeMessage = z.object({
  enabled: z.boolean(),
  content: z.string(),
  media: z.nullable(messageMedia),
  price: credits,
});

export const audienceKinds = ['subscribers', 'past-subscribers', 'followers', 'buyers'] as const;

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
});
export type Audience = z.output<typeof audience>;

export const broadcastStates = ['sending', 'sent', 'cancelled'] as const;

export const broadcast = z.object({
  id,
  content: z.string(),
  mediaType: z.nullable(z.enum(messageMediaTypes)),
  media: z.nullable(messageMedia),
  price: credits,
  audience,
  state: z.enum(broadcastStates),
  recipients: z.int(),
  sent: z.int(),
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
    summary: 'Own saved replies, by name',
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
    errors: ['VALIDATION_FAILED', 'QUOTA_REACHED'],
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
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
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
    summary: 'The greeting for new subscribers',
    access: 'creator',
    response: welcomeMessage,
  }),
  setWelcomeMessage: operation({
    method: 'PUT',
    path: '/api/creator/welcome-message',
    summary: 'Change or turn off the greeting for new subscribers',
    access: 'creator',
    sharedText: ['content'],
    rate: 'write',
    body: z.strictObject({
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
    }),
    response: z.object({ recipients: z.int() }),
  }),
  sendBroadcast: operation({
    method: 'POST',
    path: '/api/creator/broadcasts',
    summary: 'Send a broadcast; idempotent by clientId',
    access: 'creator',
    sharedText: ['content'],
    rate: 'write',
    body: z
      .strictObject({
        clientId,
        content: z.optional(messageText()),
        mediaId: z.optional(id),
        price: z.optional(creatorPriceOrFree),
        audience,
      })
      .check(hasTextOrMedia, pricesOnlyMedia),
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
    summary: 'Stop a broadcast; messages already sent stay',
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
