import { type creditTransaction, dailyBonusCredits } from '@vlam/contract/credits';
import type * as z from 'zod/mini';
import { formatDate } from '../../lib/format.ts';

export type CreditTransaction = z.output<typeof creditTransaction>;

/**
 * True when today's bonus (Johannesburg day) is among the transactions. For display only; the server decides on a
 * claim.
 */
export const hasClaimedDailyBonus = (movements: readonly CreditTransaction[], now: Date): boolean =>
  movements.some(
    ({ type, amount, timestamp }) =>
      type === 'earn' && amount === dailyBonusCredits && formatDate(timestamp) === formatDate(now),
  );
