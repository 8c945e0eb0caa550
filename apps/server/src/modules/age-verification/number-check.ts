import { type IdNumberVerdict, judgeIdNumber } from '@vlam/contract/rules/sa-id-number';
import type { AgeProvider, AgeVerdict } from './provider.ts';

const verdicts: Record<IdNumberVerdict, AgeVerdict> = {
  adult: 'adult',
  badNumber: 'badNumber',
  underAge: 'underAge',
  otherBirthDate: 'refused',
  tooOld: 'refused',
};

/** The built-in check: the number's own arithmetic against the stated birth date. */
export const numberCheck: AgeProvider = {
  method: 'sa_id_number',
  check: async (evidence) => verdicts[judgeIdNumber(evidence)],
};
