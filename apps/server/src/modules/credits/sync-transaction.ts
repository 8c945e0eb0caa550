import { createHash } from 'node:crypto';
import type { syncTransactionBody } from '@vlam/contract/credits';
import type { GiftId } from '@vlam/contract/gifts';
import type * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CreditsService } from './service.ts';

export type DeviceIntent = z.output<typeof syncTransactionBody>;

type Settled = Promise<{ balance: number }>;
interface PricedIntent {
  viewer: Viewer;
  /** Idempotency key of the ledger. */
  key: string;
  /** What the device showed; another price throws `PRICE_CHANGED`. */
  expectedAmount: number;
}

/** Handlers of higher modules for queued intents. Each posts at most once per key. */
export interface IntentHandlers {
  unlockContent(intent: PricedIntent & { contentId: string; startNow: boolean }): Settled;
  unlockMessage(intent: PricedIntent & { messageId: string; startNow: boolean }): Settled;
  tip(intent: PricedIntent & { recipientId: string; message: string }): Settled;
  sendGift(intent: PricedIntent & { recipientId: string; giftId: GiftId; message: string }): Settled;
}

const clockTolerance = 24 * 3_600_000;
const giftMessageLength = 200;

/** Posts an intent that a device queued offline, exactly once per id; the device's amount is only compared with the price. */
export async function syncTransaction(
  deps: { credits: CreditsService; clock: Clock; intents: IntentHandlers },
  viewer: Viewer,
  intent: DeviceIntent,
): Promise<{ status: 'synced'; balance: number }> {
  if (intent.accountId && intent.accountId !== viewer.accountId) throw new AppError('UNAUTHORIZED');
  if (intent.status === 'synced') throw refuse('status', 'Only what is not synced yet can be sent');
  const at = Date.parse(intent.timestamp);
  if (Number.isNaN(at)) throw refuse('timestamp', 'Not a time');
  if (at > deps.clock.now().getTime() + clockTolerance) throw refuse('timestamp', 'This lies in the future');
  const settle = chooseHandler(deps.intents, viewer, intent);
  if (!(await deps.credits.claimIntent(viewer.accountId, intent.id, hashOf(intent))))
    throw new AppError('IDEMPOTENCY_KEY_REUSED');
  const { balance } = await settle({ viewer, key: `sync:${intent.id}`, expectedAmount: intent.amount });
  return { status: 'synced', balance };
}

/** What an intent buys. Throws `VALIDATION_FAILED` unless it names exactly one thing that fits its type. */
function chooseHandler(
  intents: IntentHandlers,
  viewer: Viewer,
  { type, metadata }: DeviceIntent,
): (priced: PricedIntent) => Settled {
  const { contentId, messageId, userId, giftId, message = '', startNow = false } = metadata;
  const named = [contentId, messageId, userId].filter((each) => each !== undefined).length;
  if (type === 'tip' && (named !== 1 || !userId || giftId)) throw refuse('metadata', 'A tip names its userId');
  if (type === 'purchase' && (named !== 1 || userId || giftId))
    throw refuse('metadata', 'A purchase names its contentId or messageId');
  if (named !== 1 || (giftId && !userId)) throw refuse('metadata', 'A spend names one thing that it buys');
  if (message && !userId) throw refuse('metadata', 'Only a tip or a gift carries a message');
  if (contentId) return (priced) => intents.unlockContent({ ...priced, contentId, startNow });
  if (messageId) return (priced) => intents.unlockMessage({ ...priced, messageId, startNow });
  const recipientId = userId as string;
  if (recipientId === viewer.profileId) throw refuse('metadata', `You cannot ${giftId ? 'send' : 'tip'} yourself`);
  if (!giftId) return (priced) => intents.tip({ ...priced, recipientId, message });
  if (message.length > giftMessageLength) throw refuse('metadata', 'Message too long');
  return (priced) => intents.sendGift({ ...priced, recipientId, giftId, message });
}

const refuse = (field: string, message: string) =>
  new AppError('VALIDATION_FAILED', { message, details: { fields: { [field]: message } } });

/** The status is left out: a device sends the same intent as pending and later as failed. */
const hashOf = ({ type, amount, description, timestamp, metadata }: DeviceIntent): Buffer => {
  const { userId, contentId, message, giftId, messageId, startNow } = metadata;
  return createHash('sha256')
    .update(
      JSON.stringify([type, amount, description, timestamp, userId, contentId, message, giftId, messageId, startNow]),
    )
    .digest();
};
