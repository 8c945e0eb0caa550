import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SettingName } from '@vlam/contract/rules/operator-settings';
import { riskHeadings, riskWords } from './risk-labels.ts';

interface Words {
  label: MessageDescriptor;
  text: MessageDescriptor;
}

/** Headings of a page, each above the setting it is named for. */
export const settingHeadings: Partial<Record<SettingName, MessageDescriptor>> = {
  minorHours: msg`Time to decide`,
  strikeDays: msg`Strikes and appeals`,
  identityMonths: msg`Identity of creators`,
  takedownAppealDays: msg`Takedown desk`,
  ...riskHeadings,
};

/** What each setting is called and what it does. */
export const settingWords: Record<SettingName, Words> = {
  signUpsOpen: {
    label: msg`New accounts`,
    text: msg`People can sign up. Off, sign-up says to come back later`,
  },
  notice: {
    label: msg`Notice to everybody`,
    text: msg`One line above every screen, such as planned work. Empty shows none`,
  },
  livesAndCallsStopped: {
    label: msg`Emergency stop for live shows and calls`,
    text: msg`Ends every running show and call within seconds, and refuses new ones`,
  },
  imageMegabytes: { label: msg`Largest picture`, text: msg`A larger file is refused` },
  audioMegabytes: { label: msg`Largest sound`, text: msg`A larger file is refused` },
  videoMegabytes: { label: msg`Largest film`, text: msg`A larger file is refused` },
  minorHours: { label: msg`Somebody under 18`, text: msg`Complaints at the desk and reports of members` },
  threatHours: {
    label: msg`Threats, extortion, trafficking`,
    text: msg`Complaints at the desk and reports of members`,
  },
  imageHours: { label: msg`Images without consent`, text: msg`Complaints at the desk and reports of members` },
  impersonationHours: { label: msg`Impersonation`, text: msg`Complaints at the desk and reports of members` },
  orderHours: { label: msg`Orders and notices of authorities`, text: msg`Complaints at the desk` },
  copyrightBusinessDays: { label: msg`Copyright`, text: msg`Complaints at the desk` },
  otherBusinessDays: { label: msg`Other rules`, text: msg`Complaints at the desk and reports of members` },
  strikeDays: { label: msg`Strikes count for`, text: msg`Strikes that were given keep the day they were given` },
  appealDays: {
    label: msg`Appeals of members`,
    text: msg`How long after a decision of staff another look can be asked for`,
  },
  appealAnswerDays: {
    label: msg`Answer to an appeal`,
    text: msg`Of a member, and at the desk. Members are told this time`,
  },
  identityMonths: {
    label: msg`Creators sign again after`,
    text: msg`Their agreement counts for so long`,
  },
  identityGraceDays: {
    label: msg`Days to sign again`,
    text: msg`After its end, or after another bank account. Their level stays until then`,
  },
  documentDays: {
    label: msg`An identity document counts for`,
    text: msg`Members are asked for another one sixty days before. Without it their level falls to 1`,
  },
  levelToPublishAtOnce: {
    label: msg`Identity level to publish at once`,
    text: msg`What creators below it publish waits for a moderator, and they cannot go live. 1: number and age, 2: document, 3: also selfie and agreement`,
  },
  takedownAppealDays: {
    label: msg`Appeals at the takedown desk`,
    text: msg`How long after a decision another look can be asked for`,
  },
  payoutMinimumRand: { label: msg`Smallest payout`, text: msg`What a creator can withdraw at least` },
  payoutAccountHoldHours: {
    label: msg`Wait after a new bank account`,
    text: msg`Payouts are refused for so long after a creator changed it`,
  },
  ...riskWords,
};
