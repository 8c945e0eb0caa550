import { focusManager, onlineManager, type Query, type QueryClient } from '@tanstack/react-query';
import type { OperationName } from '@vlam/contract';
import { onResume } from './realtime.ts';

/** Answers with balances, prices and rights. Lists that grow as they are read, such as the feed, are not among them. */
export const freshOperations = [
  'creditBalance',
  'creditTerms',
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
  'listBundles',
  'getCallPartner',
  'getConversation',
  'currentUser',
  'ownVip',
  'listSubscriptions',
  'listBundlePurchases',
] as const satisfies readonly OperationName[];

const names: ReadonlySet<unknown> = new Set(freshOperations);
const freshForMs = 5 * 60_000;
const pollIntervalMs = 30_000;

/**
 * Reads money, prices and rights again after five minutes, on focus and after a reconnect: those on the screen now,
 * others when they are shown next. The old answer stays meanwhile. Returns the way to stop.
 */
export function keepFresh(client: QueryClient): () => void {
  const readAgain = (olderThanMs: number) => {
    if (!focusManager.isFocused() || !onlineManager.isOnline()) return;
    const due = ({ queryKey, state }: Query) =>
      names.has(queryKey[0]) && state.data !== undefined && Date.now() - state.dataUpdatedAt >= olderThanMs;
    void client.invalidateQueries({ predicate: due }, { cancelRefetch: false });
  };
  let opened = false;
  const stopResume = onResume(() => {
    if (opened) readAgain(0);
    opened = true;
  });
  const stopFocus = focusManager.subscribe(() => readAgain(0));
  const timer = setInterval(() => readAgain(freshForMs), pollIntervalMs);
  return () => {
    stopResume();
    stopFocus();
    clearInterval(timer);
  };
}
