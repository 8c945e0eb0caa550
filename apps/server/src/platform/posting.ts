/** An account of the ledger; the credits module defines which exist. */
export interface LedgerAccount {
  id: string;
  /** Null for the platform's own accounts, which exist from the start. */
  ownerId: string | null;
  kind: string;
  currency: Currency;
}
export type Currency = 'credits' | 'cents';

/** Purchases that a member makes from a creator with credits. */
export type PurchaseKind = 'unlock' | 'tip' | 'bundle' | 'gift' | 'message' | 'call' | 'ticket';
export type GrantKind = 'daily_bonus' | 'profile_bonus' | 'first_purchase_bonus' | 'vip_bonus' | 'promotion' | 'pack';
/** Postings that belong to a change of state, in its transaction. */
export type MoveKind =
  | PurchaseKind
  | GrantKind
  | 'request_hold'
  | 'request_payment'
  | 'request_return'
  | 'request_reclaim'
  | 'call_reclaim'
  | 'call_return'
  | 'unlock_reclaim'
  | 'unlock_return'
  | 'ticket_reclaim'
  | 'ticket_return'
  | 'held_release'
  | 'held_lapse'
  | 'bonus_return'
  | 'pack_return'
  | 'redemption'
  | 'redemption_return'
  | 'pack_sale'
  | 'subscription'
  | 'subscription_hold'
  | 'subscription_gift'
  | 'rand_tip'
  | 'vip'
  | 'difference'
  | 'refund'
  | 'chargeback'
  | 'payout'
  | 'payout_value'
  | 'payout_sent'
  | 'payout_return';
/** A `referral` is posted by `ledger_post` with the sale that it is a share of. */
export type PostingKind = MoveKind | 'referral';

/** One intent: posted whole or not at all, at most once per key. */
export interface Posting {
  kind: PostingKind;
  /** The member whose wallet changes and who owns the key. */
  ownerId: string;
  key: string;
  payeeId: string | null;
  reference: string;
  description: string;
  /** Whole credits or cents, at least 1. */
  amount: number;
  /** The member's accounts, for the returned balance; null where no wallet changes. */
  wallet: LedgerAccount | null;
  promotional: LedgerAccount | null;
  source: LedgerAccount;
  /** Pays what the source lacks. */
  reserve: LedgerAccount | null;
  target: LedgerAccount;
  /** Receives the part paid by the reserve; null: the target does. */
  reserveTarget: LedgerAccount | null;
  /** Whether the platform takes its share. */
  shared: boolean;
  /** The group it is posted as, chosen by a caller who keeps it with what was paid; a new one otherwise. */
  groupId?: string;
  /** Only for the sample world's past; the database's clock otherwise. */
  at?: Date;
}

/**
 * `posted` now; `repeated`: the same key did the same before; `owned`: done before under another key; `conflict`: the
 * key did something else before; `insufficient`: refused, nothing changed.
 */
export type PostingStatus = 'posted' | 'repeated' | 'owned' | 'conflict' | 'insufficient';

export interface PostingResult {
  status: PostingStatus;
  /** The group that was posted, now or before; null when there is none. */
  groupId: string | null;
  /** Bought credits of the member afterwards. */
  wallet: number;
  /** Promotional credits of the member afterwards. */
  promotional: number;
}
