import type { PaymentPurpose } from '@vlam/contract/payments';
import type { Db } from './database.ts';
import type { Posting, PostingResult } from './posting.ts';
import type { Viewer } from './viewer.ts';

/** The price of something in rand, as the server knows it. */
export interface Quote {
  amountCents: number;
  /** The line on the order, the provider's page and the receipt. */
  description: string;
  /** Stored with the order for `paid`. */
  details: Readonly<Record<string, string | number | boolean | null>>;
}

/** What is wanted of a purpose; `tier` and `months` only of a subscription or a gift of one, `code` only of the first. */
export interface Wanted {
  reference: string;
  amount?: number | undefined;
  message?: string | undefined;
  tier?: number | undefined;
  months?: number | undefined;
  code?: string | undefined;
}

export interface PaidOrder {
  id: string;
  accountId: string;
  purpose: PaymentPurpose;
  reference: string;
  amountCents: number;
  description: string;
  details: Quote['details'];
  /** False when the payer chose not to save the card for later charges. */
  chargeable: boolean;
  paidAt: Date;
}

/** Purposes of the modules that sell for rand; payments handles the others itself. */
export type ModulePurpose = Exclude<PaymentPurpose, 'pack' | 'debt' | 'method'>;

/** What one purpose of rand payments does. Payments finds those of the modules by name and knows none of them. */
export interface Purpose {
  /**
   * Charged repeatedly until it is stopped: per reference (`each`), or per member (`altogether`). A checkout for the
   * same period is refused while a renewal is being charged, and the other way round.
   */
  renews?: 'each' | 'altogether';
  /** The price for this payer. Throws errors meant for the caller: `NOT_FOUND`, `CONFLICT`, `VALIDATION_FAILED`. */
  quote(viewer: Viewer, wanted: Wanted): Promise<Quote>;
  /**
   * Runs in the transaction that opens an order of a member: reserves what is limited, and throws errors meant for the
   * caller when it is taken.
   */
  reserve?(tx: Db, order: { id: string; details: Quote['details'] }): Promise<void>;
  /**
   * Runs in the transaction that marks the order paid: writes the state it pays for and returns the postings, which
   * payments post together. Called once per order; must not call anything outside the database.
   */
  paid(tx: Db, order: PaidOrder): Promise<readonly Posting[]>;
  /** Runs after the postings of `paid` succeeded; `results` are in the order of the postings. */
  posted?(tx: Db, order: PaidOrder, results: readonly PostingResult[]): Promise<void>;
  /**
   * As `paid` for renewals of many, where that can be written set-wise. When it throws, nothing is posted, and each
   * order is passed to `paid`.
   */
  paidAll?(tx: Db, orders: readonly PaidOrder[]): Promise<readonly Posting[]>;
  /**
   * Runs in the transaction that reverses the order: ends what was granted and returns the postings that move the money
   * back.
   */
  reversed(tx: Db, order: PaidOrder, why: 'refund' | 'chargeback'): Promise<readonly Posting[]>;
  /** What was used of a payment that was charged back, in cents; where the order alone does not say it. */
  usedCents?(tx: Db, order: PaidOrder): Promise<number>;
}

export interface RenewalCharge {
  accountId: string;
  purpose: PaymentPurpose;
  reference: string;
  quote: Quote;
  key: string;
  /** When it was found due: payments for the same period since then prevent another charge. */
  dueSince: Date;
}

/** Result of a charge without the member present. */
export type RenewalOutcome =
  | { status: 'paid'; orderId: string }
  | { status: 'declined'; reason: string }
  | { status: 'no_method' }
  /**
   * The provider did not respond, or the member is paying on its page: the result may still come, and the same key
   * checks it.
   */
  | { status: 'unknown' };

/** What modules that sell for rand need of payments; implemented by `modules/payments/service.ts`. */
export interface PaymentsPort {
  /**
   * Charges the saved method and resolves when the order is paid. Throws `PAYMENT_METHOD_REQUIRED` (details name
   * `purpose` and `reference` for the checkout), `PAYMENT_DECLINED`, `PAYMENT_PENDING` (details name the order),
   * `PAYMENT_NOT_CONFIGURED`, `SPENDING_LIMIT_REACHED` or what the quote throws. At most one charge per key.
   */
  chargeSaved(viewer: Viewer, wanted: Wanted & { purpose: PaymentPurpose; key: string }): Promise<PaidOrder>;
  /** Those of these orders that are or may still be paid. */
  listLasting(on: Db, orderIds: readonly string[]): Promise<Set<string>>;
  /**
   * Has the provider give back a paid order, in the caller's transaction; a job asks it after the commit. Does nothing for
   * an order that is given back already.
   */
  giveBack(tx: Db, orderId: string): Promise<void>;
  /** Charges the saved method for a renewal; at most one charge per key. */
  chargeRenewal(wanted: RenewalCharge): Promise<RenewalOutcome>;
  /**
   * Throws `SPENDING_LIMIT_REACHED` during a cool-off of this member; call it before any purchase, credits included.
   */
  requireMayBuy(accountId: string): Promise<void>;
}
