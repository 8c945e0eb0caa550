import type { Limits } from './api.ts';

/** As typed: whole rand, empty for no limit. */
export interface LimitsForm {
  daily: string;
  monthly: string;
  coolOffDays: string;
}

export const coolOffChoices = [0, 1, 7, 30, 90, 365] as const;
const largestRand = 1_000_000;

const typed = (cents: number | null) => (cents === null ? '' : String(cents / 100));
/** The limits as they stand, or as they will once what waits has come. */
export const limitsFormOf = ({ dailyCents, monthlyCents, pending }: Limits): LimitsForm => ({
  daily: typed(pending ? pending.dailyCents : dailyCents),
  monthly: typed(pending ? pending.monthlyCents : monthlyCents),
  coolOffDays: '0',
});

/** Cents of what was typed; null for no limit, undefined when it is no amount. */
export function limitCents(text: string): number | null | undefined {
  const plain = text.trim().replace(/[\s,]/g, '');
  if (!plain) return null;
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(plain) || Number(plain) > largestRand) return undefined;
  return Math.round(Number(plain) * 100);
}

export type LimitProblem = 'amount' | 'order';
/** Which field is wrong, and how. A day cannot hold more than its month. */
export function checkLimits({ daily, monthly }: LimitsForm): Partial<Record<keyof LimitsForm, LimitProblem>> {
  const day = limitCents(daily);
  const month = limitCents(monthly);
  if (day === undefined) return { daily: 'amount' };
  if (month === undefined) return { monthly: 'amount' };
  return day !== null && month !== null && day > month ? { daily: 'order' } : {};
}
