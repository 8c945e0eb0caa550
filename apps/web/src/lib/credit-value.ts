import { useQuery } from '@tanstack/react-query';
import { creditValueCents } from '@vlam/contract/rules/credit-value';
import { type Answer, queryOf } from './api.ts';
import { formatRand } from './numbers.ts';
import { useCurrentUser } from './session.ts';

/** Rand a creator receives for credits earned: 50 credits are `R21`. Not the price a buyer pays. */
export const earnedRand = (credits: number): string => formatRand((credits * creditValueCents) / 100);

/** What this member paid per credit and what their next pack brings; undefined while loading and for visitors. */
export function useCreditTerms(): Answer<'creditTerms'> | undefined {
  const user = useCurrentUser();
  return useQuery({ ...queryOf('creditTerms'), enabled: user?.requiresAgeVerification === false }).data;
}

/** What credits cost this member in rand, by their own purchases; null before their first purchase. */
export function usePaidRand(): (credits: number) => string | null {
  const cents = useCreditTerms()?.centsPerCredit ?? null;
  return (credits) => (cents === null ? null : formatRand(Math.round(credits * cents) / 100));
}
