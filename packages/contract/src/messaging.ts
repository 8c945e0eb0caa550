import * as z from 'zod/mini';
import { personCard } from './discovery-people.ts';
import { operation } from './operation.ts';
import { sendMessageBody } from './rules/message-sending.ts';
import { messageView } from './rules/message-views.ts';
import { autoDeleteRange, maxKeptThreads, reactionEmojis } from './rules/messaging.ts';
import { credits, id, idParams, page, queryInteger, requiredText } from './schemas.ts';

export { fromBriefMessage, toBriefMessage } from './rules/brief-messages.ts';
export { clientId, sendMessageBody } from './rules/message-sending.ts';
export {
  type BriefMessage,
  briefMessage,
  type MessageView,
  messageMedia,
  messageView,
} from './rules/message-views.ts';
export { type MessageWarning, messageWarnings } from './rules/message-warnings.ts';
export {
  autoDeleteDefault,
  autoDeletePresets,
  autoDeleteRange,
  chatTipPresets,
  chatTipRange,
  extraMessageCredits,
  type MessageMediaType,
  messageLength,
  messageMediaTypes,
  messagePricePresets,
  messagePriceRange,
  type ReactionEmoji,
  reactionEmojis,
  typingIntervalMs,
} from './rules/messaging.ts';

/** The other person of the thread. */
export const otherParams = z.strictObject({ profileId: id });

/** Minutes; null for messages that stay. */
export const autoDelete = z.nullable(z.int().check(z.gte(autoDeleteRange.min), z.lte(autoDeleteRange.max)));

/**
 * All threads of a box; or of the inbox only unread ones, those with one's subscribers, followers, members who spent, or
 * people of a list of one's own, which needs its id.
 */
export const conversationBoxes = [
  'inbox',
  'unread',
  'subscribers',
  'followers',
  'spenders',
  'list',
  'requests',
] as const;

/** A thread in a list. */
export const conversationItem = z.object({
  id,
  profile: personCard,
  /** Null in a thread opened by a match, before the first message. */
  lastMessage: z.nullable(messageView),
  unread: z.int(),
  muted: z.boolean(),
  /** A message request: the caller has not accepted the other person yet. */
  isRequest: z.boolean(),
});
export type ConversationItem = z.output<typeof conversationItem>;

/** Why the caller cannot write: their own profile is hidden, so the other could not see the sender. */
export const cannotWriteReasons = ['hidden'] as const;

/** State of a thread, shown above its messages. */
export const conversationState = z.object({
  /** Null before the first message. */
  id: z.nullable(id),
  profile: personCard,
  canWrite: z.boolean(),
  cannotWrite: z.nullable(z.enum(cannotWriteReasons)),
  quota: z.object({
    /** Free messages per Johannesburg day; null without a limit. */
    perDay: z.nullable(z.int()),
    /** Null without a limit, and for replies, which are not counted. */
    left: z.nullable(z.int()),
    /** Price in credits of each message past the quota. */
    costPerMessage: credits,
  }),
  /** The caller's own choice, in minutes. */
  autoDelete: z.nullable(z.int()),
  /** The shorter of both members' choices, which applies to the next message. */
  expiresAfter: z.nullable(z.int()),
  muted: z.boolean(),
  /** The caller must accept or decline first. */
  isRequest: z.boolean(),
  /** The other person has not accepted the caller: no ticks and no presence until then. */
  isWaiting: z.boolean(),
  unread: z.int(),
  /** The other's ticks: messages up to these sequence numbers. */
  deliveredSeq: z.int(),
  readSeq: z.int(),
  /** The caller's own read position. */
  ownReadSeq: z.int(),
  /** Revision to continue from, as `since`. */
  revision: z.int(),
});
export type ConversationState = z.output<typeof conversationState>;

const seq = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/)),
  z.transform((value: string) => Number(value)),
);

const messagesPage = z.object({
  /** In order of sequence, oldest first; with `since` in order of revision. */
  items: z.array(messageView),
  /** More messages exist in the requested direction. */
  hasMore: z.boolean(),
  /** The next `since`; with `hasMore`, request it immediately. */
  revision: z.int(),
  deliveredSeq: z.int(),
  readSeq: z.int(),
  ownReadSeq: z.int(),
});
export type MessagesPage = z.output<typeof messagesPage>;

const upTo = z.strictObject({ messageId: id });

/** Threads a device keeps: the other person, and the last revision it has. */
const keptThreads = z.pipe(
  z.string().check(z.maxLength(maxKeptThreads * 53), z.regex(/^([0-9a-f-]{36}:\d{1,15}(,|$))+$/), z.regex(/\d$/)),
  z.pipe(
    z.transform((value: string) =>
      value.split(',').map((each) => ({ profileId: each.slice(0, 36), since: Number(each.slice(37)) })),
    ),
    z.array(z.strictObject({ profileId: id, since: z.int() })).check(
      z.maxLength(maxKeptThreads),
      z.refine((all) => new Set(all.map(({ profileId }) => profileId)).size === all.length, 'Name each thread once'),
    ),
  ),
);

