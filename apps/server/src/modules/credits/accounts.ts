import { hash, randomInt } from 'node:crypto';
import type { Currency, LedgerAccount } from '../../platform/posting.ts';

export type { Currency, LedgerAccount } from '../../platform/posting.ts';

/**
 * Account kinds and their owners: wallets by an account; `earnings`, `earnings_held` (paid with promotional credits)
 * and `payable` (a payout in progress) by a profile; `escrow` and `escrow_promotional` by the request, call
 * or show that holds them.
 */
export type OwnedKind =
  | 'wallet'
  | 'wallet_promotional'
  | 'earnings'
  | 'earnings_held'
  | 'escrow'
  | 'escrow_promotional'
  | 'payable';
const accountCache = new Map<string, LedgerAccount>();
const maxCachedAccounts = 50_000;

/** First 16 bytes as a uuid. */
export function hashedId(text: string): string {
  const hex = hash('sha256', text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/**
 * The account of an owner, without a query: its id follows from owner, kind and currency, as in the SQL function
 * `ledger_account_id`.
 */
export function accountOf(ownerId: string, kind: OwnedKind, currency: Currency = 'credits'): LedgerAccount {
  const name = `${ownerId}|${kind}|${currency}`;
  let account = accountCache.get(name);
  if (!account) {
    if (accountCache.size >= maxCachedAccounts) accountCache.clear();
    account = { id: hashedId(name), ownerId, kind, currency };
    accountCache.set(name, account);
  }
  return account;
}

const platformAccount = (number: string, kind: string, currency: Currency = 'credits'): LedgerAccount => ({
  id: `00000000-0000-8000-8000-${number.padStart(12, '0')}`,
  ownerId: null,
  kind,
  currency,
});

/** Sources of credits; their negative balance equals what members hold. */
export const promotions = platformAccount('1', 'promotions');
export const issuance = platformAccount('2', 'issuance');
export const demoOpening = platformAccount('3', 'demo_opening');
/** Credits that creators turned into rand. */
export const redeemed = platformAccount('4', 'redeemed');
/** Amounts that a chargeback or refund could not recover, because they were spent. */
export const losses: Record<Currency, LedgerAccount> = {
  credits: platformAccount('5', 'losses'),
  cents: platformAccount('6', 'losses', 'cents'),
};
/** Rand paid for credits; redemptions are paid from here. */
export const packSales = platformAccount('7', 'pack_sales', 'cents');
/** Rand that payment providers hold for us, as a negative balance. */
export const cash = platformAccount('8', 'cash', 'cents');
export const demoCash = platformAccount('9', 'demo_opening', 'cents');

const shards = 16;
/** All accounts of the platform's income in a currency. */
export const revenueAccounts = (currency: Currency): readonly LedgerAccount[] =>
  Array.from({ length: shards }, (_, shard) =>
    platformAccount(
      `${currency === 'credits' ? 1 : 2}${shard.toString(16).padStart(2, '0')}`,
      'platform_revenue',
      currency,
    ),
  );
const revenue: Record<Currency, readonly LedgerAccount[]> = {
  credits: revenueAccounts('credits'),
  cents: revenueAccounts('cents'),
};

/** One of sixteen accounts of platform income, chosen at random: process ids are alike in every container. */
export const revenueShard = (currency: Currency): LedgerAccount =>
  revenue[currency][randomInt(shards)] as LedgerAccount;
