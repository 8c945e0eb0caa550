import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, api, keyOf } from '../../../lib/api.ts';

export type SystemHealth = Answer<'systemHealth'>;
export type DeadJob = Answer<'listDeadJobs'>['items'][number];
export type Taken = Answer<'runDeadJobs'>;

/** Newest first. */
export const deadJobsQuery = infiniteQueryOptions({
  queryKey: keyOf('listDeadJobs'),
  queryFn: ({ pageParam, signal }) =>
    api.listDeadJobs({ query: { limit: '25', ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
  initialPageParam: '',
  getNextPageParam: (last: Answer<'listDeadJobs'>) => last.nextCursor,
});

/** Runs jobs again, or with a reason discards them; the server takes each once, so a second tap changes nothing. */
export function useDeadJobs(outcome: { onSuccess(taken: Taken): void; onError(error: Error): void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, reason }: { ids: string[]; reason?: string }) =>
      reason === undefined ? api.runDeadJobs({ body: { ids } }) : api.discardDeadJobs({ body: { ids, reason } }),
    ...outcome,
    onSettled: () => {
      for (const name of ['listDeadJobs', 'systemHealth'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
    },
  });
}
