import type { GiftId } from '@vlam/contract/gifts';
import type { MessageView } from '@vlam/contract/messaging';
import type { messagePaidOperations } from '@vlam/contract/messaging-paid';
import type { BodyOf } from '@vlam/contract/operation';
import { afterCommit } from '../../../platform/after-commit.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Notify } from '../../../platform/notices.ts';
import { requireShownCredits } from '../../../platform/shown-price.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { say } from '../../../platform/words.ts';
import { type CreditsService, purchasePosting } from '../../credits/service.ts';
import { type ProfilesService, requireProfileId } from '../../profiles/service.ts';
import { findByClientId } from '../messages/message-store.ts';
import { chatActor } from '../posting/chat-actor.ts';
import type { MessagingService } from '../service.ts';
import type { Outgoing, Posted } from '../types.ts';
import { findItem, findTippedItem, insertItemTip } from './tip-menu-store.ts';
import { setGiven } from './tip-store.ts';

type Wanted = BodyOf<typeof messagePaidOperations.tipInChat>;

export interface GiftToShow {
  /** Id of the gift. */
  id: string;
  giftId: GiftId;
  senderAccountId: string;
  senderId: string;
  recipientId: string;
  message: string | null;
  /** The ledger's group that pays it. */
  saleId: string;
}

export interface Tipping {
  /**
   * Tips a creator and posts the tip in the thread, in one commit and once per client id. Throws `NOT_FOUND` unless
   * the viewer may write to a creator of that id, `CONFLICT` for oneself and for an item that is gone, `PRICE_CHANGED`
   * for another price than an item's, `INSUFFICIENT_CREDITS`,
   * `IDEMPOTENCY_KEY_REUSED`, `SPENDING_LIMIT_REACHED`.
   */
  tip(
    viewer: Viewer,
    creatorId: string,
    wanted: Wanted,
    key: string | null,
  ): Promise<{ balance: number; message: MessageView }>;
  /** Posts a gift in the thread, in the transaction that pays for it; posts nothing where the sender cannot write. */
  showGift(tx: Db, gift: GiftToShow): Promise<void>;
}

export interface TipDependencies {
  database: Database;
  notify: Notify;
  profiles: Pick<ProfilesService, 'getTipRecipient'>;
  credits: Pick<CreditsService, 'transact' | 'postAll' | 'balance'>;
  messaging: Pick<MessagingService, 'postWithin' | 'publishCreated'>;
  /** Throws `SPENDING_LIMIT_REACHED` while the member has paused buying. */
  requireMayBuy(accountId: string): Promise<void>;
  /** Called in the transaction that pays a tip, before the money moves. */
  onTip(tx: Db, tip: { id: string; senderId: string; recipientId: string; credits: number; at: Date }): Promise<void>;
}

export function createTipping(deps: TipDependencies): Tipping {
  const { credits, messaging, notify, profiles } = deps;

  /** Throws `IDEMPOTENCY_KEY_REUSED` unless the stored message is the same tip. */
  async function requireSame(
    tx: Db,
    { item, menuItemId }: { item: Outgoing; menuItemId: string | undefined },
    posted: Posted,
  ): Promise<void> {
    const row = await findByClientId(tx, {
      conversationId: posted.conversationId,
      senderId: item.sender,
      clientId: item.clientId,
    });
    const itemId = row ? await findTippedItem(tx, row.id) : null;
    // The item may have another name by now.
    const isSame = menuItemId ? itemId === menuItemId : itemId === null && row?.content === item.content;
    if (row?.tip !== item.tip || !isSame) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  }

  return {
    async tip(viewer, creatorId, { clientId, credits: amount, message = '', menuItemId }, key) {
      const own = requireProfileId(viewer);
      if (creatorId === own) throw new AppError('CONFLICT', { message: say`You cannot tip yourself` });
      const [creator] = await Promise.all([
        profiles.getTipRecipient(viewer, creatorId),
        deps.requireMayBuy(viewer.accountId),
      ]);
      const menuItem = menuItemId ? await findItem(deps.database.db, creatorId, menuItemId) : undefined;
      const item = {
        id: newId(),
        sender: own,
        receiver: creatorId,
        clientId,
        content: menuItem ? [menuItem.name, message].filter((line) => line !== '').join('\n\n') : message,
        tip: amount,
        saleId: newId(),
        payerAccountId: null,
      };
      const posted = await credits.transact(async (tx) => {
        const [written] = await messaging.postWithin(tx, own, [item]);
        if (!written) throw new AppError('NOT_FOUND');
        // The stored message has expired: nothing is left to compare with.
        if (written.deleted) return written;
        if (written.repeated) {
          await requireSame(tx, { item, menuItemId }, written);
          return written;
        }
        if (menuItemId) {
          if (!menuItem)
            throw new AppError('CONFLICT', { message: say`This is no longer on the menu. Please choose another` });
          requireShownCredits(amount, menuItem.credits);
          const tip = { messageId: item.id, itemId: menuItem.id, creatorId, payerId: own };
          await insertItemTip(tx, { ...tip, credits: amount, at: written.at });
        }
        await setGiven(tx, written, item);
        await notify(tx, {
          kind: 'tip',
          to: { profileId: creatorId },
          key: `tip:${item.id}`,
          actorId: own,
          amount: { value: amount, currency: 'credits' },
          saleId: item.saleId,
          ...(menuItem ? { subject: menuItem.name } : {}),
        });
        await deps.onTip(tx, { id: item.id, senderId: own, recipientId: creatorId, credits: amount, at: written.at });
        await credits.postAll(tx, [
          purchasePosting({
            kind: 'tip',
            payerId: viewer.accountId,
            payeeId: creatorId,
            price: amount,
            reference: item.id,
            groupId: item.saleId,
            key: key ?? `tip in chat ${written.conversationId} ${clientId}`,
            description: `Tip for ${creator.displayName}${menuItem ? `: ${menuItem.name}` : ''}`,
          }),
        ]);
        return written;
      });
      const [view, { balance }] = await Promise.all([
        messaging.publishCreated(viewer, item, posted),
        credits.balance(viewer.accountId),
      ]);
      return { balance, message: view };
    },

    async showGift(tx, { id, giftId, senderAccountId, senderId, recipientId, message, saleId }) {
      const item = {
        id: newId(),
        sender: senderId,
        receiver: recipientId,
        clientId: `gift:${id}`,
        content: message ?? '',
        payerAccountId: null,
        giftId,
        saleId,
      };
      const [posted] = await messaging.postWithin(tx, senderId, [item]);
      if (!posted || posted.repeated) return;
      await setGiven(tx, posted, item);
      afterCommit(
        tx,
        async () => void (await messaging.publishCreated(chatActor(senderAccountId, senderId), item, posted)),
      );
    },
  };
}
