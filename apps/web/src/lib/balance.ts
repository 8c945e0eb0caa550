import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type Answer, keyOf, queryOf } from './api.ts';

/** The credits one can spend; undefined while they are being read. */
export function useBalance(): number | undefined {
  return useQuery(queryOf('creditBalance')).data?.balance;
}

/** Takes over the balance that came with an answer or an event, so that every place shows it at once. */
export function putBalance(client: QueryClient, news: number | Answer<'creditBalance'>): void {
  client.setQueryData<Answer<'creditBalance'>>(keyOf('creditBalance'), (was) =>
    typeof news === 'object' ? news : { balance: news, promotional: Math.min(was?.promotional ?? 0, news) },
  );
  void client.invalidateQueries({ queryKey: keyOf('creditTransactions') });
}
