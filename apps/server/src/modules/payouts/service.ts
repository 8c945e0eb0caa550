import { creditValueCents } from '@vlam/contract/credits';
import type { PayoutView, payoutSummary } from '@vlam/contract/payouts';
import type * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { JobTask } from '../../platform/jobs.ts';
import { cacheRows, createLoader } from '../../platform/loader.ts';
import type { Mailer } from '../../platform/mailer.ts';
import { namesMatch } from '../../platform/names/same-person.ts';
import type { Notify } from '../../platform/notices.ts';
import type { OperatorSettings } from '../../platform/operator-settings.ts';
import { formatRand } from '../../platform/rand.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import { accountOf, type CreditsService, clearingSince, packSales, redeemed } from '../credits/service.ts';
import type { Account, IdentityService } from '../identity/service.ts';
import type { PaymentsService } from '../payments/service.ts';
import { createPayoutAccounts, holderMismatchMessage, type PayoutAccounts } from './accounts.ts';
import { createDashboard, type Dashboard, type DashboardDependencies } from './dashboard.ts';
import { createDecisions, type Decisions } from './decisions.ts';
import { creditsToRedeem, subtractClearing, toCents } from './policy.ts';
import { createStatements, type Statements } from './statements.ts';
import * as store from './store.ts';
import { createTaxYears, type TaxYears } from './tax-years.ts';
import { toPayoutView } from './view.ts';
import { createWeeklyPayouts, type WeeklyPayouts } from './weekly.ts';

export { describeIncome } from './dashboard.ts';
export type { StaffPayout } from './decisions.ts';

export interface PayoutsDependencies extends DashboardDependencies {
  config: Config;
  database: Database;
  clock: Clock;
  mailer: Mailer;
  notify: Notify;
  settings: Pick<OperatorSettings, 'get'>;
  identity: Pick<IdentityService, 'getAccount' | 'confirmPassword' | 'covers'>;
  credits: Pick<CreditsService, 'transact' | 'move' | 'income'>;
  compliance: Pick<ComplianceService, 'recordAction'>;
  payments: Pick<PaymentsService, 'freezes'>;
  /** Whether a bank account, as `hashNumber` makes it, may not come back. */
  isBanned(on: Db, kind: 'payout_account', subject: Buffer): Promise<boolean>;
}

