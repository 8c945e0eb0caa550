import type { ComplianceService } from '../modules/compliance/service.ts';
import type { ContentService } from '../modules/content/service.ts';
import type { IntentHandlers } from '../modules/credits/sync-transaction.ts';
import type { GiftsService } from '../modules/gifts/service.ts';
import type { Selling } from '../modules/messaging/selling/selling.ts';
import { inCredits } from '../platform/shown-price.ts';

interface IntentDependencies {
  content: Pick<ContentService, 'unlockByIntent'>;
  chat: Pick<Selling, 'unlock' | 'tip'>;
  gifts: Pick<GiftsService, 'send'>;
  compliance: Pick<ComplianceService, 'withStartNowConsent'>;
}

/** What a device queued offline goes the way of the same purchase made online, with the intent's key. */
export const createIntentHandlers = ({ content, chat, gifts, compliance }: IntentDependencies): IntentHandlers => ({
  unlockContent: ({ viewer, key, expectedAmount, contentId, startNow }) =>
    compliance.withStartNowConsent(
      { viewer, given: startNow, reference: contentId, price: inCredits(expectedAmount) },
      () => content.unlockByIntent({ viewer, contentId, key, expectedAmount }),
    ),
  unlockMessage: ({ viewer, expectedAmount, messageId, startNow }) =>
    compliance.withStartNowConsent(
      { viewer, given: startNow, reference: messageId, price: inCredits(expectedAmount) },
      () => chat.unlock(viewer, messageId, expectedAmount),
    ),
  tip: ({ viewer, key, expectedAmount, recipientId, message }) =>
    chat.tip(viewer, recipientId, { clientId: key, credits: expectedAmount, message }, key),
  sendGift: ({ viewer, key, expectedAmount, recipientId, giftId, message }) =>
    gifts.send(viewer, { giftId, recipientId, price: expectedAmount, message }, key),
});
