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
  /** What the member holds, for the answer. */
  wallet: LedgerAccount;
  promotional: LedgerAccount;
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
export function purchasePosting(purchase: Purchase): Posting {
  const { payerId, payeeId, price, at, ...rest } = purchase;
  const wallet = accountOf(payerId, 'wallet');
  const promotional = accountOf(payerId, 'wallet_promotional');
  return {
    ...rest,
    ownerId: payerId,
    payeeId,
    amount: price,
    wallet,
    promotional,
    source: wallet,
    reserve: promotional,
    target: accountOf(payeeId, 'earnings'),
    shared: true,
    ...(at ? { at } : {}),
  };
}

export interface Grant {
  kind: GrantKind;
  ownerId: string;
  amount: number;
  reference: string;
  key: string;
  description: string;
}

/** Bought packs go to the wallet, everything given away to the promotional one. */
export function grantPosting(grant: Grant): Posting {
  const wallet = accountOf(grant.ownerId, 'wallet');
  const promotional = accountOf(grant.ownerId, 'wallet_promotional');
  const bought = grant.kind === 'pack';
  return {
    ...grant,
    payeeId: null,
    wallet,
    promotional,
    source: bought ? issuance : promotions,
    reserve: null,
    target: bought ? wallet : promotional,
    shared: false,
  };
}