export interface PayoutsService {
  dashboard: Dashboard;
  statements: Statements;
  accounts: Pick<PayoutAccounts, 'find' | 'save'>;
  weekly: WeeklyPayouts;
  taxYears: TaxYears;
  tasks: JobTask[];
  /** Decisions by staff. */
  decisions: Decisions;
  /** Amounts that can be withdrawn now, and the latest fifty payouts. */
  getSummary(viewer: Viewer, profileId: string): Promise<z.output<typeof payoutSummary>>;
  /**
   * Moves cleared earnings to the payable account until staff decide; idempotent by `key`. Throws
   * `PAYOUT_ACCOUNT_REQUIRED`, `CONFLICT` while a payout is open or a change of account, address or password is held, `VALIDATION_FAILED` above
   * the cleared amount, `IDEMPOTENCY_KEY_REUSED` for another amount.
   */
  requestPayout(viewer: Viewer, profileId: string, amountCents: number, key: string | null): Promise<PayoutView>;
  /** Creators who exchanged their bank account for another one since a moment. */
  listBankChanges(on: Db, since: Date): Promise<string[]>;
  /** Cents sent or open per creator, cached for some seconds; part of total earnings. */
  sumWithdrawn(profileIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  sumAllWithdrawn(): Promise<bigint>;
}

const listedPayouts = 50;

export function createPayoutsService(deps: PayoutsDependencies): PayoutsService {
  const { clock, credits, identity } = deps;
  const { db } = deps.database;
  const accounts = createPayoutAccounts({ ...deps, db });

  async function getFunds(on: Db, profileId: string) {
    const held = await credits.income.held(on, profileId);
    const clearing = await credits.income.clearing(on, profileId, clearingSince(clock.now()));
    return { held, cleared: subtractClearing(held, clearing) };
  }

  // Shown next to names in lists; may be some seconds old.
  const withdrawn = cacheRows(
    createLoader<string, { id: string; cents: bigint }>({
      name: 'payouts.withdrawn',
      keyOf: (id) => id,
      read: async (ids) => new Map((await store.sumWithdrawn(db, ids)).map((row) => [row.id, row])),
    }),
    { idOf: ({ id }) => id, maxAgeMs: 10_000 },
  );

  const invalidAmount = (message: string) =>
    new AppError('VALIDATION_FAILED', { message, details: { fields: { amountCents: message } } });

  /** Until when payouts wait after a change of the bank account, or of what the member signs in with; null when they do not. */
  async function findHold(
    on: Db,
    account: store.AccountRow | null,
    { signInChangedAt }: Pick<Account, 'signInChangedAt'>,
  ): Promise<Date | null> {
    const holdMs = (await deps.settings.get('payoutAccountHoldHours', on)) * 3_600_000;
    const until = Math.max(
      account?.held_until?.getTime() ?? 0,
      signInChangedAt ? signInChangedAt.getTime() + holdMs : 0,
    );
    return until > clock.now().getTime() ? new Date(until) : null;
  }

  /** Inserts the payout before the money moves: a unique index allows one open payout, the ledger prevents overdrafts. */
  async function insertAndMove(
    tx: Db,
    viewer: Pick<Viewer, 'accountId'>,
    { profileId, amountCents, key }: { profileId: string; amountCents: number; key: string | null },
  ): Promise<store.PayoutRow> {
    const now = clock.now();
    const account = await store.lockAccount(tx, profileId);
    const earlier = key && (await store.findByRequest(tx, profileId, key));
    if (earlier) {
      if (Number(earlier.amount_cents) !== amountCents) throw new AppError('IDEMPOTENCY_KEY_REUSED');
      return earlier;
    }
    // A freeze refuses nothing here: the payout waits as every other does, until staff approve it.
    if ((await deps.payments.freezes.lockOf(tx, viewer.accountId))?.isFinal)
      throw new AppError('CONFLICT', { message: 'Payouts of this account have ended. See your decisions' });
    if (!account) throw new AppError('PAYOUT_ACCOUNT_REQUIRED');
    const least = (await deps.settings.get('payoutMinimumRand', tx)) * 100;
    if (amountCents < least) throw invalidAmount(`The smallest payout is ${formatRand(least)}`);
    const member = await identity.getAccount(tx, viewer.accountId);
    const heldUntil = await findHold(tx, account, member);
    if (heldUntil)
      throw new AppError('CONFLICT', {
        message: 'Your bank account, address or password was changed. Payouts wait for a while after that',
        details: { heldUntil: heldUntil.toISOString() },
      });
    if (!namesMatch(account.holder_name, member)) throw new AppError('CONFLICT', { message: holderMismatchMessage });
    const id = newId();
    const row = await store.insertPayout(tx, {
      id,
      profile_id: profileId,
      account_id: viewer.accountId,
      amount_cents: BigInt(amountCents),
      bank: account.bank,
      holder_name: account.holder_name,
      account_number_sealed: account.account_number_sealed,
      account_ending: account.account_ending,
      branch_code: account.branch_code,
      account_type: account.account_type,
      requested_at: now,
      request_key: key,
    });
    if (!row) throw new AppError('CONFLICT', { message: 'A payout is already under way' });
    const { cleared } = await getFunds(tx, profileId);
    const redeem = creditsToRedeem(cleared, amountCents);
    if (redeem === null) throw invalidAmount(`You can withdraw up to ${formatRand(toCents(cleared))} now`);
    if (redeem > 0) await store.updatePayout(tx, id, { redeemed_credits: BigInt(redeem) });
    const own = { ownerId: profileId, payeeId: profileId, reference: id };
    const earned = accountOf(profileId, 'earnings', 'cents');
    const redemption = [
      {
        ...own,
        kind: 'redemption' as const,
        key: `payout:${id}:redemption`,
        description: 'Credits turned into rand',
        amount: redeem,
        from: accountOf(profileId, 'earnings'),
        to: redeemed,
      },
      {
        ...own,
        kind: 'payout_value' as const,
        key: `payout:${id}:value`,
        description: `${redeem} credits at ${formatRand(creditValueCents)}`,
        amount: redeem * creditValueCents,
        from: packSales,
        to: earned,
      },
    ];
    await credits.move(tx, [
      ...(redeem > 0 ? redemption : []),
      {
        ...own,
        kind: 'payout',
        key: `payout:${id}`,
        description: `Payout to ${account.bank} …${account.account_ending}`,
        amount: amountCents,
        from: earned,
        to: accountOf(profileId, 'payable', 'cents'),
      },
    ]);
    return row;
  }

  const weekly = createWeeklyPayouts({
    ...deps,
    publicUrl: deps.config.publicUrl,
    findAccount: accounts.find,
    sumCleared: async (on, profileId) => toCents((await getFunds(on, profileId)).cleared),
    request: (tx, { accountId, ...wanted }) => insertAndMove(tx, { accountId }, wanted),
  });

  return {
    weekly,
    taxYears: createTaxYears({ ...deps, db }),
    tasks: weekly.tasks,
    dashboard: createDashboard(deps),
    statements: createStatements({ ...deps, db }),
    accounts,
    decisions: createDecisions({ ...deps, db, accounts }),
    async getSummary(viewer, profileId) {
      const [{ held, cleared }, promotional, sums, account, member, payouts] = await Promise.all([
        getFunds(db, profileId),
        credits.income.promotional(db, profileId),
        store.sumByProfile(db, profileId),
        accounts.find(profileId),
        identity.getAccount(db, viewer.accountId),
        store.listByProfile(db, profileId, listedPayouts),
      ]);
      const heldUntil = await findHold(db, account, member);
      const available = toCents(cleared);
      return {
        availableCents: available,
        clearingCents: toCents(held) - available,
        promotionalCents: Number(promotional) * creditValueCents,
        underWayCents: Number(sums.underWay),
        paidOutCents: Number(sums.sent),
        minimumCents: (await deps.settings.get('payoutMinimumRand')) * 100,
        heldUntil: heldUntil?.toISOString() ?? null,
        payouts: payouts.map(toPayoutView),
      };
    },
    async requestPayout(viewer, profileId, amountCents, key) {
      try {
        return toPayoutView(await credits.transact((tx) => insertAndMove(tx, viewer, { profileId, amountCents, key })));
      } catch (error) {
        // A concurrent chargeback used up the cleared amount.
        if (error instanceof AppError && error.code === 'INSUFFICIENT_CREDITS') throw new AppError('CONFLICT');
        throw error;
      }
    },
    sumWithdrawn: async (ids) => new Map((await withdrawn.list(ids)).map(({ id, cents }) => [id, cents])),
    sumAllWithdrawn: () => store.sumAllWithdrawn(db),
    listBankChanges: store.listBankChanges,
  };
}
