import { longestRatioDays, ratioDays } from '@vlam/contract/rules/risk';
import { type RiskThresholds, toRiskThresholds } from '@vlam/contract/rules/risk-settings';
import { transact } from '../../platform/after-commit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { OperatorSettings } from '../../platform/operator-settings.ts';
import type { CreditsService } from '../credits/service.ts';
import type { Cases } from './cases.ts';
import type { ChargebackCount, CountOfAccounts, RiskFacts, Signal } from './facts.ts';
import { judgeChargebacks, judgeIncome, judgePayout } from './policy.ts';
import * as store from './store.ts';

export interface ScanDependencies {
  database: Database;
  clock: Clock;
  credits: Pick<CreditsService, 'bonusPatterns'>;
  facts: RiskFacts;
  cases: Pick<Cases, 'report'>;
  settings: Pick<OperatorSettings, 'recent'>;
}

export interface Scan {
  /** Runs every rule over what happened since the last run. */
  run(): Promise<void>;
  /** Counts the charged-back payments of creators again, and runs the rule about them. */
  countRatios(): Promise<void>;
}

const listedAtOnce = 500;
const judgedAtOnce = 25;
/** After a longer break the rules read this much: what is older is read with the creator's next sale or payout. */
const maxReadMs = 86_400_000;
/** Read again by the next run: rows that were written before it and committed after it. */
const overlapMs = 60_000;
const firstId = '00000000-0000-0000-0000-000000000000';

export function createScan(deps: ScanDependencies): Scan {
  const { clock, facts, cases } = deps;
  const { db } = deps.database;
  const readThresholds = async () => toRiskThresholds(await deps.settings.recent());

  /** The signals of each account in a transaction of its own. */
  async function report(signals: readonly Signal[]): Promise<void> {
    const byAccount = Map.groupBy(signals, ({ accountId }) => accountId);
    for (const [accountId, found] of byAccount) await transact(db, (tx) => cases.report(tx, accountId, found));
  }

  async function judgeSignUps(thresholds: RiskThresholds, since: Date, now: Date): Promise<Signal[]> {
    const { signUpsOfDevice, signUpsOfNetwork, idNumberAgain } = thresholds;
    const made = async (
      kind: 'device' | 'network',
      rule: Signal['rule'],
      many: { accounts: number; days: number },
    ): Promise<Signal[]> =>
      (await facts.listSignUps(db, kind, many, since, now)).map(({ accountId, accounts }) => ({
        ...{ accountId, rule, figures: { accounts, days: many.days } },
      }));
    const counted = (rule: Signal['rule'], rows: readonly CountOfAccounts[]): Signal[] =>
      rows.map(({ accountId, accounts }) => ({ accountId, rule, figures: { accounts } }));
    return [
      ...(await made('device', 'sign_ups_of_device', signUpsOfDevice)),
      ...(await made('network', 'sign_ups_of_network', signUpsOfNetwork)),
      ...counted('payout_account_shared', await facts.listSharedBankAccounts(db, since)),
      ...(await facts.listBannedUses(db, since)).map(({ accountId, kind }) => ({
        ...{ accountId, rule: `banned_${kind}` as const, figures: {} },
      })),
      ...counted('id_number_again', await facts.listSharedIdNumbers(db, since, idNumberAgain.accounts)),
    ];
  }

  async function judgeBonuses({ bonusFarm }: RiskThresholds): Promise<Signal[]> {
    const paid = (await deps.credits.bonusPatterns())
      .filter(({ sharedBy }) => sharedBy === 'device')
      .flatMap(({ creators }) => creators.filter(({ payers }) => payers >= bonusFarm.payers));
    const accounts = await facts.listAccountsOf(
      db,
      paid.map(({ profileId }) => profileId),
    );
    return paid.flatMap(({ profileId, payers, credits }) => {
      const accountId = accounts.get(profileId);
      return accountId ? [{ accountId, rule: 'bonus_farm' as const, figures: { payers, credits } }] : [];
    });
  }

  async function judgeCreators(thresholds: RiskThresholds, since: Date, now: Date): Promise<void> {
    for (let after: string | undefined = firstId; after; ) {
      const listed: string[] = await facts.listActiveCreators(db, since, after, listedAtOnce);
      for (let from = 0; from < listed.length; from += judgedAtOnce) {
        const profileIds = listed.slice(from, from + judgedAtOnce);
        const incomes = await facts.readIncome(db, profileIds, now, thresholds);
        const incomeOf = new Map(incomes.map((income) => [income.accountId, income]));
        const payouts = await facts.readPayouts(db, profileIds);
        await report([
          ...incomes.flatMap((income) => judgeIncome(income, thresholds)),
          ...payouts.flatMap((payout) => judgePayout(payout, incomeOf.get(payout.accountId), thresholds)),
        ]);
      }
      after = listed.length === listedAtOnce ? listed.at(-1) : undefined;
    }
  }

  return {
    async run() {
      const now = clock.now();
      const scannedTo = (await store.findScannedTo(db)) ?? new Date(0);
      const since = new Date(Math.max(scannedTo.getTime() - overlapMs, now.getTime() - maxReadMs));
      const thresholds = await readThresholds();
      await report([...(await judgeSignUps(thresholds, since, now)), ...(await judgeBonuses(thresholds))]);
      await judgeCreators(thresholds, since, now);
      await store.setScannedTo(db, now);
    },
    async countRatios() {
      const now = clock.now();
      const profileIds = await facts.listChargedBackCreators(db, now);
      const accounts = await facts.listAccountsOf(db, profileIds);
      const counts = new Map<number, ChargebackCount[]>();
      for (const days of ratioDays) counts.set(days, await facts.countChargebacks(db, profileIds, days, now));
      await transact(db, (tx) => store.replaceRatios(tx, counts, now));
      const thresholds = await readThresholds();
      const longest = counts.get(longestRatioDays) ?? [];
      await report(
        longest.flatMap((count) => {
          const accountId = accounts.get(count.profileId);
          return accountId ? judgeChargebacks(accountId, count, thresholds) : [];
        }),
      );
    },
  };
}
