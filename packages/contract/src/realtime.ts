import * as z from 'zod/mini';
import { type ErrorCode, errorCatalogue } from './errors.ts';
import { giftIds, giftRarities } from './gifts.ts';
import { callEndings, callSignalBytes } from './rules/calls.ts';
import { sendMessageBody } from './rules/message-sending.ts';
import { briefMessage } from './rules/message-views.ts';
import { credits, earned, id, timestamp } from './schemas.ts';

const callSignalText = z.string().check(z.maxLength(callSignalBytes));

/** Where the socket is opened; WebSocket only, with the session's cookie. */
export const realtimePath = '/realtime';

/** What one connection may do before it is closed, and how many an account may hold in one process. */
export const realtimeLimits = {
  /** Bytes of one message from a browser. */
  messageBytes: 64 * 1024,
  messages: 20,
  messagesPerMs: 10_000,
  /** Bytes that may wait for a browser that does not read. */
  waitingBytes: 1024 * 1024,
  connectionsPerAccount: 10,
  topicsPerConnection: 50,
} as const;

/** What of discovery may be different. */
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
 * What the server says. An event is a hint or carries what a call would answer; it is never the only place where
 * something stands: clients that were away refetch. Strict on both sides: a payload with more or less is dropped.
 */
export const serverEvents = {
  /**
   * To both, on every device. `profileId` is the other one of the thread, and `message` as `GET …/messages` would answer
   * it; null when its media have addresses of the viewer's own: then read from `since`.
   */
  'message.created': z.strictObject({
    conversationId: id,
    profileId: id,
    id,
    seq: z.int(),
    message: z.nullable(briefMessage),
  }),
  /** Unsent, opened, answered with a sign: read from `since`. To both. */
  'message.updated': z.strictObject({ conversationId: id, profileId: id, id, revision: z.int() }),
  /** Everything up to and with `messageId` was read by this profile. To both, never to a sender who is not accepted. */
  'conversation.read': z.strictObject({ conversationId: id, profileId: id, messageId: id, seq: z.int() }),
  'conversation.delivered': z.strictObject({ conversationId: id, profileId: id, messageId: id, seq: z.int() }),
  /** The thread with this profile was deleted, or declined. Only to the other tabs of the member who did it. */
  'conversation.cleared': z.strictObject({ profileId: id }),
  /** Unread messages went by themselves, or were taken back: read the badge and the list again. To their receiver. */
  'unread.changed': z.strictObject({}),
  /** To those who joined `conversation:<id>`; it lasts twice `typingEveryMs`. */
  typing: z.strictObject({ conversationId: id, profileId: id }),
  /** To those who joined a conversation with them. */
  'presence.changed': z.strictObject({ profileId: id, isOnline: z.boolean() }),
  /** An own upload is ready, or never will be: read it. */
  'media.updated': z.strictObject({ id }),
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
  /** Incoming call: `profileId` is the caller's. Sent to the one who is called. */
  'call.ringing': z.strictObject({ callId: id, profileId: id }),
  'call.accepted': z.strictObject({ callId: id }),
  'call.signal': z.strictObject({ callId: id, signal: callSignalText }),
  /** Every few seconds of a call and at each started minute, to both. Credits are the price so far. */
  'call.tick': z.strictObject({
    callId: id,
    seconds: z.int(),
    minutes: z.int(),
    /** Of the minutes so far. */
    credits,
    /** Tips and gifts in this call so far. */
    given: credits,
    /** What the creator keeps of both; null for the caller. */
    earned: z.nullable(credits),
    /** How much of it is held. */
    earnedHeld: credits,
    /** What the caller can still spend; null for the one who is called. */
    balance: z.nullable(credits),
    /** The minute under way is the last that the balance pays for. */
    isLast: z.boolean(),
  }),
  /** To the pages of the one who goes on with a call on another page: every other lets go of it. */
  'call.taken-over': z.strictObject({ callId: id, page: id }),
  'call.ended': z.strictObject({ callId: id, reason: z.enum(callEndings) }),
  /** Who is there, or what they show, is different: read again what is on the screen. */
  'discovery.changed': z.strictObject({ parts: z.array(z.enum(discoveryParts)).check(z.minLength(1)) }),
  /** A flame for the member; `matched` when it answers theirs. */
  'flame.received': z.strictObject({ profileId: id, matched: z.boolean() }),
} as const satisfies Record<string, z.ZodMiniType>;

export type ServerEvent = keyof typeof serverEvents;
export type ServerPayload<Name extends ServerEvent> = z.output<(typeof serverEvents)[Name]>;

/** `discovery`, or a kind and an id: `conversation:…`. Who may listen is the server's to decide. */
export const topic = z.string().check(z.regex(/^[a-z]{1,20}(:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/));

/** What a browser may say; each is answered with a `ClientAnswer`. */
export const clientEvents = {
  join: z.strictObject({ topic }),
  leave: z.strictObject({ topic }),
  /** At most once in `typingEveryMs`; more is dropped without a word. */
  typing: z.strictObject({ conversationId: id }),
  /** As the operation `sendMessage`, by the same rules and budget; the two are one door for one `clientId`. */
  'message.send': z.strictObject({ to: id, message: sendMessageBody }),
  /** To the other side of an accepted call, as `callSignal` describes it. `CONFLICT` once another page takes part. */
  'call.signal': z.strictObject({ callId: id, page: id, signal: callSignalText }),
  /**
   * The page that is in the call says every few seconds that it is there, and whether it is connected at present. The
   * first to say so takes part; `CONFLICT` once another does.
   */
  'call.alive': z.strictObject({ callId: id, page: id, connected: z.boolean() }),
} as const satisfies Record<string, z.ZodMiniType>;

export type ClientEvent = keyof typeof clientEvents;
export type ClientPayload<Name extends ClientEvent> = z.output<(typeof clientEvents)[Name]>;

export const clientAnswer = z.union([
  /** `sent` answers `message.send`: the message as its sender sees it. */
  z.strictObject({ ok: z.literal(true), sent: z.optional(briefMessage) }),
  /** To `message.send` with the sentence and the details that the operation would answer. */
  z.strictObject({
    ok: z.literal(false),
    code: z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]),
    message: z.optional(z.string()),
    details: z.optional(z.record(z.string(), z.unknown())),
  }),
]);
export type ClientAnswer = z.output<typeof clientAnswer>;
