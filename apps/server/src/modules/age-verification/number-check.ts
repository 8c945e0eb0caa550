import { judgeIdNumber } from '@vlam/contract/rules/sa-id-number';
import type { AgeProvider } from './provider.ts';

/** The built-in check: check digit of the number, and its date against the stated birth date. */
export const numberCheck: AgeProvider = {
  method: 'sa_id_number',
  check: async (evidence) => judgeIdNumber(evidence),
};
