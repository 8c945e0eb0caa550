import { useLingui } from '@lingui/react/macro';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Popover } from '../../components/ui/popover.tsx';
import type { CurrentUser } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { LazyBoundary } from './lazy-boundary.tsx';

const UserPanel = lazyPart(() => import('./user-panel.tsx').then((module) => module.UserPanel));

/** Avatar at the right of the header; its panel loads when opened. */
export function UserMenu({ user }: { user: CurrentUser }) {
  const { t } = useLingui();
  return (
    <Popover
      label={t`Your menu`}
      trigger={<Avatar src={user.profileImageUrl} size={32} />}
      triggerClassName="press inline-flex size-11 items-center justify-center rounded-pill"
      className="w-72"
    >
      {(close) => (
        <LazyBoundary close={close} fallback={<div className="h-80" />}>
          <UserPanel user={user} close={close} />
        </LazyBoundary>
      )}
    </Popover>
  );
}
