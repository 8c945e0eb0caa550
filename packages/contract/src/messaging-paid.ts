import * as z from 'zod/mini';
import { clientId, otherParams } from './messaging.ts';
import { operation } from './operation.ts';
import { messageText } from './rules/message-text.ts';
import { messageView } from './rules/message-views.ts';
import { albumRange, chatTipRange } from './rules/messaging.ts';
import { veilWidths } from './rules/veil.ts';
import { credits, id, idParams, shownCredits, startNow } from './schemas.ts';

/** Money in a thread: paid media and tips. */
export const messagePaidOperations = {
  createAlbum: operation({
    method: 'POST',
    path: '/api/message-albums',
    summary: 'Combine ready pictures into an album; send it as one `mediaId`',
    access: 'adult',
    rate: 'write',
    body: z.strictObject({
      mediaIds: z.array(id).check(
        z.minLength(albumRange.min),
        z.maxLength(albumRange.max),
        z.refine((ids) => new Set(ids).size === ids.length, 'Choose each picture once'),
      ),
    }),
    response: z.object({ id, count: z.int() }),
    status: 201,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'CONFLICT', 'MEDIA_NOT_READY'],
  }),
  unlockMessage: operation({
    method: 'POST',
    path: '/api/messages/{id}/unlock',
    summary: 'Unlock a photo or video for credits, for good; idempotent',
    access: 'adult',
    idempotent: 'ledger',
    purchase: { shown: 'price' },
    rate: 'write',
    params: idParams,
    body: z.strictObject({ price: shownCredits, startNow }),
    response: z.object({ balance: credits, message: messageView }),
    errors: [
      'NOT_FOUND',
      'IDENTITY_LEVEL_REQUIRED',
      'MEDIA_NOT_READY',
      'PRICE_CHANGED',
      'INSUFFICIENT_CREDITS',
      'CONFLICT',
      'IDEMPOTENCY_KEY_REUSED',
      'SPENDING_LIMIT_REACHED',
    ],
  }),
  previewMessage: operation({
    method: 'GET',
    path: '/api/messages/{id}/preview',
    summary: 'The veil of a locked photo or video, as a picture; `w` asks for one of its widths in pixels',
    access: 'adult',
    params: idParams,
    query: z.strictObject({ w: z.optional(z.enum(veilWidths)) }),
    errors: ['NOT_FOUND'],
  }),
  tipInChat: operation({
    method: 'POST',
    path: '/api/conversations/{profileId}/tip',
    summary: 'Tip a creator in the thread, with an optional message',
    access: 'adult',
    sharedText: ['message'],
    idempotent: 'ledger',
    purchase: { chosen: 'credits' },
    rate: 'write',
    params: otherParams,
    body: z.strictObject({
      clientId,
      credits: z
        .int()
        .check(
          z.gte(chatTipRange.min, 'The smallest tip is 5 credits'),
          z.lte(chatTipRange.max, 'The largest tip is 50,000 credits'),
        ),
      message: z.optional(messageText(300, 'Please keep it under 300 characters')),
      /** An item of the creator's tip menu, at the price shown; its name stands before the message. */
      menuItemId: z.optional(id),
    }),
    response: z.object({ balance: credits, message: messageView }),
    status: 201,
    errors: [
      'NOT_FOUND',
      'VALIDATION_FAILED',
      'CONFLICT',
      'PRICE_CHANGED',
      'INSUFFICIENT_CREDITS',
      'IDEMPOTENCY_KEY_REUSED',
      'SPENDING_LIMIT_REACHED',
    ],
  }),
};
