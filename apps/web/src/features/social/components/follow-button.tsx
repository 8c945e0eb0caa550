import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Plus from 'lucide-react/icons/plus';
import { Button, type ButtonSize } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { api, keyOf, queryOf } from '../../../lib/api.ts';
import { toast, toastError } from '../../../lib/toast.ts';

/** Follow or stop following; the state is the server's. */
export function FollowButton({
  creatorId,
  size = 'md',
  full = false,
  compact = false,
}: {
  creatorId: string;
  size?: ButtonSize;
  full?: boolean;
  /** Only the icon, where a row is short of room. */
  compact?: boolean;
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
  const icon = following ? <Check size={18} /> : <Plus size={18} />;
  if (compact)
    return (
      <IconButton
        look="filled"
        label={following ? t`Unfollow` : t`Follow`}
        aria-pressed={following}
        disabled={data === undefined || toggle.isPending}
        onClick={() => toggle.mutate()}
      >
        {icon}
      </IconButton>
    );
  return (
    <Button
      size={size}
      full={full}
      aria-pressed={following}
      disabled={data === undefined}
      busy={toggle.isPending}
      icon={icon}
      onClick={() => toggle.mutate()}
    >
      {following ? <Trans>Unfollow</Trans> : <Trans>Follow</Trans>}
    </Button>
  );
}
