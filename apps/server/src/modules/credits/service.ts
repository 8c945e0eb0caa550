import {
  type creditsOperations,
  creditValueCents,
  dailyBonusCredits,
  profileBonusCredits,
} from '@vlam/contract/credits';
import type { ResponseOf } from '@vlam/contract/operation';
import { minCreatorPrice } from '@vlam/contract/rules/split';
import { afterCommit, transact as commit, runsAfterCommit } from '../../platform/after-commit.ts';
import { createCached } from '../../platform/cached.ts';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import { createLane } from '../../platform/lane.ts';
import type { Logger } from '../../platform/logger.ts';
import { retryCollisions } from '../../platform/postgres-retries.ts';
import type { PostingResult } from '../../platform/posting.ts';
import type { Realtime } from '../../platform/realtime.ts';
import { accountOf, hashedId } from './accounts.ts';
import { listBonusPatterns } from './bonus-patterns.ts';
import { type BonusOrigin, createBonuses } from './bonuses.ts';
import { type ChargedBackOrder, listSuspectPairs, recoverSpentCredits, sumLost } from './chargebacks.ts';
import { datedShares } from './dated-shares.ts';
import { type OpeningBalance, openDemoBalances } from './demo-balances.ts';
import { createEarnings } from './earnings.ts';
import { createExplorer } from './explorer.ts';
import { createBooks } from './health.ts';
import { createHeldEarnings, type HoldRenewal } from './held.ts';
import { createLedger, postWithin } from './ledger.ts';
import { createMemberStatement } from './member-statement.ts';
import { createPayers } from './payers.ts';
import { listEarned, type Sale, type SharedSale, sumShares } from './posted.ts';
import {
  type GrantKind,
  grantPosting,
  type Move,
  movePosting,
  type Posting,
  type PurchaseKind,
  purchasePosting,
  walletOwners,
} from './postings.ts';
import * as referrals from './referral-store.ts';
import {
  claimIntent,
  createHotReads,
  findLatestReference,
  findReferenceOfKey,
  listStatement,
  type PurchaseQuery,
  sumEarnedCents,
  sumPromotional,
} from './store.ts';
import { listUnlockSales } from './unlock-returns.ts';
import { countUnlocked, listUnlocked } from './unlocked-store.ts';
import { type CreditTransaction, toTransactionView } from './view.ts';

export {
  accountOf,
  cash,
  demoCash,
  issuance,
  type LedgerAccount,
  losses,
  packSales,
  promotions,
  redeemed,
} from './accounts.ts';
export type { BonusPattern } from './bonus-patterns.ts';
export type { OpeningBalance } from './demo-balances.ts';
export type { DayIncome, Earnings, Income, IncomeEntry } from './earnings.ts';
export type { EntryRow, Explorer, TransferFilter, TransferRow } from './explorer.ts';
export type { Books, BooksCheck, Solvency } from './health.ts';
export type { StatementEntryRow, StatementPage } from './member-statement.ts';
export type { Payers } from './payers.ts';
export { creatorCentsOf, earnedBySale, type SaleShares } from './posted.ts';
export { type GrantKind, grantPosting, type Move, movePosting, type Posting, purchasePosting } from './postings.ts';
export { returnPurchase } from './returns.ts';
export { clearingSince, platformIncome, type ReversedOrder, reverseOrder, reversePosting } from './reversals.ts';
export { creditsSpentWith, hasPaid, hasSpentWith, isUnlockedBy } from './store.ts';
export { returnUnlock, type UnlockSale } from './unlock-returns.ts';

export interface Balance {
  /** Spendable credits. */
  balance: number;
  /** The part that was given rather than bought. */
  promotional: number;
}

export interface PurchaseInput {
  kind: PurchaseKind;
  /** Account whose wallet pays. */
  payer: string;
  /** Profile that earns its share. */
  payee: string;
  /** Whole credits, as the server knows the price. */
  price: number;
  /** Id of the bought item; an unlock's content id. */
  reference: string;
  key: string;
  /** The line in the payer's statement; cut at 200 characters. */
  description: string;
}

export interface PurchaseResult {
  /** `repeated` by the same key and `owned` under another charge nothing. */
  status: 'posted' | 'repeated' | 'owned';
  groupId: string;
  /** The payer's balance afterwards, in credits. */
  balance: number;
}

export type CreditsService = ReturnType<typeof createCreditsService>;

const reconciliation = jobKind('credits.reconcile', { maxAttempts: 3 });
const release = jobKind('credits.release', { maxAttempts: 3 });
const maxStatementRows = 100;

