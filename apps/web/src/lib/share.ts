import { type QueryClient, useQuery } from '@tanstack/react-query';
import { isSplitRounded, splitPrice } from '@vlam/contract/rules/split';
import { type Answer, queryOf } from './api.ts';
import { useCurrentUser } from './session.ts';

/** What creators keep of a sale. */
export interface Share {
  percent: number;
  /** The creator's credits of a price. */
  of(price: number): number;
  /** Whether these are not exactly the percentage. */
  rounds(price: number): boolean;
}
/** The share of sales at a moment, of today's where none is named; undefined while the server's shares are read. */
export type ShareAt = (at?: string) => Share | undefined;

export const shareOf = (percent: number): Share => ({
  percent,
  of: (price) => splitPrice(price, percent).creator,
  rounds: (price) => isSplitRounded(price, percent),
});

/** The newest share that was in force at a moment; `shares` are newest first. */
export function shareAt(
  shares: Answer<'revenueShares'>['shares'],
  at: string = new Date().toISOString(),
): Share | undefined {
  const found = shares.find(({ since }) => since <= at) ?? shares.at(-1);
  return found && shareOf(found.creatorPercent);
}

const sharesQuery = { ...queryOf('revenueShares'), staleTime: 3_600_000 };

/** Today's share for a sentence that is said once; undefined when it cannot be read. */
export const readShare = (client: QueryClient): Promise<Share | undefined> =>
  client.fetchQuery(sharesQuery).then(
    ({ shares }) => shareAt(shares),
    () => undefined,
  );

/** The dated shares of the server; read only where `needed`. */
export function useShare(needed = true): ShareAt {
  const user = useCurrentUser();
  const { data } = useQuery({
    ...sharesQuery,
    enabled: needed && user?.requiresAgeVerification === false,
  });
  return (at) => data && shareAt(data.shares, at);
}

/** As `useShare` for what only creators read. */
export const useCreatorShare = (): ShareAt => useShare(useCurrentUser()?.creator !== undefined);
