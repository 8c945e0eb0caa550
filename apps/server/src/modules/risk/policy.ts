import { caseWeight, longestRatioDays, type RiskRule, riskRules } from '@vlam/contract/rules/risk';
import type { RiskThresholds } from '@vlam/contract/rules/risk-settings';
import type { ChargebackCount, IncomeFacts, PayoutFacts, Signal } from './facts.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const percentOf = (part: number, whole: number): number => (whole > 0 ? Math.round((part * 100) / whole) : 0);
const daysBetween = (from: Date, to: Date): number => Math.floor((to.getTime() - from.getTime()) / dayMs);

/** What the income of a creator says. */
export function judgeIncome(facts: IncomeFacts, thresholds: RiskThresholds): Signal[] {
  const { accountId, cents } = facts;
  const signals: (Signal | false)[] = [
    facts.ownCents >= thresholds.ownDevicePays.cents && {
      accountId,
      rule: 'own_device_pays',
      figures: { payers: facts.ownPayers, cents: facts.ownCents },
    },
    facts.devicePayers >= thresholds.payersOfOneDevice.payers &&
      facts.deviceCents >= thresholds.payersOfOneDevice.cents && {
        accountId,
        rule: 'payers_of_one_device',
        figures: { payers: facts.devicePayers, cents: facts.deviceCents },
      },
    facts.networkPayers >= thresholds.payersOfOneNetwork.payers &&
      facts.networkCents >= thresholds.payersOfOneNetwork.cents &&
      percentOf(facts.networkCents, cents) >= thresholds.payersOfOneNetwork.percent && {
        accountId,
        rule: 'payers_of_one_network',
        figures: {
          payers: facts.networkPayers,
          cents: facts.networkCents,
          percent: percentOf(facts.networkCents, cents),
        },
      },
    facts.newPayers >= thresholds.youngPayers.payers &&
      facts.newCents >= thresholds.youngPayers.cents &&
      percentOf(facts.newCents, cents) >= thresholds.youngPayers.percent && {
        accountId,
        rule: 'young_payers',
        figures: { payers: facts.newPayers, cents, percent: percentOf(facts.newCents, cents) },
      },
  ];
  return signals.filter((signal) => signal !== false);
}

/** What an open payout says, beside the income it takes. */
export function judgePayout(
  payout: PayoutFacts,
  income: IncomeFacts | undefined,
  thresholds: RiskThresholds,
): Signal[] {
  const { accountId, cents, requestedAt } = payout;
  const { payoutNewDevice, payoutNewAccount, payoutInAndOut, fewYoungPayers } = thresholds;
  const sinceMs = (at: Date | null) => (at ? requestedAt.getTime() - at.getTime() : Number.POSITIVE_INFINITY);
  const signals: Signal[] = [];
  if (
    sinceMs(payout.accountAt) > payoutNewDevice.accountDays * dayMs &&
    sinceMs(payout.deviceAt) < payoutNewDevice.hours * hourMs
  )
    signals.push({
      accountId,
      rule: 'payout_new_device',
      figures: { cents, hours: Math.floor(sinceMs(payout.deviceAt) / hourMs) },
    });
  if (sinceMs(payout.bankAt) < payoutNewAccount.days * dayMs)
    signals.push({
      accountId,
      rule: 'payout_new_account',
      figures: { cents, days: Math.floor(sinceMs(payout.bankAt) / dayMs) },
    });
  if (!income?.firstAt) return signals;
  const percent = percentOf(cents, income.cents);
  if (
    cents >= payoutInAndOut.cents &&
    percent >= payoutInAndOut.percent &&
    sinceMs(income.firstAt) < payoutInAndOut.days * dayMs
  )
    signals.push({
      accountId,
      rule: 'payout_in_and_out',
      figures: { cents, percent: Math.min(100, percent), days: daysBetween(income.firstAt, requestedAt) },
    });
  const few = percentOf(income.fewYoungCents, income.cents);
  if (income.cents >= fewYoungPayers.cents && few >= fewYoungPayers.percent)
    signals.push({
      accountId,
      rule: 'few_young_payers',
      figures: { payers: income.fewYoungPayers, cents: income.cents, percent: few },
    });
  return signals;
}

export function judgeChargebacks(accountId: string, count: ChargebackCount, thresholds: RiskThresholds): Signal[] {
  const { payments, percent } = thresholds.chargedBack;
  const share = percentOf(count.chargedBack, count.payments);
  if (count.chargedBack < payments || share < percent) return [];
  const figures = {
    payments: count.chargedBack,
    of: count.payments,
    cents: count.chargedBackCents,
    percent: share,
    days: longestRatioDays,
  };
  return [{ accountId, rule: 'charged_back', figures }];
}

/** Whether signals of one account are enough to open a case. */
export const opensCase = (rules: readonly RiskRule[]): boolean =>
  [...new Set(rules)].reduce((sum, rule) => sum + riskRules[rule].weight, 0) >= caseWeight;
