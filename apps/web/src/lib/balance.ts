import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type Answer, keyOf, queryOf } from './api.ts';

/** The member's spendable credits; undefined while loading. */
export function useBalance(): number | undefined {
  return useQuery(queryOf('creditBalance')).data?.balance;
}

/** Puts a balance from a response or event into the cache, so that every component shows it. */
export function putBalance(client: QueryClient, update: number | Answer<'creditBalance'>): void {
  client.setQueryData<Answer<'creditBalance'>>(keyOf('creditBalance'), (was) =>
    typeof update === 'object' ? update : { balance: update, promotional: Math.min(was?.promotional ?? 0, update) },
  );
  void client.invalidateQueries({ queryKey: keyOf('creditTransactions') });
}
