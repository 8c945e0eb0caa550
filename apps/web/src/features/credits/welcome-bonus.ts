import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, keyOf, queryOf } from '../../lib/api.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';

/**
 * Claims today's credits for a newcomer whose address is confirmed, once, without a tap. Returns the balance, or null
 * while there is nothing to show.
 */
export function useWelcomeBonus(isConfirmed: boolean): number | null {
  const client = useQueryClient();
  const hasAsked = useRef(false);
  const { mutate } = useIntent<void, Awaited<ReturnType<typeof api.dailyBonus>>>({
    call: (_input, idempotencyKey) => api.dailyBonus({ idempotencyKey }),
    onSettled: () => {
      for (const name of ['creditBalance', 'creditTransactions'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
    },
  });
  useEffect(() => {
    if (!isConfirmed || hasAsked.current) return;
    hasAsked.current = true;
    mutate();
  }, [isConfirmed, mutate]);
  const { data } = useQuery(queryOf('creditBalance'));
  return data && data.balance > 0 ? data.balance : null;
}
