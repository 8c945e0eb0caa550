import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';

/** The one rule of the specification for lost sessions: the message starts with `401:` and names `Unauthorized`. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('401:') && error.message.includes('Unauthorized');
}

// A tap marks its button busy before the next tap can arrive; by default that waits for a timer, which comes after it.
notifyManager.setScheduler(queueMicrotask);

/** No retry, no refetch on focus, never stale: changes arrive by invalidation; money, prices and rights: `fresh.ts`. */
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
