import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, keyOf } from '../../lib/api.ts';
import { patchRelation } from '../../lib/person.ts';
import { toast, toastError } from '../../lib/toast.ts';

/** Toggles following a creator; the server returns the new state. */
export function useFollow(creatorId: string) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.toggleFollow({ params: { id: creatorId } }),
    onSuccess: ({ following }) => {
      patchRelation(client, creatorId, { following });
      toast({ title: following ? t`Following` : t`Unfollowed` });
      for (const name of ['currentUser', 'contentFeed'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
    },
    onError: () => toastError(t`Error`, t`Failed to update follow status`),
    // The follower count changed.
    onSettled: () => void client.invalidateQueries({ queryKey: keyOf('getProfile', { params: { id: creatorId } }) }),
  });
  return { toggle: () => mutate(), isPending };
}
