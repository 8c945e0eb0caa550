import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Plus from 'lucide-react/icons/plus';
import { Button, type ButtonSize } from '../../../components/ui/button.tsx';
import { api, keyOf, queryOf } from '../../../lib/api.ts';
import { toast, toastError } from '../../../lib/toast.ts';

/** Follow or stop following; the state is the server's. */
export function FollowButton({
  creatorId,
  size = 'md',
  full = false,
}: {
  creatorId: string;
  size?: ButtonSize;
  full?: boolean;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const state = queryOf('followState', { params: { id: creatorId } });
  const { data } = useQuery(state);
  const toggle = useMutation({
    mutationFn: () => api.toggleFollow({ params: { id: creatorId } }),
    onSuccess: (answer) => {
      client.setQueryData(state.queryKey, answer);
      toast({ title: answer.following ? t`Following` : t`Unfollowed` });
      void client.invalidateQueries({ queryKey: keyOf('currentUser') });
      void client.invalidateQueries({ queryKey: keyOf('contentFeed') });
    },
    onError: () => toastError(t`Error`, t`Failed to update follow status`),
  });
  const following = data?.following === true;
  return (
    <Button
      size={size}
      full={full}
      aria-pressed={following}
      disabled={data === undefined}
      busy={toggle.isPending}
      icon={following ? <Check size={18} /> : <Plus size={18} />}
      onClick={() => toggle.mutate()}
    >
      {following ? <Trans>Unfollow</Trans> : <Trans>Follow</Trans>}
    </Button>
  );
}
