import * as z from 'zod/mini';
import { giftIds } from '../gifts.ts';
import { credits, earned, id, timestamp } from '../schemas.ts';
import type { FieldWithDefault } from './message-defaults.ts';
import { messageWarnings } from './message-warnings.ts';
import { messageMediaTypes, reactionEmojis } from './messaging.ts';

const source = z.strictObject({ width: z.int(), webp: z.string(), avif: z.string() });

/** A photo or video in a message. Addresses are null until the viewer has paid, and accepted the sender. */
export const messageMedia = z.strictObject({
  /** Of the file, for `GET /api/media/{id}`; the message's own id while it is not open. */
  id,
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Seconds of a video. */
  duration: z.nullable(z.number()),
  /** The veil while it is locked; of a free or opened one its poster or smallest picture. */
  previewUrl: z.nullable(z.string()),
  sources: z.array(source),
  /** Only of several pictures sent together, this being the first: all of them, none while they are not open. */
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

/** A message as one of the two sees it. */
export const messageView = z.strictObject({
  id,
  conversationId: id,
  /** Place in the thread; the same for both. */
  seq: z.int(),
  /** Rises with every change; equal to `seq` when nothing has changed since it was sent. */
  revision: z.int(),
  /** The sender's own name for it; null to the other. */
  clientId: z.nullable(z.string()),
  senderId: id,
  receiverId: id,
  /** Empty once unsent, and for media without words. */
  content: z.string(),
  timestamp,
  /** Ticks: of one's own message what the other's device did, of the other's what one did oneself. */
  isDelivered: z.boolean(),
  isRead: z.boolean(),
  /** When it was unsent. */
  deletedAt: z.nullable(timestamp),
  /** When it is gone for both; drop it then, whether or not anybody says so. */
  expiresAt: z.nullable(timestamp),
  mediaType: z.nullable(z.enum(messageMediaTypes)),
  mediaUrl: z.nullable(z.string()),
  media: z.nullable(messageMedia),
  /** Credits to open it; 0 when free. */
  price: credits,
  /** Free, one's own, or paid for: it is open. */
  isPaid: z.boolean(),
  /** To its sender: the other has paid for it. */
  isSold: z.optional(z.boolean()),
  /** Credits given with it. */
  tip: z.nullable(credits),
  /** The gift that came with it; `tip` is absent then, and the words are the sender's. */
  gift: z.optional(z.enum(giftIds)),
  /** To the creator who was paid: what the tip, the gift or the opened media brought them. */
  earned: z.optional(earned),
  replyTo: z.nullable(
    z.strictObject({
      id,
      seq: z.int(),
      senderId: id,
      /** Its first words; empty when it is gone or has none. */
      content: z.string(),
      mediaType: z.nullable(z.enum(messageMediaTypes)),
      /** What came with it, as in the message itself. */
      tip: z.optional(credits),
      gift: z.optional(z.enum(giftIds)),
    }),
  ),
  reactions: z.array(z.strictObject({ profileId: id, emoji: z.enum(reactionEmojis) })),
  /** To its receiver only. */
  warnings: z.array(z.enum(messageWarnings)),
  /** Credits the sender paid to send it past the day's quota; 0 to the receiver. */
  sendCost: credits,
  /** Sent by a creator to many at once. */
  isBroadcast: z.boolean(),
});
export type MessageView = z.output<typeof messageView>;

/** A message as sockets carry it: what it has as most messages do is left out, which is half of its bytes. */
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
