import type { GiftTransaction, giftRarities } from '@vlam/contract/gifts';
import { afterCommit } from '../../platform/after-commit.ts';
import type { Db } from '../../platform/database.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import type { Notify } from '../../platform/notices.ts';
import type { Realtime } from '../../platform/realtime.ts';
import type { GiftSent } from './events.ts';

export type ReceivedGift = GiftTransaction & { rarity: (typeof giftRarities)[number] };

export interface PublishGiftDependencies {
  realtime: Pick<Realtime, 'toProfile'>;
  logger: Logger;
  notify: Notify;
  /** Whether a member muted the other. */
  hasMuted(profileId: string, otherId: string): Promise<boolean>;
}

/** Notifies the recipient in the paying transaction; publishes `gift.received` after its commit unless the sender is muted. */
export async function publishGift(
  deps: PublishGiftDependencies & { findReceived(id: string): Promise<ReceivedGift | null> },
  tx: Db,
  { id, recipientId, senderId, giftId, credits, saleId }: GiftSent,
): Promise<void> {
  await deps.notify(tx, {
    kind: 'gift',
    to: { profileId: recipientId },
    key: `gift:${id}`,
    actorId: senderId,
    giftId,
    amount: { value: credits, currency: 'credits' },
    saleId,
  });
  afterCommit(tx, async () => {
    try {
      if (await deps.hasMuted(recipientId, senderId)) return;
      const gift = await deps.findReceived(id);
      if (!gift) return;
      const { recipientId: _to, recipientName: _name, ...shown } = gift;
      deps.realtime.toProfile(recipientId, 'gift.received', shown);
    } catch (error) {
      // The gift still appears in the recipient's list.
      deps.logger.warn('gift.received was not published', errorFields(error));
    }
  });
}
