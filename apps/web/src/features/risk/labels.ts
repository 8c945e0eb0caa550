import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { RiskCase, RiskCaseDetail, RiskSignal } from '@vlam/contract/risk';
import type { BanKind } from '@vlam/contract/rules/risk';
import type { TagTone } from '../../components/ui/tag.tsx';

/** As `stateLabels`, where they stand alone. */
export const stateNames: Record<RiskCase['state'], MessageDescriptor> = {
  open: msg`Open`,
  frozen: msg`Frozen`,
  cleared: msg`Cleared`,
  confirmed: msg`Confirmed`,
};

export const stateLabels: Record<RiskCase['state'], { tone: TagTone; label: MessageDescriptor }> = {
  open: { tone: 'warning', label: msg`open` },
  frozen: { tone: 'info', label: msg`frozen` },
  cleared: { tone: 'neutral', label: msg`cleared` },
  confirmed: { tone: 'danger', label: msg`confirmed` },
};

/** A rule in a few words, for the filter and the first line of a case. */
export const ruleLabels: Record<RiskSignal['rule'], MessageDescriptor> = {
  sign_ups_of_device: msg`Many accounts of one device`,
  sign_ups_of_network: msg`Many accounts of one network`,
  id_number_again: msg`ID number used again`,
  banned_device: msg`Banned device`,
  banned_id_number: msg`Banned ID number`,
  payout_account_shared: msg`Shared bank account`,
  banned_payout_account: msg`Banned bank account`,
  payout_new_device: msg`Payout from a new device`,
  payout_new_account: msg`Payout to a new account`,
  payout_in_and_out: msg`Money in and out`,
  few_young_payers: msg`Few payers, all new`,
  own_device_pays: msg`Paid from the own device`,
  payers_of_one_device: msg`Payers of one device`,
  payers_of_one_network: msg`New payers of one network`,
  young_payers: msg`New payers only`,
  bonus_farm: msg`Free credits of one device`,
  charged_back: msg`Charged-back payments`,
};

export const stepLabels: Record<RiskCaseDetail['steps'][number]['kind'], MessageDescriptor> = {
  opened: msg`Opened`,
  noted: msg`Note`,
  frozen: msg`Money frozen`,
  cleared: msg`Cleared and released`,
  confirmed: msg`Confirmed`,
  reversed: msg`Reversed on appeal`,
  exported: msg`Report saved`,
};

export const banLabels: Record<BanKind, MessageDescriptor> = {
  device: msg`Device`,
  id_number: msg`ID number`,
  payout_account: msg`Bank account`,
};
