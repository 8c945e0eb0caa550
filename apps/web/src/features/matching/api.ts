import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MatchPreferences } from '@vlam/contract/matching';
import { analysingMs } from '@vlam/contract/rules/matching';
import { useEffect, useState } from 'react';
import { type Answer, api, keyOf, queryOf } from '../../lib/api.ts';

export type Match = Answer<'matches'>['items'][number];
export type Matches = Answer<'matches'>;
export type Analytics = Answer<'matchAnalytics'>;

const pollIntervalMs = 1_000;

/** Stored matches, polled while they are being computed. The analysing state shows for at least two seconds. */
export function useMatches() {
  const query = useQuery({
    ...queryOf('matches'),
    refetchInterval: ({ state }) => (state.data?.analysing ? pollIntervalMs : false),
  });
  const analysing = query.data?.analysing ?? false;
  const [shownUntil, setShownUntil] = useState(0);
  const [, wake] = useState(0);
  useEffect(() => {
    if (analysing) setShownUntil((until) => until || Date.now() + analysingMs);
  }, [analysing]);
  useEffect(() => {
    if (analysing || shownUntil === 0) return;
    const timer = setTimeout(
      () => {
        setShownUntil(0);
        wake((count) => count + 1);
      },
      Math.max(0, shownUntil - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [analysing, shownUntil]);
  return { ...query, analysing: analysing || shownUntil !== 0 };
}

/** Saves preferences and recomputes matches; the old matches stay until the response, and after an error. */
export function useSavePreferences() {
  const client = useQueryClient();
  const key = keyOf('matchPreferences');
  return useMutation({
    mutationFn: (preferences: MatchPreferences) => api.setMatchPreferences({ body: preferences }),
    // Changes must arrive in order.
    scope: { id: 'matching' },
    onSuccess: (saved) => {
      client.setQueryData(key, saved);
      client.setQueryData<Matches>(keyOf('matches'), (before) =>
        before ? { ...before, analysing: saved.enabled, items: saved.enabled ? before.items : [] } : before,
      );
      void client.invalidateQueries({ queryKey: keyOf('matches') });
      void client.invalidateQueries({ queryKey: keyOf('matchAnalytics') });
    },
  });
}
