import { createHash } from 'node:crypto';
import type { syncTransactionBody } from '@vlam/contract/credits';
import type * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CreditsService } from './service.ts';

export type DeviceIntent = z.output<typeof syncTransactionBody>;

/** Handlers of higher modules for queued intents. */
export interface IntentHandlers {
  /** Unlocks an item at the server's price, once per key; throws `PRICE_CHANGED` when that is not `expectedAmount`. */
  unlockByIntent(input: {
    viewer: Viewer;
    contentId: string;
    key: string;
    expectedAmount: number;
  }): Promise<{ balance: number }>;
  /** A profile this viewer may tip; throws `NOT_FOUND` for everyone else. */
  tipRecipient(viewer: Viewer, profileId: string): Promise<{ profileId: string; displayName: string }>;
}

const clockTolerance = 24 * 3_600_000;

/** Posts an intent that a device queued offline, exactly once per id; the device's amount is only compared with the price. */
export async function syncTransaction(
  deps: { credits: CreditsService; clock: Clock; intents: IntentHandlers },
  viewer: Viewer,
  intent: DeviceIntent,
): Promise<{ status: 'synced'; balance: number }> {
  const { contentId, userId } = intent.metadata;
  if (intent.status === 'synced') throw refuse('status', 'Only what is not synced yet can be sent');
  const at = Date.parse(intent.timestamp);
  if (Number.isNaN(at)) throw refuse('timestamp', 'Not a time');
  if (at > deps.clock.now().getTime() + clockTolerance) throw refuse('timestamp', 'This lies in the future');
  if (intent.type === 'tip' ? !userId || contentId : !contentId || userId)
    throw refuse('metadata', intent.type === 'tip' ? 'A tip names its userId' : 'An unlock names its contentId');

  if (!(await deps.credits.claimIntent(viewer.accountId, intent.id, hashOf(intent))))
    throw new AppError('IDEMPOTENCY_KEY_REUSED');
  const key = `sync:${intent.id}`;
  if (contentId) {
    const { balance } = await deps.intents.unlockByIntent({ viewer, contentId, key, expectedAmount: intent.amount });
    return { status: 'synced', balance };
  }
  const recipient = await deps.intents.tipRecipient(viewer, userId as string);
  if (recipient.profileId === viewer.profileId) throw refuse('metadata', 'You cannot tip yourself');
  const { balance } = await deps.credits.purchase({
    kind: 'tip',
    payer: viewer.accountId,
    payee: recipient.profileId,
    price: intent.amount,
    reference: recipient.profileId,
    key,
    description: `Tip to ${recipient.displayName}`,
  });
  return { status: 'synced', balance };
}

const refuse = (field: string, message: string) =>
  new AppError('VALIDATION_FAILED', { message, details: { fields: { [field]: message } } });

/** The status is left out: a device sends the same intent as pending and later as failed. */
const hashOf = ({ type, amount, description, timestamp, metadata }: DeviceIntent): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([type, amount, description, timestamp, metadata.userId, metadata.contentId, metadata.message]),
    )
    .digest();
