import { Trans } from '@lingui/react/macro';
import { type ListView, readView, searchOfView } from '../../features/administration/users/filter.ts';
import { UserList } from '../../features/administration/users/user-list.tsx';
import { go, usePathname, useSearchParams } from '../../lib/router.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

/** Every account, or those that are suspended. The filter stands in the address. */
export function Route() {
  const isSuspended = usePathname().endsWith('/suspended');
  const view = readView(useSearchParams());
  const to = isSuspended ? '/admin/users/suspended' : '/admin/users';
  const onView = (next: ListView, { replace } = { replace: false }) => go({ to, search: searchOfView(next), replace });
  return (
    <UserList
      key={to}
      view={view}
      onView={onView}
      {...(isSuspended ? { status: 'suspended' } : {})}
      noun={isSuspended ? <Trans>suspended</Trans> : <Trans>members</Trans>}
      aside={<StaffBadge className="lg:hidden" />}
      empty={
        isSuspended
          ? {
              title: <Trans>No one is suspended</Trans>,
              text: <Trans>Whoever is suspended is listed here, with the reason.</Trans>,
            }
          : { title: <Trans>No members yet</Trans>, text: <Trans>Whoever signs up is listed here.</Trans> }
      }
    />
  );
}
