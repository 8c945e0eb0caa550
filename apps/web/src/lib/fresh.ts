import { focusManager, onlineManager, type Query, type QueryClient } from '@tanstack/react-query';
import type { OperationName } from '@vlam/contract';
import { onSocketOpen } from './realtime.ts';

/** Operations that return balances, prices or rights; `fresh.test.ts` gives the reasons for those left out. */
export const freshOperations = [
  'creditBalance',
  'creditTerms',
  'creatorStats',
  'creatorActivity',
  'getSpendingLimits',
  'listPayouts',
  'listCreditPacks',
  'listVipTiers',
  'revenueShares',
  'getCreator',
  'getProfile',
  'getContent',
  'creatorContent',
  'getBundle',
  'getLive',
  'listLives',
  'ownLive',
  'listBundles',
  'getCallPartner',
  'getConversation',
  'currentUser',
  'ownVip',
  'listSubscriptions',
  'listBundlePurchases',
  'ownData',
] as const satisfies readonly OperationName[];

const names: ReadonlySet<unknown> = new Set(freshOperations);
const staleAfterMs = 5 * 60_000;
const pollIntervalMs = 30_000;

/**
 * Refetches money, prices and rights after five minutes, on focus and after a reconnect of the socket or the network:
 * mounted queries at once, others on their next mount. Old data stays visible until then. Returns a stop function.
 */
export function keepFresh(client: QueryClient): () => void {
  const refetchDue = (olderThanMs: number) => {
    if (!focusManager.isFocused() || !onlineManager.isOnline()) return;
    const due = ({ queryKey, state }: Query) =>
      names.has(queryKey[0]) && state.data !== undefined && Date.now() - state.dataUpdatedAt >= olderThanMs;
    void client.invalidateQueries({ predicate: due }, { cancelRefetch: false });
  };
  let opened = false;
  const stopResume = onSocketOpen(() => {
    if (opened) refetchDue(0);
    opened = true;
  });
  const stopOnline = onlineManager.subscribe(() => refetchDue(0));
  const stopFocus = focusManager.subscribe(() => refetchDue(0));
  const timer = setInterval(() => refetchDue(staleAfterMs), pollIntervalMs);
  return () => {
    stopResume();
    stopOnline();
    stopFocus();
    clearInterval(timer);
  };
}
