import type { RiskCase, RiskCaseDetail } from '@vlam/contract/risk';
import type { BanKind, RiskRule } from '@vlam/contract/rules/risk';
import type { RiskThresholds } from '@vlam/contract/rules/risk-settings';
import type { Db } from '../../platform/database.ts';

/** What a rule saw of an account. */
export interface Signal {
  accountId: string;
  rule: RiskRule;
  figures: Record<string, number>;
}

/** What a creator's newest sales say; the amounts are cents. */
export interface IncomeFacts {
  accountId: string;
  cents: number;
  payers: number;
  /** The most that `fewYoungPayers.payers` accounts brought which were young when they first paid. */
  fewYoungCents: number;
  fewYoungPayers: number;
  /** Accounts that were new when they first paid, and paid no one else. */
  newPayers: number;
  newCents: number;
  /** The most of such accounts that were seen in one network. */
  networkPayers: number;
  networkCents: number;
  /** The most payers that were seen on one device. */
  devicePayers: number;
  deviceCents: number;
  /** Payers seen on a device of the creator. */
  ownPayers: number;
  ownCents: number;
  firstAt: Date | null;
}

/** An open payout beside what is known of its account. */
export interface PayoutFacts {
  accountId: string;
  cents: number;
  requestedAt: Date;
  accountAt: Date;
  deviceAt: Date | null;
  bankAt: Date | null;
}
export interface ChargebackCount {
  profileId: string;
  payments: number;
  cents: number;
  chargedBack: number;
  chargedBackCents: number;
}
export interface CountOfAccounts {
  accountId: string;
  accounts: number;
}

/** Rows of other modules that the rules read; each answer is bounded. */
export interface RiskFacts {
  listActiveCreators(on: Db, since: Date, after: string, limit: number): Promise<string[]>;
  readIncome(
    on: Db,
    profileIds: readonly string[],
    now: Date,
    thresholds: Pick<RiskThresholds, 'fewYoungPayers' | 'youngPayers'>,
  ): Promise<IncomeFacts[]>;
  readPayouts(on: Db, profileIds: readonly string[]): Promise<PayoutFacts[]>;
  listSignUps(
    on: Db,
    kind: 'device' | 'network',
    many: { accounts: number; days: number },
    since: Date,
    now: Date,
  ): Promise<CountOfAccounts[]>;
  listSharedBankAccounts(on: Db, since: Date): Promise<CountOfAccounts[]>;
  listSharedIdNumbers(on: Db, since: Date, accounts: number): Promise<CountOfAccounts[]>;
  listBannedUses(on: Db, since: Date): Promise<{ accountId: string; kind: BanKind }[]>;
  listAccountsOf(on: Db, profileIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  listChargedBackCreators(on: Db, now: Date): Promise<string[]>;
  countChargebacks(on: Db, profileIds: readonly string[], days: number, now: Date): Promise<ChargebackCount[]>;
}

/** What cases ask about members, across modules. */
export interface RiskPeople {
  list(on: Db, accountIds: readonly string[]): Promise<RiskCase['member'][]>;
  listRelated(
    on: Db,
    accountId: string,
  ): Promise<(Omit<RiskCaseDetail['related'][number], 'createdAt'> & { createdAt: Date })[]>;
  listPayers(
    on: Db,
    profileId: string,
    since: Date,
  ): Promise<
    (Omit<RiskCaseDetail['payers'][number], 'createdAt' | 'lastAt'> & { createdAt: Date | null; lastAt: Date })[]
  >;
  listPayouts(
    on: Db,
    accountId: string,
  ): Promise<(Omit<RiskCaseDetail['payouts'][number], 'requestedAt'> & { requestedAt: Date })[]>;
}
