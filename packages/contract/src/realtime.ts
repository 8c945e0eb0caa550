import * as z from 'zod/mini';
import { type ErrorCode, errorCatalogue } from './errors.ts';
import { giftIds, giftRarities } from './gifts.ts';
import { callEndings, maxCallSignalBytes } from './rules/calls.ts';
import { liveEndings } from './rules/lives.ts';
import { sendMessageBody } from './rules/message-sending.ts';
import { briefMessage } from './rules/message-views.ts';
import { credits, earned, id, timestamp } from './schemas.ts';

const callSignalText = z.string().check(z.maxLength(maxCallSignalBytes));

/** Path of the socket; WebSocket only, authenticated by the session cookie. */
export const realtimePath = '/realtime';

/** Limits per connection before it is closed, and connections per account and process. */
export const realtimeLimits = {
  /** Bytes of one message from a browser. */
  messageBytes: 64 * 1024,
  messages: 20,
  messagesPerMs: 10_000,
  /** Bytes that may be buffered for a browser that does not read. */
  waitingBytes: 1024 * 1024,
  connectionsPerAccount: 10,
  topicsPerConnection: 50,
} as const;

/** Parts of discovery that may have changed. */
export const discoveryParts = [
  'counters',
  'available',
  'interests',
  'posts',
  'trending',
  'moods',
  'heat-map',
  'events',
  'travel',
  'tonight',
] as const;
export type DiscoveryPart = (typeof discoveryParts)[number];

/**
 * Events from the server. An event is a hint, or carries what an operation would return; it is never the only source:
 * clients refetch after a disconnection. The server sends exactly these fields; clients drop unknown ones, and refetch
 * when one is missing.
 */
export const serverEvents = {
  /**
   * Sent to both, on every device. `profileId` is the other person of the thread; `message` is as in `GET …/messages`,
   * or null when its media URLs differ per viewer: then refetch from `since`.
   */
  'message.created': z.strictObject({
    conversationId: id,
    profileId: id,
    id,
    seq: z.int(),
    message: z.nullable(briefMessage),
  }),
  /** Unsent, opened or reacted to: refetch from `since`. Sent to both. */
  'message.updated': z.strictObject({ conversationId: id, profileId: id, id, revision: z.int() }),
  /** This profile read everything up to `messageId`. Sent to both, but never to a sender who is not accepted. */
  'conversation.read': z.strictObject({ conversationId: id, profileId: id, messageId: id, seq: z.int() }),
  'conversation.delivered': z.strictObject({ conversationId: id, profileId: id, messageId: id, seq: z.int() }),
  /** The thread with this profile was deleted or declined. Sent only to the member's other tabs. */
  'conversation.cleared': z.strictObject({ profileId: id }),
  /** Unread messages expired or were unsent: refetch badge and list. Sent to their receiver. */
  'unread.changed': z.strictObject({}),
  /** Sent to subscribers of `conversation:<id>`; the indicator lasts twice `typingIntervalMs`. */
  typing: z.strictObject({ conversationId: id, profileId: id }),
  /** Sent to subscribers of a conversation with them. */
  'presence.changed': z.strictObject({ profileId: id, isOnline: z.boolean() }),
  /**
   * An item is not shown any more, or with `mediaIds` only those of its files. Sent to subscribers of `content`, who
   * drop it from the screen.
   */
  'content.removed': z.strictObject({ id, mediaIds: z.optional(z.array(id)) }),
  /**
   * An item of this creator is shown now: published for the first time, or again. Sent to subscribers of
   * `creator:<id>`, who may see the creator.
   */
  'content.published': z.strictObject({ id, creatorId: id }),
  /** One's own upload: the percent of its encoding, or without one it is ready or has failed. */
  'media.updated': z.strictObject({ id, progress: z.optional(z.int()) }),
  /** The operator changed a setting that everybody sees: refetch the settings. Sent to subscribers of `platform`. */
  'settings.changed': z.strictObject({}),
  /** A photo was removed or hidden; `key` is the part of its addresses that names it. Sent to everyone, so no person. */
  'photo.removed': z.strictObject({ key: z.string() }),
  /** An album changed, is shared with the member, or is not any more: refetch it. Sent to its owner and those people. */
  'album.changed': z.strictObject({ id }),
  'notification.created': z.strictObject({ id, unread: z.int() }),
  'balance.changed': z.strictObject({ balance: credits, promotional: credits }),
  'gift.received': z.strictObject({
    id,
    giftId: z.enum(giftIds),
    giftName: z.string(),
    credits,
    earned: z.optional(earned),
    rarity: z.enum(giftRarities),
    senderId: id,
    senderName: z.string(),
    message: z.nullable(z.string()),
    timestamp,
  }),
  /** Incoming call; `profileId` is the caller's. Sent to the person called. */
  'call.ringing': z.strictObject({ callId: id, profileId: id }),
  'call.accepted': z.strictObject({ callId: id }),
  'call.signal': z.strictObject({ callId: id, signal: callSignalText }),
  /** Every few seconds of a call and at each started minute, to both. Credits are the total so far. */
  'call.tick': z.strictObject({
    callId: id,
    seconds: z.int(),
    minutes: z.int(),
    /** For the minutes so far. */
    credits,
    /** Tips and gifts in this call so far. */
    given: credits,
    /** The creator's share of both; null for the caller. */
    earned: z.nullable(credits),
    /** The held part of it. */
    earnedHeld: credits,
    /** The caller's remaining balance; null for the person called. */
    balance: z.nullable(credits),
    /** The current minute is the last one the balance covers. */
    isLast: z.boolean(),
  }),
  /** The call moved to another tab; sent to the member's tabs, and every other tab leaves it. */
  'call.taken-over': z.strictObject({ callId: id, tabId: id }),
  'call.ended': z.strictObject({ callId: id, reason: z.enum(callEndings) }),
  /** To subscribers of `live:<id>`: figures of the show, and its latest message; refetch messages after the last known. */
  'live.changed': z.strictObject({ liveId: id, watching: z.int(), tips: credits, messageId: z.nullable(id) }),
  /** To subscribers of `live:<id>`; the stream has stopped. */
  'live.ended': z.strictObject({ liveId: id, ending: z.enum(liveEndings) }),
  /** Presence or displayed data of people changed: refetch what is on screen. */
  'discovery.changed': z.strictObject({ parts: z.array(z.enum(discoveryParts)).check(z.minLength(1)) }),
  /** A flame for the member; `matched` when it is mutual. */
  'flame.received': z.strictObject({ profileId: id, matched: z.boolean() }),
} as const satisfies Record<string, z.ZodMiniType>;

