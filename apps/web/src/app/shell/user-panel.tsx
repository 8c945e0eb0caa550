import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Clapperboard from 'lucide-react/icons/clapperboard';
import Coins from 'lucide-react/icons/coins';
import FileCheck from 'lucide-react/icons/file-check';
import Flag from 'lucide-react/icons/flag';
import IdCard from 'lucide-react/icons/id-card';
import Inbox from 'lucide-react/icons/inbox';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import LogOut from 'lucide-react/icons/log-out';
import Radar from 'lucide-react/icons/radar';
import Scale from 'lucide-react/icons/scale';
import Settings from 'lucide-react/icons/settings';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserRound from 'lucide-react/icons/user-round';
import type { ReactNode } from 'react';
import { Avatar } from '../../components/ui/avatar.tsx';
import { queryOf } from '../../lib/api.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { Link } from '../../lib/router.tsx';
import { type CurrentUser, canUseRequests, hasPermission, isCreator } from '../../lib/session.ts';
import { ThemeChoice } from '../theme-choice.tsx';
import { useLogOut } from '../use-log-out.ts';

const row = 'flex h-12 w-full items-center gap-3 rounded-sm px-3 text-button font-medium hover:bg-surface-2';

/** The signed-in member, their figures, and sign-out. */
export function UserPanel({ user, close }: { user: CurrentUser; close: () => void }) {
  const logOut = useLogOut();
  return (
    <>
      <div className="flex items-center gap-3 px-3 py-2">
        <Avatar src={user.profileImageUrl} size={48} />
        <div className="min-w-0">
          <p className="d4 wrap-anywhere">
            {user.firstName} {user.lastName}
          </p>
          <p className="wrap-anywhere text-meta text-muted">{user.email}</p>
        </div>
      </div>
      <dl className="flex gap-6 px-3 pt-1 pb-3">
        <Figure
          value={user.stats.subscriptionCount}
          label={<Plural value={user.stats.subscriptionCount} one="subscription" other="subscriptions" />}
        />
        <Figure value={user.stats.followingCount} label={<Trans>following</Trans>} />
      </dl>
      <Link to="/profile" onClick={close} className={row}>
        <UserRound size={20} />
        <Trans>Profile</Trans>
      </Link>
      {canUseRequests(user) ? (
        <Link to="/requests" onClick={close} className={row}>
          <Inbox size={20} />
          <Trans>Requests</Trans>
        </Link>
      ) : null}
      {isCreator(user) ? (
        <Link to="/dashboard" onClick={close} className={row}>
          <LayoutDashboard size={20} />
          <Trans>Creator Dashboard</Trans>
        </Link>
      ) : null}
      {user.creator ? (
        <Link to="/studio" onClick={close} className={row}>
          <Clapperboard size={20} />
          <Trans>Studio</Trans>
        </Link>
      ) : null}
      {isCreator(user) ? (
        <>
          <Link to="/nearby" onClick={close} className={`${row} lg:hidden`}>
            <Radar size={20} />
            <Trans>Nearby Flames</Trans>
          </Link>
          <Link to="/credits" onClick={close} className={`${row} lg:hidden`}>
            <Coins size={20} />
            <Trans>Credits</Trans>
          </Link>
        </>
      ) : null}
      <Link to="/settings" onClick={close} className={row}>
        <Settings size={20} />
        <Trans>Settings</Trans>
      </Link>
      <Link to="/compliance" onClick={close} className={row}>
        <FileCheck size={20} />
        <Trans>Compliance</Trans>
      </Link>
      {hasPermission(user, 'moderate_content') ? <StaffRows user={user} close={close} /> : null}
      {hasPermission(user, 'manage_money') ? (
        <Link to="/admin/settings/payments" onClick={close} className={row}>
          <Scale size={20} className="text-role-admin" />
          <Trans>Manage payments</Trans>
        </Link>
      ) : null}
      <div className="my-2 px-1">
        <ThemeChoice />
      </div>
      <button type="button" onClick={() => logOut.mutate()} disabled={logOut.isPending} className={row}>
        <LogOut size={20} />
        <Trans>Log out</Trans>
      </button>
    </>
  );
}

/** Links to open staff cases, with their numbers. */
function StaffRows({ user, close }: { user: CurrentUser; close: () => void }) {
  const { data } = useQuery(queryOf('staffWaiting'));
  return (
    <>
      <Link to="/admin" onClick={close} className={row}>
        <ShieldCheck size={20} className="text-role-admin" />
        <Trans>Administration</Trans>
      </Link>
      <Link to="/admin/reports" onClick={close} className={row}>
        <Flag size={20} className="text-role-admin" />
        <Trans>Reports and disputes</Trans>
        <OpenCount count={data ? data.reports + data.disputes : 0} />
      </Link>
      {hasPermission(user, 'view_identity') ? (
        <Link to="/admin/users/verification" onClick={close} className={row}>
          <IdCard size={20} className="text-role-admin" />
          <Trans>Verification</Trans>
          <OpenCount count={(data?.ageReviews ?? 0) + (data?.documents ?? 0)} />
        </Link>
      ) : null}
    </>
  );
}

function OpenCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="ml-auto text-faint tabular-nums">
      <Trans>{formatNumber(count)} waiting</Trans>
    </span>
  );
}

function Figure({ value, label }: { value: number; label: ReactNode }) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dd className="num text-lead">{value}</dd>
      <dt className="text-meta text-muted">{label}</dt>
    </div>
  );
}
