/**
 * Signals that money may be abused. A case opens when the weights of an account's signals reach `caseWeight`, so a weak
 * signal alone opens none.
 */
export const riskRules = {
  // Sign-up.
  sign_ups_of_device: { weight: 2 },
  sign_ups_of_network: { weight: 2 },
  id_number_again: { weight: 2 },
  banned_device: { weight: 2 },
  banned_id_number: { weight: 2 },
  // Payout.
  payout_account_shared: { weight: 2 },
  banned_payout_account: { weight: 2 },
  payout_new_device: { weight: 1 },
  payout_new_account: { weight: 1 },
  payout_in_and_out: { weight: 1 },
  few_young_payers: { weight: 1 },
  // Gifts, tips and unlocks.
  own_device_pays: { weight: 2 },
  payers_of_one_device: { weight: 2 },
  payers_of_one_network: { weight: 1 },
  young_payers: { weight: 1 },
  bonus_farm: { weight: 2 },
  charged_back: { weight: 2 },
} as const satisfies Record<string, { weight: number }>;
export type RiskRule = keyof typeof riskRules;
export const riskRuleNames = Object.keys(riskRules) as [RiskRule, ...RiskRule[]];
export const caseWeight = 2;

/** What each rule compares with. Amounts are cents, a credit counted at what creators get for it. */
export const riskThresholds = {
  /** Accounts made on one device within so many days. */
  signUpsOfDevice: { accounts: 4, days: 7 },
  /** A mobile network puts many customers behind one address, so this takes many. */
  signUpsOfNetwork: { accounts: 40, days: 1 },
  /** The review of ages sees the second account of a number. */
  idNumberAgain: { accounts: 3 },
  /** A device first seen so many hours before the payout, on an account older than so many days. */
  payoutNewDevice: { hours: 72, accountDays: 14 },
  payoutNewAccount: { days: 7 },
  /** Income that began so many days before the payout that takes at least this part of it. */
  payoutInAndOut: { days: 14, percent: 90, cents: 50_000 },
  /** So few payers, all with young accounts, brought this part of the income. */
  fewYoungPayers: { payers: 3, accountDays: 30, percent: 80, cents: 50_000 },
  /** What an account paid whose device is also the creator's. */
  ownDevicePays: { cents: 20_000 },
  payersOfOneDevice: { payers: 3, cents: 5_000 },
  payersOfOneNetwork: { payers: 5, percent: 50, cents: 20_000 },
  /** Payers whose account was young when they paid, and who paid nobody else. */
  youngPayers: { payers: 5, accountDays: 14, percent: 60, cents: 20_000 },
  bonusFarm: { payers: 3 },
  /** Card schemes watch shops from about one percent on. */
  chargedBack: { payments: 3, percent: 2, days: 90 },
  /** Days of income that rules about payers read, and the newest sales of them. */
  income: { days: 30, sales: 2_000 },
} as const;

/** Days over which charged-back payments are counted. */
export const ratioDays = [30, 90] as const;

export const riskStates = ['open', 'frozen', 'cleared', 'confirmed'] as const;
export type RiskState = (typeof riskStates)[number];
/** Days after a case was cleared in which its rules open no other. */
export const riskQuietDays = 30;
/** Days in which a suspicious transaction is reported (FICA section 29); counted without weekends off, to be early. */
export const riskReportDays = 15;

export const riskSteps = ['opened', 'noted', 'frozen', 'cleared', 'confirmed', 'reversed', 'exported'] as const;

export const banKinds = ['device', 'id_number', 'payout_account'] as const;
export type BanKind = (typeof banKinds)[number];