export type ServerEvent = keyof typeof serverEvents;
export type ServerPayload<Name extends ServerEvent> = z.output<(typeof serverEvents)[Name]>;

/** `discovery`, `content`, or a kind and an id: `conversation:…`. The server checks who may subscribe. */
export const topic = z.string().check(z.regex(/^[a-z]{1,20}(:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/));

/** Events from the browser; each gets a `ClientAnswer`. */
export const clientEvents = {
  join: z.strictObject({ topic }),
  leave: z.strictObject({ topic }),
  /** At most once per `typingIntervalMs`; more are dropped silently. */
  typing: z.strictObject({ conversationId: id }),
  /** As the operation `sendMessage`, with the same rules and budget; idempotent by `clientId` across both. */
  'message.send': z.strictObject({ to: id, message: sendMessageBody }),
  /** To the other side of an accepted call, as in `callSignal`. `CONFLICT` after another tab took over. */
  'call.signal': z.strictObject({ callId: id, tabId: id, signal: callSignalText }),
  /**
   * Heartbeat of the tab in the call, with its connection state. The first tab to send one takes part; `CONFLICT` for
   * any other.
   */
  'call.alive': z.strictObject({ callId: id, tabId: id, connected: z.boolean() }),
} as const satisfies Record<string, z.ZodMiniType>;

export type ClientEvent = keyof typeof clientEvents;
export type ClientPayload<Name extends ClientEvent> = z.output<(typeof clientEvents)[Name]>;

export const clientAnswer = z.union([
  /** `sent` answers `message.send`: the message as its sender sees it. */
  z.strictObject({ ok: z.literal(true), sent: z.optional(briefMessage) }),
  /** Error answer to `message.send`, with the message and details of the operation. */
  z.strictObject({
    ok: z.literal(false),
    code: z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]),
    message: z.optional(z.string()),
    details: z.optional(z.record(z.string(), z.unknown())),
  }),
]);
export type ClientAnswer = z.output<typeof clientAnswer>;
