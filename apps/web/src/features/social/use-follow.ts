import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, keyOf } from '../../lib/api.ts';
import { putFollowing } from '../../lib/person.ts';
import { toast, toastError } from '../../lib/toast.ts';

/** How long Undo is offered, in milliseconds. */
const undoMs = 10_000;

/** Toggles following a creator, with Undo; the server returns the new state. */
export function useFollow({ id, displayName }: { id: string; displayName: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (_: 'toggle' | 'undo') => api.toggleFollow({ params: { id } }),
    onSuccess: ({ following }, intent) => {
      putFollowing(client, id, following);
      for (const name of ['currentUser', 'contentFeed', 'listFollowing'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
      if (intent === 'undo') return;
      toast({
        title: following ? t`Following` : t`Unfollowed`,
        text: displayName,
        stayMs: undoMs,
        action: { label: t`Undo`, act: () => mutate('undo') },
      });
    },
    onError: () => toastError(t`Error`, t`Failed to update follow status`),
    // The follower count changed.
    onSettled: () => void client.invalidateQueries({ queryKey: keyOf('getProfile', { params: { id } }) }),
  });
  return { toggle: () => mutate('toggle'), isPending };
}
