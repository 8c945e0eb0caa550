import { useLingui } from '@lingui/react/macro';
import type { ProfileView } from '@vlam/contract/profiles';
import HandCoins from 'lucide-react/icons/hand-coins';
import { CallMenu } from '../../components/ui/call-button.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { MoreButton } from '../../features/profiles/components/person-bar.tsx';
import type { PersonCallbacks } from './person-actions.tsx';
import { FollowIcon } from './person-follow.tsx';

/** Further actions: in a menu on phones, as buttons on wide screens. */
export function WideActions({ person, callbacks }: { person: ProfileView; callbacks: PersonCallbacks }) {
  const { t } = useLingui();
  return (
    <>
      <CallMenu profileId={person.id} variant="filled" />
      <IconButton variant="filled" label={t`Tip ${person.displayName}`} onClick={() => callbacks.open('tip')}>
        <HandCoins size={20} strokeWidth={1.75} />
      </IconButton>
      <FollowIcon person={person} variant="filled" />
      <MoreButton variant="filled" name={person.displayName} onOpen={() => callbacks.open('more')} />
    </>
  );
}