/** Wallets, earnings and the ledger behind them; knows owners by id only. */
export function createCreditsService({
  database,
  clock,
  logger,
  realtime,
  originOf = async () => ({ emailConfirmed: true, address: null, device: null }),
}: {
  database: Database;
  clock: Clock;
  logger: Logger;
  /** Publishes `balance.changed` to connected members whose wallets moved. */
  realtime?: Pick<Realtime, 'feed'>;
  /** Origin of an account's sign-ins, which limits bonuses; absent: no limits. */
  originOf?(db: Db, accountId: string): Promise<BonusOrigin>;
}) {
  const { db, pool } = database;
  const publishBalances = realtime?.feed('balance.changed', balancesOf) ?? (() => {});
  const ledger = createLedger(pool, publishBalances);
  const reads = createHotReads(database);

  /** Balances of these members, in one statement. */
  async function balancesOf(accountIds: readonly string[]): Promise<Map<string, Balance>> {
    const wallets = accountIds.map((id) => ({
      id,
      bought: accountOf(id, 'wallet').id,
      promotional: accountOf(id, 'wallet_promotional').id,
    }));
    const found = await reads.balances(wallets.flatMap(({ bought, promotional }) => [bought, promotional]));
    return new Map(
      wallets.map(({ id, bought, promotional }) => {
        const given = found.get(promotional) ?? 0n;
        return [id, { balance: Number((found.get(bought) ?? 0n) + given), promotional: Number(given) }];
      }),
    );
  }

  const balances = createLane<string, bigint>({
    name: 'credits.balances',
    limit: 500,
    async call(accountIds) {
      const found = await reads.balances(accountIds);
      return accountIds.map((id) => found.get(id) ?? 0n);
    },
  });
  const call = (queries: readonly PurchaseQuery[]) => reads.purchases(queries);
  const purchases = createLane<PurchaseQuery, Set<string>>({ name: 'credits.purchases', limit: 200, call });

  async function balance(accountId: string): Promise<Balance> {
    const [bought, promotional] = await Promise.all([
      balances.send(accountOf(accountId, 'wallet').id),
      balances.send(accountOf(accountId, 'wallet_promotional').id),
    ]);
    return { balance: Number(bought + promotional), promotional: Number(promotional) };
  }

  /** Charges once per key, and once per item where the kind is bought for good. Throws `INSUFFICIENT_CREDITS` or `IDEMPOTENCY_KEY_REUSED`. */
  async function purchase(input: PurchaseInput): Promise<PurchaseResult> {
    if (!Number.isSafeInteger(input.price) || input.price < minCreatorPrice)
      throw new RangeError(`what pays a creator costs at least ${minCreatorPrice} whole credits`);
    const { payer: payerId, payee: payeeId, description, ...rest } = input;
    const result = await ledger.post(
      purchasePosting({ ...rest, payerId, payeeId, description: description.slice(0, 200) }),
    );
    if (result.status === 'insufficient') {
      throw new AppError('INSUFFICIENT_CREDITS', { details: { price: input.price, balance: total(result) } });
    }
    if (result.status === 'conflict' || result.groupId === null) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    return { status: result.status, groupId: result.groupId, balance: total(result) };
  }

  /**
   * Posts in the caller's transaction, in order, all or nothing: money and the state it belongs to commit together.
   * Call it once in a transaction (it throws the second time), after the rows of that state are locked. Throws `INSUFFICIENT_CREDITS` or
   * `IDEMPOTENCY_KEY_REUSED`; a repeat of the same key posts nothing and returns the first result.
   */
  async function postAll(tx: Db, postings: readonly Posting[]): Promise<PostingResult[]> {
    if (postings.length === 0) return [];
    const results = await postWithin(tx, postings);
    for (const [index, result] of results.entries()) {
      if (result.status === 'insufficient')
        throw new AppError('INSUFFICIENT_CREDITS', {
          details: { price: postings[index]?.amount ?? 0, balance: total(result) },
        });
      if (result.status === 'conflict') throw new AppError('IDEMPOTENCY_KEY_REUSED');
    }
    if (runsAfterCommit(tx)) afterCommit(tx, () => publishBalances(walletOwners(postings)));
    return results;
  }

  /** Runs `work` in a transaction; retries after a deadlock or serialisation failure. */
  const transact = <Result>(work: (tx: Db) => Promise<Result>): Promise<Result> =>
    retryCollisions(() => commit(db, work));

  const grant = (
    kind: GrantKind,
    ownerId: string,
    amount: number,
    reference: string,
    key: string,
    description: string,
  ) => ledger.post(grantPosting({ kind, ownerId, amount, reference, key, description }));

  const bonuses = createBonuses({ clock, originOf, transact, post: postAll });

  /** Five credits once per Johannesburg day. After a clock went back, the later day's bonus is found and nothing granted. */
  async function dailyBonus(accountId: string, now: Date = clock.now(), key: string = newId()) {
    const today = johannesburgDay(now);
    // The retry of a call may come after midnight: it belongs to the day of the first call.
    const repeated = await findReferenceOfKey(db, { ownerId: accountId, kind: 'daily_bonus', key: hashedId(key) });
    const latest = await findLatestReference(db, accountId, 'daily_bonus');
    if (repeated === null && latest !== null && latest > today)
      return { granted: false, refusal: null, balance: (await balance(accountId)).balance };
    const result = await bonuses.grant({
      kind: 'daily_bonus',
      ownerId: accountId,
      amount: dailyBonusCredits,
      reference: repeated ?? today,
      key,
      description: 'Daily login bonus',
    });
    if (typeof result === 'string')
      return { granted: false, refusal: result, balance: (await balance(accountId)).balance };
    // A retry gets the result of the first call.
    if (result.status === 'conflict') throw new AppError('IDEMPOTENCY_KEY_REUSED');
    const granted = result.status === 'posted' || result.status === 'repeated';
    return { granted, refusal: null, balance: total(result) };
  }

  /** Granted once per account, for a complete profile. Returns whether it was granted now; throws `UNAVAILABLE` when the daily limit is reached. */
  async function profileBonus(accountId: string): Promise<boolean> {
    const result = await bonuses.grant({
      kind: 'profile_bonus',
      ownerId: accountId,
      amount: profileBonusCredits,
      reference: 'profile',
      key: `profile_bonus:${accountId}`,
      description: 'Profile complete bonus',
    });
    if (result === 'enough_today') throw new AppError('UNAVAILABLE');
    return typeof result !== 'string' && result.status === 'posted';
  }

  /** The subset of `references` that the payer has bought. Concurrent queries share one statement. */
  async function hasPurchased(
    payer: string,
    references: readonly string[],
    kind: PurchaseKind = 'unlock',
  ): Promise<ReadonlySet<string>> {
    return references.length === 0 ? new Set() : purchases.send({ payerId: payer, kind, references });
  }

  /** Earnings not withdrawn by profile id, in cents; credits at their value in rand. */
  async function earnedCents(profileIds: readonly string[]): Promise<Map<string, bigint>> {
    const accounts = profileIds.flatMap((profileId) => [
      { profileId, id: accountOf(profileId, 'earnings').id, worth: BigInt(creditValueCents) },
      { profileId, id: accountOf(profileId, 'earnings', 'cents').id, worth: 1n },
    ]);
    const found = await reads.balances(accounts.map(({ id }) => id));
    const earned = new Map<string, bigint>();
    for (const { profileId, id, worth } of accounts)
      earned.set(profileId, (earned.get(profileId) ?? 0n) + (found.get(id) ?? 0n) * worth);
    return earned;
  }

  const income = createEarnings(database);
  const held = createHeldEarnings({ db, clock, transact, postAll });
  const creatorPercent = createCached({ clock, maxAgeMs: 10_000, read: () => income.currentPercent() });
  const books = createBooks({ database, clock, logger });

  return {
    balance,
    balancesOf,
    purchase,
    dailyBonus,
    profileBonus,
    hasPurchased,
    postAll,
    /** As `postAll`, for movements between two accounts. */
    move: (tx: Db, moves: readonly Move[]): Promise<PostingResult[]> => postAll(tx, moves.map(movePosting)),
    transact,
    /** Recovers creators' earnings from credits of a charged-back order; see `chargebacks.ts`. */
    recoverSpentCredits: (tx: Db, order: ChargedBackOrder): Promise<Move[]> =>
      recoverSpentCredits(tx, order, reads.balances),
    /** Movements that hold released earnings again, alongside `others` of the same transaction; see `HeldEarnings`. */
    renewHolds: (tx: Db, back: Omit<HoldRenewal, 'balanceOf'>, others: readonly Move[]): Promise<Move[]> =>
      held.renewHolds(tx, {
        ...back,
        async balanceOf(accountIds) {
          const balances = new Map(await reads.balances(accountIds));
          for (const { from, amount } of others)
            if (balances.has(from.id)) balances.set(from.id, (balances.get(from.id) ?? 0n) - BigInt(amount));
          return balances;
        },
      }),
    sumLost,
    listSuspectPairs,
    /** Promotional credits that a member's postings of these keys took, minus those they returned. */
    promotionalIn: (on: Db, accountId: string, keys: readonly string[]): Promise<number> =>
      sumPromotional(
        on,
        { id: accountId, promotionalAccount: accountOf(accountId, 'wallet_promotional').id },
        keys.map(hashedId),
      ),
    /** The latest hundred movements of a member's wallets, newest first. */
    async transactions(accountId: string): Promise<CreditTransaction[]> {
      return (await listStatement(db, accountId, maxStatementRows)).map(toTransactionView);
    },
    memberStatement: createMemberStatement(db),
    /** What an account unlocked, last first; `after` is the last one's `boughtAt` and `reference`. */
    listUnlocked: (accountId: string, page: Parameters<typeof listUnlocked>[2]) => listUnlocked(db, accountId, page),
    countUnlocked: (accountId: string) => countUnlocked(db, accountId),
    /** Unlocks of an item that were not given back, oldest first. */
    listUnlockSales: (reference: string, limit: number) => listUnlockSales(db, reference, limit),
    earnedCents,
    /** Credits one creator has earned and not redeemed. */
    earnings: async (profileId: string) => (await income.held(db, profileId)).credits,
    /** Earnings of all creators that are not withdrawn, in cents. */
    earnedByAll: () => sumEarnedCents(db),
    /** Gives promotional credits, once per key. */
    async grantPromotional(ownerId: string, amount: number, key: string, description: string): Promise<Balance> {
      const result = await grant('promotion', ownerId, amount, key.slice(0, 100), key, description);
      if (result.status === 'conflict') throw new AppError('IDEMPOTENCY_KEY_REUSED');
      return { balance: total(result), promotional: result.promotional };
    },
    /** Opening balances of the sample world, each owner and kind once. */
    openDemoBalances: (openings: readonly OpeningBalance[]): Promise<void> =>
      db.transaction().execute((tx) => openDemoBalances(tx, openings)),
    /** Claims a device id for this request; false when the id belongs to another request. */
    claimIntent: async (ownerId: string, id: string, requestHash: Buffer): Promise<boolean> =>
      requestHash.equals(await claimIntent(db, ownerId, id, requestHash)),
    /** Who referred whom; the share is posted with each sale by `ledger_post`. */
    referrals,
    /** Creators' earnings. */
    income,
    /** What each payer earned a creator. */
    payers: createPayers(database),
    /** Creators' earnings from promotional credits, until they are released. */
    held,
    /** Accounts that share an address or a device and were given credits, for staff. */
    bonusPatterns: () => listBonusPatterns(db, clock.now()),
    /** Shares of sales as posted, by reference. */
    sharesOf: (what: SharedSale, sales: readonly Sale[], on: Db = db) => sumShares(on, what, sales),
    /** A creator's earnings from sales, by group id. */
    findVisibleEarnings: (creatorId: string, saleIds: readonly string[]) => listEarned(db, creatorId, saleIds),
    /** Creators' current share of a sale, in percent. */
    creatorPercent,
    /** Shares by start date, for staff. */
    datedShares,
    /** Creators' shares in percent by start day, newest first, and the one that is announced. */
    async dayShares(): Promise<ResponseOf<(typeof creditsOperations)['revenueShares']>> {
      const shares = (await income.shares()).map(({ from, creatorPercent: percent }) => ({
        creatorPercent: percent,
        since: from.toISOString(),
      }));
      const now = clock.now().toISOString();
      return {
        shares: shares.filter(({ since }) => since <= now),
        planned: shares.find(({ since }) => since > now) ?? null,
      };
    },
    /** The ledger explorer for staff. */
    explorer: createExplorer(database, clock),
    /** Reconciliation and solvency. */
    books,
    /** Compares every balance with every transfer; logs an error when anything differs. */
    reconcile: books.check,
    /** Rejects when the ledger cannot be read. */
    health: (): Promise<unknown> => reads.balances([]),
    /** Postings waiting or in progress in this process. */
    depth: (): number => ledger.depth,
    tasks: [
      jobTask(reconciliation, async () => void (await books.check()), { cron: '17 * * * *' }),
      jobTask(release, () => held.settleDue(), { cron: '* * * * *' }),
    ] as JobTask[],
  };
}

const total = (result: PostingResult): number => result.wallet + result.promotional;
