import type { GiftId } from '@vlam/contract/gifts';
import type { Db } from '../../platform/database.ts';

/** A paid gift. */
export interface GiftSent {
  id: string;
  senderAccountId: string;
  senderId: string;
  recipientId: string;
  giftId: GiftId;
  credits: number;
  message: string | null;
  /** Ledger group of the sale. */
  saleId: string;
  at: Date;
}

/** Called in the paying transaction, before the money moves; what it writes is committed with the gift or not at all. */
export type OnGiftSent = (tx: Db, event: GiftSent) => Promise<void>;
