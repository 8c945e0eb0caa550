import { useQuery } from '@tanstack/react-query';
import { isSplitRounded, splitPrice } from '@vlam/contract/rules/split';
import { type Answer, queryOf } from './api.ts';
import { useCurrentUser } from './session.ts';

/** The creator's part of a sale. */
export interface Share {
  percent: number;
  /** The creator's credits of a price. */
  of(price: number): number;
  /** True when those credits are not exactly the percentage. */
  isRounded(price: number): boolean;
}
/** The share at a time, by default now; undefined while loading. */
export type ShareAt = (at?: string) => Share | undefined;

export const shareOf = (percent: number): Share => ({
  percent,
  of: (price) => splitPrice(price, percent).creator,
  isRounded: (price) => isSplitRounded(price, percent),
});

/** The share in force at a time; `shares` are newest first. */
export function shareAt(
  shares: Answer<'revenueShares'>['shares'],
  at: string = new Date().toISOString(),
): Share | undefined {
  const found = shares.find(({ since }) => since <= at) ?? shares.at(-1);
  return found && shareOf(found.creatorPercent);
}

const sharesQuery = { ...queryOf('revenueShares'), staleTime: 3_600_000 };

/** Shares by date; fetched only when `needed`. */
export function useShare(needed = true): ShareAt {
  const user = useCurrentUser();
  const { data } = useQuery({
    ...sharesQuery,
    enabled: needed && user?.requiresAgeVerification === false,
  });
  return (at) => data && shareAt(data.shares, at);
}

/** Like `useShare`, fetched only for creators. */
export const useCreatorShare = (): ShareAt => useShare(useCurrentUser()?.creator !== undefined);
