import { useQuery } from '@tanstack/react-query';
import { type Answer, queryOf } from '../../lib/api.ts';

export type StreamView = Answer<'getContentStream'>;

/** Addresses are the same text for two minutes and valid for three at least: what is loaded later needs a new one. */
export const renewed = {
  staleTime: 0,
  refetchInterval: 100_000,
  refetchIntervalInBackground: true,
  retry: 1,
} as const;

/** How to play an item, or one of its several files; its address is renewed while the player is open. */
export function useStream(contentId: string, fileId?: string) {
  const item = useQuery({
    ...queryOf('getContentStream', { params: { id: contentId } }),
    ...renewed,
    enabled: !fileId,
  });
  const file = useQuery({ ...queryOf('getStream', { params: { id: fileId ?? '' } }), ...renewed, enabled: !!fileId });
  return fileId ? file : item;
}
