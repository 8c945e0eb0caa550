import type { RiskSignal } from '@vlam/contract/risk';
import { formatRand } from '../../platform/rand.ts';

type Figures = Record<string, number>;
const n = (figures: Figures, name: string): number => figures[name] ?? 0;
const rand = (figures: Figures): string => formatRand(n(figures, 'cents'));

const sentences: Record<RiskSignal['rule'], (figures: Figures) => string> = {
  sign_ups_of_device: (f) => `${n(f, 'accounts')} accounts were made on one device within ${n(f, 'days')} days`,
  sign_ups_of_network: (f) => `${n(f, 'accounts')} accounts were made from one network within ${n(f, 'days')} days`,
  id_number_again: (f) => `The ID number is proven by ${n(f, 'accounts')} accounts`,
  banned_device: () => 'Signed in on a banned device',
  banned_id_number: () => 'Named a banned ID number',
  payout_account_shared: (f) => `The bank account is named by ${n(f, 'accounts')} creators`,
  banned_payout_account: () => 'Named a banned bank account',
  payout_new_device: (f) => `A payout of ${rand(f)} was asked for ${n(f, 'hours')} hours after a new device signed in`,
  payout_new_account: (f) =>
    `A payout of ${rand(f)} was asked for ${n(f, 'days')} days after the bank account was named`,
  payout_in_and_out: (f) =>
    `${n(f, 'percent')} % of the income was asked for within ${n(f, 'days')} days of the first sale`,
  few_young_payers: (f) => `${n(f, 'percent')} % of ${rand(f)} came from ${n(f, 'payers')} accounts that were new`,
  own_device_pays: (f) => `${n(f, 'payers')} accounts of the member's own device paid ${rand(f)}`,
  payers_of_one_device: (f) => `${n(f, 'payers')} accounts of one device paid ${rand(f)}`,
  payers_of_one_network: (f) => `${n(f, 'payers')} new accounts of one network paid ${rand(f)}, and nobody else`,
  young_payers: (f) =>
    `${n(f, 'percent')} % of ${rand(f)} came from ${n(f, 'payers')} new accounts that paid nobody else`,
  bonus_farm: (f) => `${n(f, 'payers')} accounts of one device paid ${n(f, 'credits')} free credits`,
  charged_back: (f) =>
    `${n(f, 'payments')} card payments, ${n(f, 'percent')} %, were charged back within ${n(f, 'days')} days`,
};

/** A signal in plain words with its figures, for the report; the screen has its own words in every language. */
export const describeSignal = ({ rule, figures }: RiskSignal): string => sentences[rule](figures);
