import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SettingName } from '@vlam/contract/rules/operator-settings';

interface Words {
  label: MessageDescriptor;
  text: MessageDescriptor;
}

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
  takedownAppealDays: {
    label: msg`Appeals at the takedown desk`,
    text: msg`How long after a decision another look can be asked for`,
  },
  payoutMinimumRand: { label: msg`Smallest payout`, text: msg`What a creator can withdraw at least` },
  payoutAccountHoldHours: {
    label: msg`Wait after a new bank account`,
    text: msg`Payouts are refused for so long after a creator changed it`,
  },
};
