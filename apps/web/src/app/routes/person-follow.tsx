import { useLingui } from '@lingui/react/macro';
import type { ProfileView } from '@vlam/contract/profiles';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { useFollow } from '../../features/social/use-follow.ts';

interface FollowIconProps {
  person: Pick<ProfileView, 'id' | 'displayName' | 'relation'>;
  /** `glass` lies over the picture. */
  variant: 'glass' | 'filled';
  className?: string;
}

/** Follow or unfollow, as an icon. */
export function FollowIcon({ person, variant, className }: FollowIconProps) {
  const { t } = useLingui();
  const { toggle, isPending } = useFollow(person);
  const following = person.relation?.following === true;
  return (
    <IconButton
      variant={variant}
      label={following ? t`Unfollow` : t`Follow`}
      disabled={isPending}
      onClick={toggle}
      className={className}
    >
      {following ? <UserRoundCheck size={20} strokeWidth={1.75} /> : <UserRoundPlus size={20} strokeWidth={1.75} />}
    </IconButton>
  );
}
