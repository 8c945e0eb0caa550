import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type Answer, keyOf, queryOf } from './api.ts';

/** The credits one can spend; undefined while they are being read. */
export function useBalance(): number | undefined {
  return useQuery(queryOf('creditBalance')).data?.balance;
}

/** Takes over the balance an answer carried, so that every place shows it at once. */
export function putBalance(client: QueryClient, balance: number): void {
  client.setQueryData<Answer<'creditBalance'>>(keyOf('creditBalance'), (was) => ({
    balance,
    promotional: Math.min(was?.promotional ?? 0, balance),
  }));
  void client.invalidateQueries({ queryKey: keyOf('creditTransactions') });
}
