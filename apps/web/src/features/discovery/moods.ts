import { useLingui } from '@lingui/react/macro';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { MoodPost } from '@vlam/contract/discovery-activity';
import { type Answer, api, keyOf, messageOf } from '../../lib/api.ts';
import { later } from '../../lib/deferred.ts';
import { toast, toastError } from '../../lib/toast.ts';
import type { MoodPreset } from './api.ts';
import { toggled, undoMs } from './liked.ts';

export const longestMood = 60;
export type MoodInput = { preset: MoodPreset } | { text: string };

/** Shares a mood; it replaces the one before. */
export function useShareMood(options: { onSuccess(): void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: MoodInput) => api.shareMood({ body }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keyOf('moods') });
      toast({ title: t`Mood shared`, text: t`It stands until midnight, or until you share another.` });
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
/** Likes at once and rolls back when the server refuses. */
export function useLikeMood() {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.likeMood({ params: { id } }),
    onMutate: (id) => changeMood(client, id, toggled),
    onSuccess: (answer, id) => changeMood(client, id, (mood) => ({ ...mood, ...answer })),
    onError: (_error, id) => {
      changeMood(client, id, toggled);
      toastError(t`Error`, t`Failed to update like`);
    },
  });
}

/** Removes the own mood from the screen at once, and on the server after the time for Undo. */
export function useRemoveMood() {
  const { t } = useLingui();
  const client = useQueryClient();
  return (mood: MoodPost) => {
    changeMoods(client, (moods) => moods.filter(({ id }) => id !== mood.id));
    const refetch = () => void client.invalidateQueries({ queryKey: keyOf('moods') });
    const pending = later(undoMs, () => {
      api.deleteMood({ params: { id: mood.id } }).then(refetch, (error: unknown) => {
        refetch();
        toastError(t`Your mood is still there`, messageOf(error));
      });
    });
    toast({
      title: t`Your mood is taken down`,
      stayMs: undoMs - 500,
      action: {
        label: t`Undo`,
        act: () => {
          pending.cancel();
          refetch();
        },
      },
    });
  };
}
