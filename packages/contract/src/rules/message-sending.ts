import * as z from 'zod/mini';
import { creatorPriceOrFree, id } from '../schemas.ts';
import { messageText } from './message-text.ts';

/** The device's id of a message: sending it twice yields one message. */
export const clientId = z.string().check(z.regex(/^[\w.:-]{8,64}$/));

interface MessageFields {
  content?: string | undefined;
  mediaId?: string | undefined;
  price?: number | undefined;
}
export const hasTextOrMedia = z.refine<MessageFields>((body) => Boolean(body.content) || body.mediaId !== undefined, {
  error: 'Write a message first',
  path: ['content'],
});
export const pricesOnlyMedia = z.refine<MessageFields>((body) => !body.price || body.mediaId !== undefined, {
  error: 'Only a photo or a video can have a price',
  path: ['price'],
});

/** Text, one's own uploaded photo or video, or both. */
export const sendMessageBody = z
  .strictObject({
    clientId,
    /** The account it was written under: under any other signed-in account it is refused as `UNAUTHORIZED`. */
    accountId: z.optional(id),
    content: z.optional(messageText()),
    mediaId: z.optional(id),
    /** Whole credits; 0 or absent for free. Only media are sold. */
    price: z.optional(creatorPriceOrFree),
    replyToId: z.optional(id),
    /** An earlier attempt got no response and may have arrived: deleted messages are checked for it too. */
    again: z.optional(z.boolean()),
    /** Agrees to this price past the day's quota, and to no other; not charged within the quota. */
    payCredits: z.optional(z.int().check(z.gte(1), z.lte(100))),
  })
  .check(hasTextOrMedia, pricesOnlyMedia);
