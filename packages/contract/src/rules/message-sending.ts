import * as z from 'zod/mini';
import { creatorPriceOrFree, id } from '../schemas.ts';
import { messageText } from './message-text.ts';

/** The device's name for a message: sent again with the same one, it is the same message. */
export const clientId = z.string().check(z.regex(/^[\w.:-]{8,64}$/));

interface Said {
  content?: string | undefined;
  mediaId?: string | undefined;
  price?: number | undefined;
}
export const hasWordsOrMedia = z.refine<Said>((body) => Boolean(body.content) || body.mediaId !== undefined, {
  error: 'Write a message first',
  path: ['content'],
});
export const pricesOnlyMedia = z.refine<Said>((body) => !body.price || body.mediaId !== undefined, {
  error: 'Only a photo or a video can have a price',
  path: ['price'],
});

/** Words, a photo or video of one's own uploads, or both. */
export const sendMessageBody = z
  .strictObject({
    clientId,
    /** The account it was written under: with any other one signed in by now it is refused as `UNAUTHORIZED`. */
    accountId: z.optional(id),
    content: z.optional(messageText()),
    mediaId: z.optional(id),
    /** Whole credits; 0 or absent sends it for free. Only media are sold. */
    price: z.optional(creatorPriceOrFree),
    replyToId: z.optional(id),
    /** An earlier attempt got no answer and may have arrived: also what has gone since then is looked for. */
    again: z.optional(z.boolean()),
    /** Agrees to this price when the day's quota is used, and to no other; nothing is charged while it is not. */
    payCredits: z.optional(z.int().check(z.gte(1), z.lte(100))),
  })
  .check(hasWordsOrMedia, pricesOnlyMedia);
