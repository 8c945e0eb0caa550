import { type GiftTransaction, giftHistoryLength, type giftsOperations } from '@vlam/contract/gifts';
import type { BodyOf } from '@vlam/contract/operation';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { requireShownCredits } from '../../platform/shown-price.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { type CreditsService, purchasePosting } from '../credits/service.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import type { GiftSent, OnGiftSent } from './events.ts';
import { type PublishGiftDependencies, publishGift, type ReceivedGift } from './publish.ts';
import * as store from './store.ts';
import { giftsById, toGiftView } from './view.ts';

type SendGiftBody = BodyOf<typeof giftsOperations.sendGift>;

export interface GiftsService {
  /**
   * Charges the catalogue price and sends the gift in one commit; idempotent by `key`. Throws `NOT_FOUND` unless the
   * sender may see a creator with this id, `VALIDATION_FAILED` for oneself, `PRICE_CHANGED` unless `sending.price` is
   * the current price, `INSUFFICIENT_CREDITS`, `IDEMPOTENCY_KEY_REUSED`, `SPENDING_LIMIT_REACHED`; with `liveId`,
   * `FORBIDDEN` unless the sender watches that show, `CONFLICT` when it is over or another's.
   */
  send(viewer: Viewer, sending: SendGiftBody, key: string | null): Promise<{ balance: number; gift: GiftTransaction }>;
  /** Number of gifts ever sent. */
  count(): Promise<number>;
  /** The latest ten, newest first, except from or to people the viewer may not see. */
  listHistory(viewer: Viewer, box: 'sent' | 'received'): Promise<GiftTransaction[]>;
  /** A gift as its recipient sees it; null when they may not see the sender. */
  findReceived(id: string): Promise<ReceivedGift | null>;
}

interface GiftsDependencies extends PublishGiftDependencies {
  database: Database;
  clock: Clock;
  profiles: Pick<ProfilesService, 'requireCreator' | 'cards'>;
  credits: Pick<CreditsService, 'transact' | 'postAll' | 'balance' | 'findVisibleEarnings'>;
  /** Throws `SPENDING_LIMIT_REACHED` while the member has paused buying. */
  requireMayBuy(accountId: string): Promise<void>;
  /** Runs in the paying transaction, before the money moves. */
  onSent: OnGiftSent;
  /** What adds a gift to a show, in the paying transaction. Throws `NOT_FOUND` unless the sender may know the show. */
  giftToLive(viewer: Viewer, liveId: string): Promise<OnGiftSent>;
}

export function createGiftsService(deps: GiftsDependencies): GiftsService {
  const { clock, profiles, credits, onSent } = deps;
  const { db } = deps.database;

  /** Earnings are included only for gifts that `viewerId` received. */
  async function toViews(viewerId: string, rows: readonly store.GiftRow[]): Promise<GiftTransaction[]> {
    const received = rows.filter((row) => row.recipient_id === viewerId);
    const [cards, earned] = await Promise.all([
      profiles.cards.list([...new Set(rows.flatMap((row) => [row.sender_id, row.recipient_id]))]),
      credits.findVisibleEarnings(
        viewerId,
        received.flatMap(({ sale_id: saleId }) => saleId ?? []),
      ),
    ]);
    const cardOf = new Map(cards.map((card) => [card.id, card]));
    return rows.flatMap((row) => {
      const [sender, recipient] = [cardOf.get(row.sender_id), cardOf.get(row.recipient_id)];
      return sender && recipient ? toGiftView(row, { sender, recipient, earned: earned.get(row.sale_id ?? '') }) : [];
    });
  }

  const publishDeps = { ...deps, findReceived };

  async function findReceived(id: string): Promise<ReceivedGift | null> {
    const row = await store.findReceived(db, id);
    const [gift] = row ? await toViews(row.recipient_id, [row]) : [];
    const rarity = gift && giftsById.get(gift.giftId)?.rarity;
    return gift && rarity ? { ...gift, rarity } : null;
  }

  async function insertAndCharge(
    tx: Db,
    viewer: Viewer,
    sending: SendGiftBody,
    { key, recipientName, addToLive }: { key: string; recipientName: string; addToLive: OnGiftSent | null },
  ) {
    const gift = giftsById.get(sending.giftId);
    if (!gift) throw new AppError('NOT_FOUND');
    const senderId = requireProfileId(viewer);
    const at = clock.now();
    const saleId = newId();
    const row = await store.insertGift(tx, {
      id: newId(at.getTime()),
      sender_account_id: viewer.accountId,
      sender_id: senderId,
      recipient_id: sending.recipientId,
      gift_id: gift.id,
      credits: gift.credits,
      message: sending.message || null,
      key,
      live_id: sending.liveId ?? null,
      sale_id: saleId,
      created_at: at,
    });
    if (!row) {
      const before = await store.getByKey(tx, viewer.accountId, key);
      const isSame =
        before.gift_id === gift.id &&
        before.recipient_id === sending.recipientId &&
        before.live_id === (sending.liveId ?? null);
      if (!isSame) throw new AppError('IDEMPOTENCY_KEY_REUSED');
      return before;
    }
    requireShownCredits(sending.price, gift.credits);
    const { recipientId, giftId } = sending;
    const event: GiftSent = {
      id: row.id,
      senderAccountId: viewer.accountId,
      senderId,
      recipientId,
      giftId,
      credits: gift.credits,
      message: row.message,
      saleId,
      at,
    };
    await addToLive?.(tx, event);
    await onSent(tx, event);
    await publishGift(publishDeps, tx, event);
    await credits.postAll(tx, [
      purchasePosting({
        kind: 'gift',
        payerId: viewer.accountId,
        payeeId: recipientId,
        price: gift.credits,
        reference: row.id,
        key,
        groupId: saleId,
        description: `${gift.name} for ${recipientName}`,
      }),
    ]);
    return row;
  }

  return {
    async send(viewer, sending, key) {
      if (sending.recipientId === requireProfileId(viewer)) {
        const message = 'You cannot send yourself a gift';
        throw new AppError('VALIDATION_FAILED', { message, details: { fields: { recipientId: message } } });
      }
      const [recipient, addToLive] = await Promise.all([
        profiles.requireCreator(viewer, sending.recipientId),
        sending.liveId ? deps.giftToLive(viewer, sending.liveId) : null,
        deps.requireMayBuy(viewer.accountId),
      ]);
      const once = { key: key ?? newId(), recipientName: recipient.displayName, addToLive };
      const row = await credits.transact((tx) => insertAndCharge(tx, viewer, sending, once));
      const [[gift], { balance }] = await Promise.all([
        toViews(requireProfileId(viewer), [row]),
        credits.balance(viewer.accountId),
      ]);
      if (!gift) throw new AppError('NOT_FOUND');
      return { balance, gift };
    },
    findReceived,
    count: () => store.countGifts(db),
    async listHistory({ profileId }, box) {
      return profileId
        ? toViews(profileId, await store.listLatest(db, { profileId, box, limit: giftHistoryLength }))
        : [];
    },
  };
}
