import type { PaymentPurpose } from '@vlam/contract/payments';
import type { Db } from './database.ts';
import type { Posting, PostingResult } from './posting.ts';
import type { Viewer } from './viewer.ts';

/** What something costs in rand, as the server knows it. */
export interface Quote {
  amountCents: number;
  /** The line on the order, the provider's page and the receipt. */
  description: string;
  /** What `paid` needs to know later; kept with the order. */
  details: Readonly<Record<string, string | number | boolean | null>>;
}

export interface PaidOrder {
  id: string;
  accountId: string;
  purpose: PaymentPurpose;
  reference: string;
  amountCents: number;
  description: string;
  details: Quote['details'];
  /** Whether it was paid with what can be charged again: a payer may keep their card to this one time. */
  chargeable: boolean;
  paidAt: Date;
}

/** What one purpose of rand payments does. Modules hand theirs to payments, which knows none of them. */
export interface Purpose {
  /**
   * It is charged again until it is stopped: of one reference by itself, or of a member altogether. For the same time
   * no page is then opened while a renewal is charged, and the other way round.
   */
  renews?: 'each' | 'altogether';
  /** The price for this payer. Throws what the caller of the operation should read: `NOT_FOUND`, `CONFLICT`, `VALIDATION_FAILED`. */
  quote(
    viewer: Viewer,
    wanted: { reference: string; amount?: number | undefined; message?: string | undefined },
  ): Promise<Quote>;
  /**
   * In the transaction that makes the order paid: writes the state it pays for and returns the postings of its money,
   * which payments post together, once a transaction. Called once for an order; it must not call anything outside the database.
   */
  paid(tx: Db, order: PaidOrder): Promise<readonly Posting[]>;
  /** After the postings of `paid` went through; `results` are theirs, in their order. */
  posted?(tx: Db, order: PaidOrder, results: readonly PostingResult[]): Promise<void>;
  /**
   * As `paid` for renewals of many, where that can be written set-wise; throws where it cannot, and nothing is posted.
   * Each of them is then handed to `paid`.
   */
  paidAll?(tx: Db, orders: readonly PaidOrder[]): Promise<readonly Posting[]>;
  /** In the transaction that takes the order back: what was granted ends; returns the postings that move the money back. */
  reversed(tx: Db, order: PaidOrder, why: 'refund' | 'chargeback'): Promise<readonly Posting[]>;
}

export interface RenewalCharge {
  accountId: string;
  purpose: PaymentPurpose;
  reference: string;
  quote: Quote;
  key: string;
  /** When it was found due: what was paid for the same since then is not charged again. */
  dueSince: Date;
}

/** How a charge without a person at the screen ended. */
export type RenewalOutcome =
  | { status: 'paid'; orderId: string }
  | { status: 'declined'; reason: string }
  | { status: 'no_method' }
  /** The provider did not answer, or the member is paying on its page: its word may still come, and the same key asks again. */
  | { status: 'unknown' };

/** What modules that sell for rand need of payments; `modules/payments/service.ts` is one. */
export interface Till {
  setPurpose(purpose: PaymentPurpose, handling: Purpose): void;
  /**
   * Charges the saved method at once and answers when the order is paid. Throws `PAYMENT_METHOD_REQUIRED` (details name
   * `purpose` and `reference` for the checkout), `PAYMENT_DECLINED`, `PAYMENT_PENDING` (details name the order), `PAYMENT_NOT_CONFIGURED`, `SPENDING_LIMIT_REACHED`
   * or what the quote throws. The same key is one charge.
   */
  chargeSaved(
    viewer: Viewer,
    wanted: {
      purpose: PaymentPurpose;
      reference: string;
      amount?: number | undefined;
      message?: string | undefined;
      key: string;
    },
  ): Promise<PaidOrder>;
  /** Charges the saved method for a renewal; the same key is one charge for ever. */
  chargeRenewal(wanted: RenewalCharge): Promise<RenewalOutcome>;
  /** Throws `SPENDING_LIMIT_REACHED` while a cool-off of this member runs: before any purchase, credits included. */
  requireMayBuy(accountId: string): Promise<void>;
}