/** One thread per pair of people, identified by the other's profile; an invisible person is NOT_FOUND everywhere. */
export const messagingOperations = {
  listConversations: operation({
    method: 'GET',
    path: '/api/conversations',
    summary: 'Threads of a box or part of the inbox, latest first',
    access: 'adult',
    query: z.strictObject({
      box: z.optional(z.enum(conversationBoxes)),
      listId: z.optional(id),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      limit: z.optional(queryInteger(1, 50)),
    }),
    response: z.object({
      ...page(conversationItem).shape,
      /** Unread messages of the inbox, for the badge. At most 999. */
      unread: z.int(),
      /** Unread threads of the inbox. At most 99. */
      unreadThreads: z.int(),
      /** Threads in the request box. At most 99. */
      requests: z.int(),
    }),
    errors: ['VALIDATION_FAILED'],
  }),
  unreadMessages: operation({
    method: 'GET',
    path: '/api/conversations/unread',
    summary: 'Counts for the badge: unread messages of the inbox, and threads in the request box',
    access: 'adult',
    response: z.object({ unread: z.int(), requests: z.int() }),
  }),
  conversationChanges: operation({
    method: 'GET',
    path: '/api/conversations/changes',
    summary:
      'Of threads that a device keeps (`profileId:revision`, with commas): which messages up to that revision have changed since. What is not in the answer is not to be kept',
    access: 'adult',
    query: z.strictObject({ threads: keptThreads }),
    response: z.object({ items: z.array(z.object({ profileId: id, changed: z.array(id) })) }),
    errors: ['VALIDATION_FAILED'],
  }),
  getConversation: operation({
    method: 'GET',
    path: '/api/conversations/{profileId}',
    summary: 'State of a thread, also before its first message',
    access: 'adult',
    params: otherParams,
    response: conversationState,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  deleteConversation: operation({
    method: 'DELETE',
    path: '/api/conversations/{profileId}',
    summary: 'Delete the thread for the caller; the other person keeps theirs',
    access: 'adult',
    rate: 'write',
    params: otherParams,
    errors: ['NOT_FOUND'],
  }),
  listMessages: operation({
    method: 'GET',
    path: '/api/conversations/{profileId}/messages',
    summary:
      'Messages before or after a place, the latest without either; or all that is new or changed since a revision',
    access: 'adult',
    params: otherParams,
    query: z
      .strictObject({
        before: z.optional(seq),
        after: z.optional(seq),
        since: z.optional(seq),
        limit: z.optional(queryInteger(1, 50)),
      })
      .check(
        z.refine((query) => [query.before, query.after, query.since].filter((one) => one !== undefined).length <= 1, {
          error: 'Ask in one direction',
          path: ['since'],
        }),
      ),
    response: messagesPage,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  }),
  sendMessage: operation({
    method: 'POST',
    path: '/api/conversations/{profileId}/messages',
    summary: 'Send a message; idempotent by clientId',
    access: 'adult',
    purchase: { shown: 'payCredits' },
    rate: 'message',
    params: otherParams,
    body: sendMessageBody,
    response: messageView,
    status: 201,
    errors: [
      'NOT_FOUND',
      'VALIDATION_FAILED',
      'CONFLICT',
      'MESSAGE_QUOTA_USED',
      'PRICE_CHANGED',
      'INSUFFICIENT_CREDITS',
      'SPENDING_LIMIT_REACHED',
      'MEDIA_NOT_READY',
      'CREATOR_PROFILE_REQUIRED',
    ],
  }),
  searchMessages: operation({
    method: 'GET',
    path: '/api/conversations/{profileId}/messages/search',
    summary: 'Messages of a thread that contain a text, newest first; at most 50',
    access: 'adult',
    rate: 'search',
    params: otherParams,
    query: z.strictObject({ q: requiredText(2, 100, 'Write at least two letters') }),
    response: z.array(messageView),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  }),
  markRead: operation({
    method: 'POST',
    path: '/api/conversations/{profileId}/read',
    summary: 'Mark everything up to this message as read',
    access: 'adult',
    rate: 'message',
    params: otherParams,
    body: upTo,
    response: z.object({ unread: z.int() }),
    errors: ['NOT_FOUND'],
  }),
  markDelivered: operation({
    method: 'POST',
    path: '/api/conversations/{profileId}/delivered',
    summary: 'Mark everything up to this message as delivered; listing messages does so too',
    access: 'adult',
    rate: 'message',
    params: otherParams,
    body: upTo,
    errors: ['NOT_FOUND'],
  }),
  setConversation: operation({
    method: 'PUT',
    path: '/api/conversations/{profileId}/settings',
    summary: 'Set auto-delete and mute of a thread',
    access: 'adult',
    rate: 'write',
    params: otherParams,
    body: z.strictObject({ autoDelete: z.optional(autoDelete), muted: z.optional(z.boolean()) }),
    response: conversationState,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'CONFLICT'],
  }),
  acceptConversation: operation({
    method: 'POST',
    path: '/api/conversations/{profileId}/accept',
    summary: 'Accept a message request; replying does so too',
    access: 'adult',
    rate: 'write',
    params: otherParams,
    response: conversationState,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  declineConversation: operation({
    method: 'POST',
    path: '/api/conversations/{profileId}/decline',
    summary: 'Decline a message request; the sender is not notified',
    access: 'adult',
    rate: 'write',
    params: otherParams,
    errors: ['NOT_FOUND'],
  }),
  unsendMessage: operation({
    method: 'DELETE',
    path: '/api/messages/{id}',
    summary: "Delete one of the caller's messages for both members; paid media stay",
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: messageView,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  reactToMessage: operation({
    method: 'POST',
    path: '/api/messages/{id}/reaction',
    summary: 'React to a message; replaces an earlier reaction',
    access: 'adult',
    rate: 'message',
    params: idParams,
    body: z.strictObject({ emoji: z.enum(reactionEmojis) }),
    response: messageView,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  }),
  removeReaction: operation({
    method: 'DELETE',
    path: '/api/messages/{id}/reaction',
    summary: "Remove the caller's reaction",
    access: 'adult',
    rate: 'message',
    params: idParams,
    response: messageView,
    errors: ['NOT_FOUND'],
  }),
};
