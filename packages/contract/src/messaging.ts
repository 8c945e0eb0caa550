import * as z from 'zod/mini';
import { personCard } from './discovery-people.ts';
import { operation } from './operation.ts';
import { sendMessageBody } from './rules/message-sending.ts';
import { messageView } from './rules/message-views.ts';
import { autoDeleteRange, keptThreadsAtMost, reactionEmojis } from './rules/messaging.ts';
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
  typingEveryMs,
} from './rules/messaging.ts';

/** The person at the other end of the thread. */
export const otherParams = z.strictObject({ profileId: id });

/** Minutes, or null for messages that stay. */
export const autoDelete = z.nullable(z.int().check(z.gte(autoDeleteRange.min), z.lte(autoDeleteRange.max)));

/** All threads, or of the inbox those with unread messages, with subscribers of one's own, or with members who spent. */
export const conversationBoxes = ['inbox', 'unread', 'subscribers', 'spenders', 'requests'] as const;

/** What a list of threads shows of one. */
export const conversationItem = z.object({
  id,
  profile: personCard,
  /** Null in a thread that a match opened and nobody has written in. */
  lastMessage: z.nullable(messageView),
  unread: z.int(),
  muted: z.boolean(),
  /** A message request: the caller has not accepted the other person yet. */
  isRequest: z.boolean(),
});
export type ConversationItem = z.output<typeof conversationItem>;

/** Why the caller cannot write: their own profile is hidden, so that nobody could see who wrote. */
export const cannotWriteReasons = ['hidden'] as const;

/** What stands above a thread. */
export const conversationState = z.object({
  /** Null before the first message. */
  id: z.nullable(id),
  profile: personCard,
  canWrite: z.boolean(),
  cannotWrite: z.nullable(z.enum(cannotWriteReasons)),
  quota: z.object({
    /** Messages of a Johannesburg day; null without a limit. */
    perDay: z.nullable(z.int()),
    /** Null without a limit, and for answers, which are not counted. */
    left: z.nullable(z.int()),
    /** Credits of each one past it. */
    costPerMessage: credits,
  }),
  /** The caller's own choice, in minutes. */
  autoDelete: z.nullable(z.int()),
  /** The shorter of both members' choices: what holds for the next message. */
  expiresAfter: z.nullable(z.int()),
  muted: z.boolean(),
  /** Waits for the caller to accept or decline. */
  isRequest: z.boolean(),
  /** The other has not accepted the caller yet: no ticks and no presence until then. */
  isWaiting: z.boolean(),
  unread: z.int(),
  /** The other's ticks: messages up to these places. */
  deliveredSeq: z.int(),
  readSeq: z.int(),
  /** The caller's own place of reading. */
  ownReadSeq: z.int(),
  /** What `since` continues from. */
  revision: z.int(),
});
export type ConversationState = z.output<typeof conversationState>;

const seq = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/)),
  z.transform((value: string) => Number(value)),
);

const messagesPage = z.object({
  /** By place, oldest first; with `since` by revision. */
  items: z.array(messageView),
  /** More lie beyond, in the direction that was asked for. */
  hasMore: z.boolean(),
  /** What the next `since` is; with `hasMore`, ask at once. */
  revision: z.int(),
  deliveredSeq: z.int(),
  readSeq: z.int(),
  ownReadSeq: z.int(),
});
export type MessagesPage = z.output<typeof messagesPage>;

const upTo = z.strictObject({ messageId: id });

/** Threads that a device keeps: the other person, and the last change it has. */
const keptThreads = z.pipe(
  z.string().check(z.maxLength(keptThreadsAtMost * 53), z.regex(/^([0-9a-f-]{36}:\d{1,15}(,|$))+$/), z.regex(/\d$/)),
  z.pipe(
    z.transform((value: string) =>
      value.split(',').map((each) => ({ profileId: each.slice(0, 36), since: Number(each.slice(37)) })),
    ),
    z.array(z.strictObject({ profileId: id, since: z.int() })).check(
      z.maxLength(keptThreadsAtMost),
      z.refine((all) => new Set(all.map(({ profileId }) => profileId)).size === all.length, 'Name each thread once'),
    ),
  ),
);

/** One thread a pair. The other is named by their profile; a person the caller may not see is 404 everywhere. */
export const messagingOperations = {
  listConversations: operation({
    method: 'GET',
    path: '/api/conversations',
    summary: 'Threads of a box or of a part of the inbox, latest first; what strangers wrote lies in the requests box',
    access: 'adult',
    query: z.strictObject({
      box: z.optional(z.enum(conversationBoxes)),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      limit: z.optional(queryInteger(1, 50)),
    }),
    response: z.object({
      ...page(conversationItem).shape,
      /** Unread messages of the whole inbox: the badge. At most 999. */
      unread: z.int(),
      /** Threads of the inbox that hold unread messages. At most 99. */
      unreadThreads: z.int(),
      /** Threads that wait in the requests box. At most 99. */
      requests: z.int(),
    }),
    errors: ['VALIDATION_FAILED'],
  }),
  unreadMessages: operation({
    method: 'GET',
    path: '/api/conversations/unread',
    summary: 'The badge: unread messages of the inbox, at most 999, and threads in the requests box, at most 99',
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
    summary: 'What stands above a thread, whether or not it has begun',
    access: 'adult',
    params: otherParams,
    response: conversationState,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  deleteConversation: operation({
    method: 'DELETE',
    path: '/api/conversations/{profileId}',
    summary: 'Clear the thread for oneself; the other keeps theirs',
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
    summary: 'Send a message; the same clientId is one message however often it is sent',
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
    summary: 'Messages of the thread that hold these words, newest first; at most 50',
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
    summary: 'Everything up to and with this message has been read',
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
    summary: 'Everything up to and with this message has reached the device; listing messages says so too',
    access: 'adult',
    rate: 'message',
    params: otherParams,
    body: upTo,
    errors: ['NOT_FOUND'],
  }),
  setConversation: operation({
    method: 'PUT',
    path: '/api/conversations/{profileId}/settings',
    summary: 'When messages of this thread are gone for both, and whether it is silent',
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
    summary: 'Move a stranger to the inbox; writing to them does so too',
    access: 'adult',
    rate: 'write',
    params: otherParams,
    response: conversationState,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  declineConversation: operation({
    method: 'POST',
    path: '/api/conversations/{profileId}/decline',
    summary: 'Clear a request and hear no more of it; nobody is told',
    access: 'adult',
    rate: 'write',
    params: otherParams,
    errors: ['NOT_FOUND'],
  }),
  unsendMessage: operation({
    method: 'DELETE',
    path: '/api/messages/{id}',
    summary: 'Take an own message back for both; what was paid for stays',
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: messageView,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  reactToMessage: operation({
    method: 'POST',
    path: '/api/messages/{id}/reaction',
    summary: 'Answer a message with a sign; a second one takes the place of the first',
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
    summary: 'Take the own sign back',
    access: 'adult',
    rate: 'message',
    params: idParams,
    response: messageView,
    errors: ['NOT_FOUND'],
  }),
};
