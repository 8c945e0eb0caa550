import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Answer, api, keyOf } from '../../lib/api.ts';

export type OwnDecision = Answer<'ownDecisions'>['items'][number];

export const decisionsQuery = infiniteQueryOptions({
  queryKey: keyOf('ownDecisions'),
  queryFn: ({ pageParam, signal }) => api.ownDecisions({ query: pageParam ? { cursor: pageParam } : {}, signal }),
  initialPageParam: '',
  getNextPageParam: (last: Answer<'ownDecisions'>) => last.nextCursor,
});
