import { hash } from 'node:crypto';

/** What a member or creator can own. `earnings` belong to a profile, wallets to an account. */
export type OwnedKind = 'wallet' | 'wallet_promotional' | 'earnings';

export interface LedgerAccount {
  id: string;
  /** Null for the platform's own, which exist from the start. */
  ownerId: string | null;
  kind: string;
}

const remembered = new Map<string, LedgerAccount>();
const rememberAtMost = 50_000;

/** First 16 bytes as a uuid. */
export function hashedId(text: string): string {
  const hex = hash('sha256', text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** The account of an owner, without asking: its id follows from owner, kind and currency, as in the SQL of `ledger_account_id`. */
export function accountOf(ownerId: string, kind: OwnedKind): LedgerAccount {
  const name = `${ownerId}|${kind}|credits`;
  let account = remembered.get(name);
  if (!account) {
    if (remembered.size >= rememberAtMost) remembered.clear();
    account = { id: hashedId(name), ownerId, kind };
    remembered.set(name, account);
  }
  return account;
}

const platformAccount = (number: string, kind: string): LedgerAccount => ({
  id: `00000000-0000-8000-8000-${number.padStart(12, '0')}`,
  ownerId: null,
  kind,
});

/** Sources of credits may go below zero: what they lack is what members hold. */
export const promotions = platformAccount('1', 'promotions');
export const issuance = platformAccount('2', 'issuance');
export const demoOpening = platformAccount('3', 'demo_opening');

const shards = 16;
/** One of sixteen accounts of platform income; processes that differ in `number` rarely wait for each other. */
export const revenueShard = (number: number): LedgerAccount =>
  platformAccount(`1${(number % shards).toString(16).padStart(2, '0')}`, 'platform_revenue');
