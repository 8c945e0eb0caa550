import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { RiskSettingName } from '@vlam/contract/rules/risk-settings';

/** Headings above the first threshold of each group. */
export const riskHeadings: Partial<Record<RiskSettingName, MessageDescriptor>> = {
  riskDeviceSignUps: msg`Sign-ups`,
  riskNewDeviceHours: msg`Payouts`,
  riskOwnDeviceRand: msg`Who pays`,
  riskChargedBackPayments: msg`Chargebacks`,
};

export const riskWords: Record<RiskSettingName, { label: MessageDescriptor; text: MessageDescriptor }> = {
  riskDeviceSignUps: { label: msg`Accounts of one device`, text: msg`Made on one device, within the days below` },
  riskDeviceSignUpDays: { label: msg`Days for accounts of one device`, text: msg`How far back they are counted` },
  riskNetworkSignUps: {
    label: msg`Accounts of one network`,
    text: msg`A mobile network puts many people behind one address`,
  },
  riskNetworkSignUpDays: { label: msg`Days for accounts of one network`, text: msg`How far back they are counted` },
  riskIdNumberAccounts: {
    label: msg`Accounts with one ID number`,
    text: msg`The review of ages sees the second one anyway`,
  },
  riskNewDeviceHours: { label: msg`A device is new for`, text: msg`Before a payout is asked for` },
  riskNewDeviceAccountDays: {
    label: msg`New devices count on accounts older than`,
    text: msg`Younger accounts have new devices only`,
  },
  riskNewAccountDays: { label: msg`A bank account is new for`, text: msg`Before a payout is asked for` },
  riskInAndOutDays: { label: msg`Money in and out within`, text: msg`From the first income to the payout` },
  riskInAndOutPercent: { label: msg`Money in and out: part of the income`, text: msg`That the payout takes at least` },
  riskInAndOutRand: { label: msg`Money in and out: smallest payout`, text: msg`Smaller payouts are not compared` },
  riskFewPayers: { label: msg`Few payers`, text: msg`At most so many, all with young accounts` },
  riskFewPayersAccountDays: { label: msg`Few payers: an account is young for`, text: msg`When it first paid` },
  riskFewPayersPercent: { label: msg`Few payers: part of the income`, text: msg`That they brought at least` },
  riskFewPayersRand: { label: msg`Few payers: smallest income`, text: msg`Smaller incomes are not compared` },
  riskOwnDeviceRand: {
    label: msg`Paid from the own device`,
    text: msg`By accounts that were seen on a device of the creator`,
  },
  riskOneDevicePayers: { label: msg`Payers of one device`, text: msg`Seen on the same device` },
  riskOneDeviceRand: { label: msg`Payers of one device: what they paid`, text: msg`Together, at least` },
  riskOneNetworkPayers: { label: msg`New payers of one network`, text: msg`Seen in the same network` },
  riskOneNetworkPercent: {
    label: msg`New payers of one network: part of the income`,
    text: msg`That they brought at least`,
  },
  riskOneNetworkRand: { label: msg`New payers of one network: what they paid`, text: msg`Together, at least` },
  riskYoungPayers: { label: msg`New payers only`, text: msg`Who paid nobody else` },
  riskYoungPayersAccountDays: { label: msg`New payers only: an account is young for`, text: msg`When it first paid` },
  riskYoungPayersPercent: { label: msg`New payers only: part of the income`, text: msg`That they brought at least` },
  riskYoungPayersRand: { label: msg`New payers only: what they paid`, text: msg`Together, at least` },
  riskBonusPayers: { label: msg`Free credits of one device`, text: msg`Payers whose free credits reached one creator` },
  riskChargedBackPayments: { label: msg`Charged-back payments`, text: msg`Of one creator within 90 days` },
  riskChargedBackPercent: {
    label: msg`Charged-back payments: part of all`,
    text: msg`Card schemes watch shops from about one percent on`,
  },
};
