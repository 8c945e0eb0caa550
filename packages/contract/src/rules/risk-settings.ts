/** A threshold of the risk rules, which staff set within its bounds. */
const threshold = <Unit extends 'count' | 'percent' | 'days' | 'hours' | 'rand'>(
  unit: Unit,
  initial: number,
  min: number,
  max: number,
) => ({ page: 'risk', kind: 'number', unit, initial, min, max }) as const;

/** What the rules compare with, as settings of an operator. Money is rand, a credit counted at what creators get for it. */
export const riskSettings = {
  /** Accounts made on one device within so many days. */
  riskDeviceSignUps: threshold('count', 4, 2, 50),
  riskDeviceSignUpDays: threshold('days', 7, 1, 30),
  /** A mobile network puts many customers behind one address, so this takes many. */
  riskNetworkSignUps: threshold('count', 40, 5, 500),
  riskNetworkSignUpDays: threshold('days', 1, 1, 7),
  /** The review of ages sees the second account of a number. */
  riskIdNumberAccounts: threshold('count', 3, 2, 10),
  /** A device first seen so many hours before the payout, on an account older than so many days. */
  riskNewDeviceHours: threshold('hours', 72, 1, 336),
  riskNewDeviceAccountDays: threshold('days', 14, 1, 365),
  riskNewAccountDays: threshold('days', 7, 1, 60),
  /** Income that began so many days before the payout that takes at least this part of it. */
  riskInAndOutDays: threshold('days', 14, 1, 30),
  riskInAndOutPercent: threshold('percent', 90, 50, 100),
  riskInAndOutRand: threshold('rand', 500, 50, 50_000),
  /** So few payers, all with young accounts, brought this part of the income. */
  riskFewPayers: threshold('count', 3, 1, 20),
  riskFewPayersAccountDays: threshold('days', 30, 1, 90),
  riskFewPayersPercent: threshold('percent', 80, 50, 100),
  riskFewPayersRand: threshold('rand', 500, 50, 50_000),
  /** What an account paid whose device is also the creator's. */
  riskOwnDeviceRand: threshold('rand', 200, 10, 10_000),
  riskOneDevicePayers: threshold('count', 3, 2, 50),
  riskOneDeviceRand: threshold('rand', 50, 10, 10_000),
  riskOneNetworkPayers: threshold('count', 5, 2, 100),
  riskOneNetworkPercent: threshold('percent', 50, 20, 100),
  riskOneNetworkRand: threshold('rand', 200, 10, 10_000),
  /** Payers whose account was young when they paid, and who paid no one else. */
  riskYoungPayers: threshold('count', 5, 2, 100),
  riskYoungPayersAccountDays: threshold('days', 14, 1, 90),
  riskYoungPayersPercent: threshold('percent', 60, 20, 100),
  riskYoungPayersRand: threshold('rand', 200, 10, 10_000),
  riskBonusPayers: threshold('count', 3, 2, 50),
  /** Card schemes watch shops from about one percent on. */
  riskChargedBackPayments: threshold('count', 3, 1, 50),
  riskChargedBackPercent: threshold('percent', 2, 1, 50),
};
export type RiskSettingName = keyof typeof riskSettings;
export const riskSettingNames = Object.keys(riskSettings) as RiskSettingName[];

/** By rule; amounts are cents. */
export const toRiskThresholds = (values: Readonly<Record<RiskSettingName, number>>) => ({
  signUpsOfDevice: { accounts: values.riskDeviceSignUps, days: values.riskDeviceSignUpDays },
  signUpsOfNetwork: { accounts: values.riskNetworkSignUps, days: values.riskNetworkSignUpDays },
  idNumberAgain: { accounts: values.riskIdNumberAccounts },
  payoutNewDevice: { hours: values.riskNewDeviceHours, accountDays: values.riskNewDeviceAccountDays },
  payoutNewAccount: { days: values.riskNewAccountDays },
  payoutInAndOut: {
    days: values.riskInAndOutDays,
    percent: values.riskInAndOutPercent,
    cents: values.riskInAndOutRand * 100,
  },
  fewYoungPayers: {
    payers: values.riskFewPayers,
    accountDays: values.riskFewPayersAccountDays,
    percent: values.riskFewPayersPercent,
    cents: values.riskFewPayersRand * 100,
  },
  ownDevicePays: { cents: values.riskOwnDeviceRand * 100 },
  payersOfOneDevice: { payers: values.riskOneDevicePayers, cents: values.riskOneDeviceRand * 100 },
  payersOfOneNetwork: {
    payers: values.riskOneNetworkPayers,
    percent: values.riskOneNetworkPercent,
    cents: values.riskOneNetworkRand * 100,
  },
  youngPayers: {
    payers: values.riskYoungPayers,
    accountDays: values.riskYoungPayersAccountDays,
    percent: values.riskYoungPayersPercent,
    cents: values.riskYoungPayersRand * 100,
  },
  bonusFarm: { payers: values.riskBonusPayers },
  chargedBack: { payments: values.riskChargedBackPayments, percent: values.riskChargedBackPercent },
});
export type RiskThresholds = ReturnType<typeof toRiskThresholds>;
