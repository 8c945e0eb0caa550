import type { GrantKind, LedgerAccount, MoveKind, Posting, PostingKind, PurchaseKind } from '../../platform/posting.ts';
import { accountOf, issuance, promotions } from './accounts.ts';

export type { GrantKind, MoveKind, Posting, PostingKind, PurchaseKind } from '../../platform/posting.ts';

/** Kinds that happen once for one member and one reference; the same list as the index `ledger_once`. */
export const onceKinds = ['unlock', 'daily_bonus', 'profile_bonus', 'first_purchase_bonus', 'vip_bonus'] as const;
const once: ReadonlySet<string> = new Set(onceKinds);
export const happensOnce = (kind: PostingKind): boolean => once.has(kind);

export interface Purchase {
  kind: PurchaseKind;
  /** Account whose wallet pays. */
  payerId: string;
  /** Profile that earns. */
  payeeId: string;
  price: number;
  /** Id of the bought item: a content id for an unlock. */
  reference: string;
  key: string;
  /** The line in the payer's statement, at most 200 characters. */
  description: string;
  /** See `Posting`. */
  groupId?: string;
  at?: Date;
}

/** Promotional credits are spent last, and the creator's share of them is held. */
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
    reserveTarget: accountOf(payeeId, 'earnings_held'),
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

/** Bought packs go to the wallet, free credits to the promotional one. */
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
    reserveTarget: null,
    shared: false,
  };
}

/** One movement between two accounts of one currency, as part of a larger posting. */
export interface Move {
  kind: MoveKind;
  /** Account or profile that the intent and its key belong to. */
  ownerId: string;
  key: string;
  /** Profile that earns or returns, if any: its statement shows the movement. */
  payeeId?: string | null;
  reference: string;
  description: string;
  amount: number;
  from: LedgerAccount;
  /** Pays the rest when the balance of `from` is too low. */
  reserve?: LedgerAccount | null;
  to: LedgerAccount;
  /** Receives what the reserve pays, minus the platform's share. */
  reserveTo?: LedgerAccount | null;
  /** Whether the platform takes its share of the amount. */
  shared?: boolean;
  at?: Date;
}

export function movePosting(move: Move): Posting {
  const { kind, ownerId, key, reference, amount, at } = move;
  const own = [move.from, move.reserve, move.to].filter((account) => account?.ownerId === ownerId);
  return {
    kind,
    ownerId,
    key,
    payeeId: move.payeeId ?? null,
    reference,
    description: move.description.slice(0, 200),
    amount,
    wallet: own.find((account) => account?.kind === 'wallet') ?? null,
    promotional: own.find((account) => account?.kind === 'wallet_promotional') ?? null,
    source: move.from,
    reserve: move.reserve ?? null,
    target: move.to,
    reserveTarget: move.reserveTo ?? null,
    shared: move.shared ?? false,
    ...(at ? { at } : {}),
  };
}

/** Owners of the wallets that these postings move. */
export function walletOwners(postings: readonly Posting[]): Set<string> {
  const owners = new Set<string>();
  for (const { source, reserve, target } of postings)
    for (const account of [source, reserve, target])
      if (account?.ownerId && (account.kind === 'wallet' || account.kind === 'wallet_promotional'))
        owners.add(account.ownerId);
  return owners;
}
