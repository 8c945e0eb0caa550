import type { Limits } from './api.ts';

/** Form values: whole rand, empty for no limit. */
export interface LimitsForm {
  daily: string;
  monthly: string;
  coolOffDays: string;
}

export const coolOffChoices = [0, 1, 7, 30, 90, 365] as const;
const maxRand = 1_000_000;

const toRand = (cents: number | null) => (cents === null ? '' : String(cents / 100));
/** Form values of the pending limits, else of the current ones. */
export const toLimitsForm = ({ dailyCents, monthlyCents, pending }: Limits): LimitsForm => ({
  daily: toRand(pending ? pending.dailyCents : dailyCents),
  monthly: toRand(pending ? pending.monthlyCents : monthlyCents),
  coolOffDays: '0',
});

/** Parses a limit in cents; null for no limit, undefined when invalid. */
export function limitCents(text: string): number | null | undefined {
  const plain = text.trim().replace(/[\s,]/g, '');
  if (!plain) return null;
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(plain) || Number(plain) > maxRand) return undefined;
  return Math.round(Number(plain) * 100);
}

export type LimitProblem = 'amount' | 'order';
/** Problems by field. The daily limit must not exceed the monthly one. */
export function checkLimits({ daily, monthly }: LimitsForm): Partial<Record<keyof LimitsForm, LimitProblem>> {
  const day = limitCents(daily);
  const month = limitCents(monthly);
  if (day === undefined) return { daily: 'amount' };
  if (month === undefined) return { monthly: 'amount' };
  return day !== null && month !== null && day > month ? { daily: 'order' } : {};
}
