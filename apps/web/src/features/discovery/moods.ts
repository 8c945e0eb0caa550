import { useLingui } from '@lingui/react/macro';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { MoodPost } from '@vlam/contract/discovery-activity';
import { type Answer, api, keyOf, messageOf } from '../../lib/api.ts';
import { toast, toastError } from '../../lib/toast.ts';
import type { MoodPreset } from './api.ts';
import { useLike, useUndoableRemoval } from './changes.ts';

export const maxMoodLength = 60;
export type MoodInput = { preset: MoodPreset } | { text: string };

/** Shares a mood; it replaces the one before. */
export function useShareMood(options: { onSuccess(): void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: MoodInput) => api.shareMood({ body }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keyOf('moods') });
      toast({ title: t`Mood shared`, text: t`Visible until midnight, or until you share another.` });
      options.onSuccess();
    },
    onError: (error) => toastError(t`Your mood was not shared`, messageOf(error)),
  });
}

const changeMoods = (client: QueryClient, change: (moods: MoodPost[]) => MoodPost[]) =>
  client.setQueriesData<Answer<'moods'>>(
    { queryKey: keyOf('moods') },
    (page) => page && { ...page, items: change(page.items) },
  );
const changeMood = (client: QueryClient, id: string, change: (mood: MoodPost) => MoodPost) =>
  changeMoods(client, (moods) => moods.map((mood) => (mood.id === id ? change(mood) : mood)));
export const useLikeMood = () => useLike(changeMood, (id) => api.likeMood({ params: { id } }));

export function useRemoveMood() {
  const { t } = useLingui();
  const client = useQueryClient();
  return useUndoableRemoval<MoodPost>({
    hide: ({ id }) => changeMoods(client, (moods) => moods.filter((mood) => mood.id !== id)),
    refetch: () => void client.invalidateQueries({ queryKey: keyOf('moods') }),
    remove: ({ id }) => api.deleteMood({ params: { id } }),
    done: t`Your mood is taken down`,
    failed: t`Your mood is still there`,
  });
}
