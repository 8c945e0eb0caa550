import * as z from 'zod/mini';
import { giftIds } from '../gifts.ts';
import { credits, earned, id, timestamp } from '../schemas.ts';
import type { FieldWithDefault } from './message-defaults.ts';
import { messageWarnings } from './message-warnings.ts';
import { messageMediaTypes, reactionEmojis } from './messaging.ts';

const source = z.strictObject({ width: z.int(), webp: z.string(), avif: z.string() });

/** A photo or video in a message. URLs are null until the viewer has paid for it and accepted the sender. */
export const messageMedia = z.strictObject({
  /** Id of the file for `GET /api/media/{id}`; the message's id while locked. */
  id,
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Seconds of a video. */
  duration: z.nullable(z.number()),
  /** The veil while locked; otherwise its poster or smallest picture. */
  previewUrl: z.nullable(z.string()),
  sources: z.array(source),
  /** Rated X18: it stays shut, paid for or not, until its viewer has this identity level. */
  needsLevel: z.optional(z.int()),
  /** All pictures of an album, this being the first; absent for a single file, empty while locked. */
  album: z.optional(
    z.strictObject({
      count: z.int(),
      pictures: z.array(
        z.strictObject({
          id,
          url: z.string(),
          width: z.nullable(z.int()),
          height: z.nullable(z.int()),
          sources: z.array(source),
        }),
      ),
    }),
  ),
});

/** A message as one of the two members sees it. */
export const messageView = z.strictObject({
  id,
  conversationId: id,
  /** Sequence number in the thread; the same for both. */
  seq: z.int(),
  /** Increases with every change; equal to `seq` before the first. */
  revision: z.int(),
  /** The sender's client id; null for the other. */
  clientId: z.nullable(z.string()),
  senderId: id,
  receiverId: id,
  /** Empty when unsent, and for media without text. */
  content: z.string(),
  timestamp,
  /** Ticks: the other's delivery and reading of one's own message, and one's own of the other's. */
  isDelivered: z.boolean(),
  isRead: z.boolean(),
  /** When it was unsent. */
  deletedAt: z.nullable(timestamp),
  /** When it expires for both; clients drop it then, without an event. */
  expiresAt: z.nullable(timestamp),
  mediaType: z.nullable(z.enum(messageMediaTypes)),
  mediaUrl: z.nullable(z.string()),
  media: z.nullable(messageMedia),
  /** Credits to unlock it; 0 when free. */
  price: credits,
  /** Unlocked: free, one's own, or paid for. */
  isPaid: z.boolean(),
  /** For its sender: the other has paid for it. */
  isSold: z.optional(z.boolean()),
  /** Credits of a tip sent with it. */
  tip: z.nullable(credits),
  /** The gift sent with it; `tip` is absent then, and the text is the sender's. */
  gift: z.optional(z.enum(giftIds)),
  /** For the creator who was paid: earnings from the tip, gift or unlocked media. */
  earned: z.optional(earned),
  replyTo: z.nullable(
    z.strictObject({
      id,
      seq: z.int(),
      senderId: id,
      /** Its beginning; empty when deleted or without text. */
      content: z.string(),
      mediaType: z.nullable(z.enum(messageMediaTypes)),
      /** Its attachment, as in the message itself. */
      tip: z.optional(credits),
      gift: z.optional(z.enum(giftIds)),
    }),
  ),
  reactions: z.array(z.strictObject({ profileId: id, emoji: z.enum(reactionEmojis) })),
  /** For its receiver only. */
  warnings: z.array(z.enum(messageWarnings)),
  /** Credits the sender paid past the day's quota; 0 for the receiver. */
  sendCost: credits,
  /** Sent as a broadcast. */
  isBroadcast: z.boolean(),
});
export type MessageView = z.output<typeof messageView>;

/** A message on sockets: fields with default values are left out, which halves its size. */
export const briefMessage = z.partial(messageView, {
  clientId: true,
  isDelivered: true,
  isRead: true,
  deletedAt: true,
  expiresAt: true,
  mediaType: true,
  mediaUrl: true,
  media: true,
  price: true,
  isPaid: true,
  tip: true,
  replyTo: true,
  reactions: true,
  warnings: true,
  sendCost: true,
  isBroadcast: true,
} satisfies Record<FieldWithDefault, true>);
export type BriefMessage = z.output<typeof briefMessage>;
