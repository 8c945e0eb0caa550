import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, api, keyOf } from '../../../lib/api.ts';

export type ListedPhrase = Answer<'listPhrases'>[number];
export type NewPhrases = Parameters<typeof api.addPhrases>[0]['body'];

export const matchesQuery = infiniteQueryOptions({
  queryKey: keyOf('listPhraseMatches', {}),
  queryFn: ({ pageParam, signal }) => api.listPhraseMatches({ query: pageParam ? { cursor: pageParam } : {}, signal }),
  initialPageParam: '',
  getNextPageParam: (last: Answer<'listPhraseMatches'>) => last.nextCursor,
});

interface Callbacks<Input> {
  onSuccess(result: unknown, input: Input): void;
  onError(error: Error): void;
}

export function useAddPhrases({ onSuccess, onError }: Callbacks<NewPhrases>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewPhrases) => api.addPhrases({ body }),
    onSuccess,
    onError,
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('listPhrases') }),
  });
}

export function useRemovePhrase({ onSuccess, onError }: Callbacks<ListedPhrase>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ListedPhrase) => api.removePhrase({ params: { id } }),
    onSuccess,
    onError,
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('listPhrases') }),
  });
}
