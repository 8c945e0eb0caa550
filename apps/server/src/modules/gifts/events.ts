import type { GiftId } from '@vlam/contract/gifts';
import type { Db } from '../../platform/database.ts';

/** A gift was paid for. */
export interface GiftSent {
  id: string;
  senderAccountId: string;
  senderId: string;
  recipientId: string;
  giftId: GiftId;
  credits: number;
  message: string | null;
  /** The ledger's group that pays it. */
  saleId: string;
  at: Date;
}

/** Called in the transaction that pays, before the money moves: what it writes exists if and only if the gift does. */
export type OnGiftSent = (tx: Db, event: GiftSent) => Promise<void>;
