import type { MessageView } from '@vlam/contract/messaging';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { requireShownCredits } from '../../../platform/shown-price.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { type CreditsService, purchasePosting } from '../../credits/service.ts';
import { beingPreparedMessage } from '../../media/service.ts';
import type { ProfilesService } from '../../profiles/service.ts';
import { changeMessage } from '../messages/message-store.ts';
import type { MessagingService } from '../service.ts';
import { findSide } from '../threads/thread-store.ts';
import type { MessageMediaPort, MessageRow } from '../types.ts';

export interface Unlocking {
  /**
   * Charges for the media of a message at most once per buyer and opens them for good. Throws
   * `NOT_FOUND`, `CONFLICT` for an own or free one and in a thread that was not accepted, `MEDIA_NOT_READY` before its
   * marked copies are, `IDENTITY_LEVEL_REQUIRED` for a file rated X18, `PRICE_CHANGED` unless `shownPrice` is its price, `INSUFFICIENT_CREDITS`,
   * `SPENDING_LIMIT_REACHED`.
   */
  unlock(viewer: Viewer, messageId: string, shownPrice: number): Promise<{ balance: number; message: MessageView }>;
}

export interface UnlockDependencies {
  database: Database;
  clock: Clock;
  profiles: Pick<ProfilesService, 'cards'>;
  credits: Pick<CreditsService, 'transact' | 'postAll' | 'balance'>;
  messaging: Pick<MessagingService, 'requireMessage' | 'viewOf' | 'publishChanged'>;
  media: Pick<MessageMediaPort, 'isBeingPrepared' | 'requireLevelFor'>;
  /** Throws `SPENDING_LIMIT_REACHED` while the member has paused buying. */
  requireMayBuy(accountId: string): Promise<void>;
}

export function createUnlocking(deps: UnlockDependencies): Unlocking {
  const { clock, credits, messaging, profiles } = deps;
  const { db } = deps.database;

  function requireForSale(row: MessageRow, other: string): void {
    if (row.deleted_at || row.media_id === null) throw new AppError('NOT_FOUND');
    if (row.sender_id !== other) throw new AppError('CONFLICT', { message: 'This message is your own' });
    if (row.price === 0) throw new AppError('CONFLICT', { message: 'This message is free' });
  }

  async function pay(viewer: Viewer, found: MessageRow, other: string): Promise<MessageRow> {
    const [seller] = await profiles.cards.list([other]);
    return credits.transact(async (tx) => {
      const place = { conversationId: found.conversation_id, seq: found.seq };
      const saleId = newId();
      let isPaidNow = false;
      // Under the thread's lock, so that concurrent unlocks pay once.
      const row = await changeMessage(tx, place, (now) => {
        requireForSale(now, other);
        isPaidNow = now.unlocked_at === null;
        return isPaidNow ? { unlocked_at: clock.now(), sale_id: saleId } : null;
      });
      if (!row) throw new AppError('NOT_FOUND');
      if (isPaidNow)
        await credits.postAll(tx, [
          purchasePosting({
            kind: 'message',
            payerId: viewer.accountId,
            payeeId: other,
            price: row.price,
            reference: row.id,
            groupId: saleId,
            key: `unlock message ${row.id}`,
            description: `${row.media_type === 'video' ? 'Video' : 'Photo'} from ${seller?.displayName ?? 'a creator'}`,
          }),
        ]);
      return row;
    });
  }

  return {
    async unlock(viewer, messageId, shownPrice) {
      const found = await messaging.requireMessage(viewer, messageId);
      const other = found.other_id;
      const own = viewer.profileId ?? '';
      requireForSale(found, other);
      let row: MessageRow = found;
      if (found.unlocked_at === null) {
        const side = await findSide(db, own, other);
        if (side?.box !== 'inbox') throw new AppError('CONFLICT', { message: 'Accept this person first' });
        requireShownCredits(shownPrice, found.price);
        if (found.media_id) {
          await deps.media.requireLevelFor(viewer, found.media_id);
          if (await deps.media.isBeingPrepared(found.media_id))
            throw new AppError('MEDIA_NOT_READY', { message: beingPreparedMessage });
        }
        await deps.requireMayBuy(viewer.accountId);
        row = await pay(viewer, found, other);
        if (row.revision !== found.revision) await messaging.publishChanged(row, { one: own, other });
      }
      const [{ balance }, message] = await Promise.all([
        credits.balance(viewer.accountId),
        messaging.viewOf(viewer, row, other),
      ]);
      return { balance, message };
    },
  };
}
