import { accountOf, issuance, type LedgerAccount, promotions } from './accounts.ts';

export type PurchaseKind = 'unlock' | 'tip';
export type GrantKind = 'daily_bonus' | 'profile_bonus' | 'promotion' | 'pack';
export type PostingKind = PurchaseKind | GrantKind;

/** Kinds that happen once for one member and one reference; the same list as the index `ledger_once`. */
const onceKinds: ReadonlySet<PostingKind> = new Set(['unlock', 'daily_bonus', 'profile_bonus']);
export const happensOnce = (kind: PostingKind): boolean => onceKinds.has(kind);

/** One intent: posted whole or not at all, once for its key. */
export interface Posting {
  kind: PostingKind;
  /** The member whose wallet moves and whose key it is. */
  ownerId: string;
  key: string;
  payeeId: string | null;
  reference: string;
  description: string;
  /** Whole credits, at least 1. */
  amount: number;
  source: LedgerAccount;
  /** Pays what the source lacks. */
  reserve: LedgerAccount | null;
  target: LedgerAccount;
  /** Whether the platform takes its share. */
  shared: boolean;
  /** Only for the sample world's past; the database's clock otherwise. */
  at?: Date;
}

export interface Purchase {
  kind: PurchaseKind;
  /** Account whose wallet pays. */
  payerId: string;
  /** Profile that earns. */
  payeeId: string;
  price: number;
  /** What is bought: a content id for an unlock. */
  reference: string;
  key: string;
  /** The line in the payer's statement, at most 200 characters. */
  description: string;
  at?: Date;
}

/** Promotional credits are spent last. */
export const purchasePosting = (purchase: Purchase): Posting => ({
  kind: purchase.kind,
  ownerId: purchase.payerId,
  key: purchase.key,
  payeeId: purchase.payeeId,
  reference: purchase.reference,
  description: purchase.description,
  amount: purchase.price,
  source: accountOf(purchase.payerId, 'wallet'),
  reserve: accountOf(purchase.payerId, 'wallet_promotional'),
  target: accountOf(purchase.payeeId, 'earnings'),
  shared: true,
  ...(purchase.at ? { at: purchase.at } : {}),
});

export interface Grant {
  kind: GrantKind;
  ownerId: string;
  amount: number;
  reference: string;
  key: string;
  description: string;
}

/** Bought packs go to the wallet, everything given away to the promotional one. */
export const grantPosting = (grant: Grant): Posting => ({
  kind: grant.kind,
  ownerId: grant.ownerId,
  key: grant.key,
  payeeId: null,
  reference: grant.reference,
  description: grant.description,
  amount: grant.amount,
  source: grant.kind === 'pack' ? issuance : promotions,
  reserve: null,
  target: accountOf(grant.ownerId, grant.kind === 'pack' ? 'wallet' : 'wallet_promotional'),
  shared: false,
});
