import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';

/** The specification's test for a lost session: the message starts with `401:` and contains `Unauthorized`. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('401:') && error.message.includes('Unauthorized');
}

// Default scheduling waits for a timer, so a second tap could arrive before the button is shown as busy.
notifyManager.setScheduler(queueMicrotask);

/** No retries and never stale: invalidation brings changes; `fresh.ts` refetches money, prices and rights. */
export function createQueryClient(onError: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'offlineFirst',
      },
      mutations: { retry: false, networkMode: 'offlineFirst' },
    },
  });
}
