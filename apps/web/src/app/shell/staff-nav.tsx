import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import Activity from 'lucide-react/icons/activity';
import Archive from 'lucide-react/icons/archive';
import Banknote from 'lucide-react/icons/banknote';
import Clapperboard from 'lucide-react/icons/clapperboard';
import EyeOff from 'lucide-react/icons/eye-off';
import FileText from 'lucide-react/icons/file-text';
import House from 'lucide-react/icons/house';
import IdCard from 'lucide-react/icons/id-card';
import Images from 'lucide-react/icons/images';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import ListChecks from 'lucide-react/icons/list-checks';
import Menu from 'lucide-react/icons/menu';
import ScrollText from 'lucide-react/icons/scroll-text';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import SpellCheck from 'lucide-react/icons/spell-check';
import UsersRound from 'lucide-react/icons/users-round';
import { type ReactNode, useState } from 'react';
import { CountBadge } from '../../components/ui/icon-button.tsx';
import { Brand } from '../../components/ui/marks.tsx';
import { Sheet } from '../../components/ui/sheet.tsx';
import { sheetRow } from '../../components/ui/sheet-row.ts';
import { queryOf } from '../../lib/api.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { Link } from '../../lib/router.tsx';
import { hasPermission, useStaffUser } from '../../lib/session.ts';
import { StaffBadge } from './staff-badge.tsx';
import { ViewRoleSegment } from './view-role.tsx';

interface Room {
  to:
    | '/admin'
    | '/admin/reports'
    | '/admin/photos'
    | '/admin/content/pending'
    | '/admin/takedowns'
    | '/admin/words'
    | '/admin/users'
    | '/admin/users/verification'
    | '/admin/risk'
    | '/admin/fpb-registrations'
    | '/admin/audit'
    | '/admin/health'
    | '/admin/records'
    | '/admin/settings/payments';
  label: ReactNode;
  icon: ReactNode;
  waiting?: number | null | undefined;
  /** Something in it is past its time. */
  isLate?: boolean | undefined;
  /** Stands in the bar of phones. */
  isMain?: boolean;
}

interface Rooms {
  rooms: Room[];
  /** Reads again how much waits; undefined unless that did not load and no older figure is shown. */
  onRetry?: (() => void) | undefined;
}

/** The rooms that the signed-in member of staff may open, and how much waits in each. */
function useRooms(): Rooms {
  const user = useStaffUser();
  const moderates = hasPermission(user, 'moderate_content');
  const manages = hasPermission(user, 'manage_users');
  const waiting = useQuery({ ...queryOf('staffWaiting'), enabled: moderates });
  const recordsWaiting = useQuery({
    ...queryOf('recordsWaiting'),
    enabled: hasPermission(user, 'manage_compliance'),
  });
  const { data } = waiting;
  const { data: records } = recordsWaiting;
  const failed = [waiting, recordsWaiting].filter((query) => query.error && !query.data);
  const rooms: (Room | null)[] = [
    hasPermission(user, 'view_analytics')
      ? { to: '/admin', label: <Trans>Overview</Trans>, icon: <LayoutDashboard size={20} />, isMain: true }
      : null,
    moderates
      ? {
          to: '/admin/reports',
          label: <Trans>Queue</Trans>,
          icon: <ListChecks size={20} />,
          waiting: data && data.reports + data.appeals + data.disputes,
          isLate: data && data.lateReports > 0,
          isMain: true,
        }
      : null,
    moderates
      ? {
          to: '/admin/photos',
          label: <Trans>Photos</Trans>,
          icon: <Images size={20} />,
          waiting: data && data.photos + data.photoChecks,
          isMain: !manages,
        }
      : null,
    moderates
      ? {
          to: '/admin/content/pending',
          label: <Trans>Content</Trans>,
          icon: <FileText size={20} />,
          waiting: data?.content,
          isMain: true,
        }
      : null,
    moderates
      ? {
          to: '/admin/takedowns',
          label: <Trans>Takedowns</Trans>,
          icon: <EyeOff size={20} />,
          waiting: data?.takedowns,
          isLate: data && data.lateTakedowns > 0,
        }
      : null,
    moderates ? { to: '/admin/words', label: <Trans>Word lists</Trans>, icon: <SpellCheck size={20} /> } : null,
    manages
      ? { to: '/admin/users', label: <Trans>Members</Trans>, icon: <UsersRound size={20} />, isMain: true }
      : null,
    hasPermission(user, 'view_identity')
      ? {
          to: '/admin/users/verification',
          label: <Trans>Verification</Trans>,
          icon: <IdCard size={20} />,
          waiting: data && (data.ageReviews ?? 0) + (data.documents ?? 0),
        }
      : null,
    hasPermission(user, 'manage_money')
      ? {
          to: '/admin/settings/payments',
          label: <Trans>Money</Trans>,
          icon: <Banknote size={20} />,
          waiting: data?.payments,
        }
      : null,
    hasPermission(user, 'manage_money')
      ? {
          to: '/admin/risk',
          label: <Trans>Risk</Trans>,
          icon: <ShieldAlert size={20} />,
          waiting: data?.riskCases,
          isLate: data && data.lateRiskCases > 0,
        }
      : null,
    hasPermission(user, 'manage_compliance')
      ? {
          to: '/admin/fpb-registrations',
          label: <Trans>Film board</Trans>,
          icon: <Clapperboard size={20} />,
          waiting: data?.registrations,
          isLate: data && data.lateRegistrations > 0,
        }
      : null,
    hasPermission(user, 'manage_compliance')
      ? { to: '/admin/audit', label: <Trans>Audit log</Trans>, icon: <ScrollText size={20} /> }
      : null,
    hasPermission(user, 'manage_compliance')
      ? {
          to: '/admin/records',
          label: <Trans>Records</Trans>,
          icon: <Archive size={20} />,
          waiting: records && records.information + records.authorities + records.approvals + records.incidents,
          isLate: records && records.lateInformation > 0,
        }
      : null,
    hasPermission(user, 'manage_settings')
      ? { to: '/admin/health', label: <Trans>Health</Trans>, icon: <Activity size={20} /> }
      : null,
  ];
  return {
    rooms: rooms.filter((room) => room !== null),
    onRetry:
      failed.length > 0
        ? () => {
            for (const query of failed) void query.refetch();
          }
        : undefined,
  };
}

/** A room without a badge must not look like one in which nothing waits. */
function CountsFailed({ onRetry }: { onRetry(): void }) {
  return (
    <p role="status" className="px-3 py-2 text-faint text-meta">
      <Trans>How much waits did not load.</Trans>{' '}
      <button type="button" onClick={onRetry} className="min-h-6 text-ember-text underline">
        <Trans>Try again</Trans>
      </button>
    </p>
  );
}

/** The room that a path belongs to: the longest address it begins with. */
function roomAt(rooms: readonly Room[], pathname: string): Room | undefined {
  const path =
    pathname === '/admin/dashboard'
      ? '/admin'
      : pathname
          .replace(/^\/admin\/breaches/, '/admin/records/breaches')
          .replace(/^\/admin\/content(\/flagged)?$/, '/admin/content/pending');
  const containing = rooms.filter(({ to }) => path === to || (to !== '/admin' && path.startsWith(`${to}/`)));
  return containing.sort((one, other) => other.to.length - one.to.length)[0];
}

const item = 'flex min-h-[46px] shrink-0 items-center gap-3.5 rounded-sm px-3 py-2 text-button leading-tight';
const quietItem = 'font-medium text-muted hover:bg-surface-2 hover:text-ink';

/** Navigation of staff at the side, from 1024 px: rooms with what waits in them, and whose screen an admin views. */
export function StaffRail({ pathname }: { pathname: string }) {
  const { t } = useLingui();
  const { rooms, onRetry } = useRooms();
  const here = roomAt(rooms, pathname);
  const isAdmin = hasPermission(useStaffUser(), 'all');
  return (
    <div className="flex min-h-full flex-col px-3.5 pt-3.5 pb-4">
      <Link to="/" className="mb-3 self-start rounded-sm px-3">
        <Brand large />
      </Link>
      <StaffBadge className="mb-3 ml-3 self-start" />
      <nav aria-label={t`Administration`} className="flex flex-col gap-1">
        {rooms.map((room) => (
          <Link
            key={room.to}
            to={room.to}
            aria-current={room === here ? 'page' : undefined}
            className={clsx(
              item,
              room === here ? 'bg-surface-2 font-semibold text-ink [&_svg]:text-ember-line' : quietItem,
            )}
          >
            {room.icon}
            <span className="min-w-0 wrap-anywhere">{room.label}</span>
            <Waiting count={room.waiting} className="ml-auto" quiet={room.to !== '/admin/reports' && !room.isLate} />
          </Link>
        ))}
      </nav>
      {onRetry ? <CountsFailed onRetry={onRetry} /> : null}
      <div className="min-h-6 flex-1" />
      {isAdmin ? (
        <>
          <p aria-hidden className="mb-2 px-3 text-meta text-muted">
            <Trans>View as</Trans>
          </p>
          <ViewRoleSegment className="mb-3 *:px-1! *:text-meta!" />
        </>
      ) : null}
      <Link to="/" className={clsx(item, quietItem)}>
        <House size={20} />
        <Trans>Back to the feed</Trans>
      </Link>
    </div>
  );
}

function Waiting({
  count,
  quiet = false,
  className = '',
}: {
  count: number | null | undefined;
  quiet?: boolean;
  className?: string;
}) {
  const { t } = useLingui();
  if (!count) return null;
  return (
    <>
      <CountBadge count={count} className={clsx(className, quiet && 'bg-surface-3! text-muted!')} />
      <span className="sr-only">{t`${formatNumber(count)} waiting`}</span>
    </>
  );
}

const tab =
  'relative flex h-16 min-w-0 flex-col items-center justify-center gap-[3px] text-[min(0.75rem,3.75vw)] leading-none -outline-offset-2 [&_svg]:size-6';
const quietTab = 'font-medium text-faint hover:text-ink';
const openTab =
  'font-semibold text-ink before:absolute before:-top-px before:h-[3px] before:w-7 before:rounded-b-[3px] before:bg-ember-line [&_svg]:text-ember-line';

/** Navigation of staff below 1024 px: four rooms, and the others in a sheet. */
export function StaffBar({ pathname }: { pathname: string }) {
  const { t } = useLingui();
  const [more, setMore] = useState(false);
  const { rooms, onRetry } = useRooms();
  const here = roomAt(rooms, pathname);
  const main = rooms.filter(({ isMain }) => isMain);
  const others = rooms.filter(({ isMain }) => !isMain);
  const isAdmin = hasPermission(useStaffUser(), 'all');
  return (
    <>
      <nav
        aria-label={t`Administration`}
        className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 border-line border-t bg-surface-1 pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        {main.map((room) => (
          <Link
            key={room.to}
            to={room.to}
            aria-current={room === here ? 'page' : undefined}
            className={clsx(tab, room === here ? openTab : quietTab)}
          >
            {room.icon}
            <span className="max-w-full truncate px-0.5 py-px">{room.label}</span>
            <Waiting
              count={room.waiting}
              className="absolute top-1.5 left-[calc(50%+5px)] ring-2 ring-surface-1"
              quiet={room.to !== '/admin/reports' && !room.isLate}
            />
          </Link>
        ))}
        <button
          type="button"
          onClick={() => setMore(true)}
          aria-haspopup="dialog"
          className={clsx(tab, here && others.includes(here) ? openTab : quietTab)}
        >
          <Menu />
          <span className="max-w-full truncate px-0.5 py-px">
            <Trans>More</Trans>
          </span>
        </button>
      </nav>
      <Sheet open={more} onClose={() => setMore(false)} title={<Trans>Administration</Trans>}>
        {onRetry ? <CountsFailed onRetry={onRetry} /> : null}
        {others.map((room) => (
          <Link key={room.to} to={room.to} onClick={() => setMore(false)} className={sheetRow}>
            {room.icon}
            <span className="min-w-0 flex-1 font-semibold">{room.label}</span>
            {room.waiting ? (
              <span className="text-faint text-sm tabular-nums">
                <Trans>{formatNumber(room.waiting)} waiting</Trans>
              </span>
            ) : null}
          </Link>
        ))}
        <Link to="/" onClick={() => setMore(false)} className={sheetRow}>
          <House size={20} />
          <span className="min-w-0 flex-1 font-semibold">
            <Trans>Back to the feed</Trans>
          </span>
        </Link>
        {isAdmin ? (
          <div className="border-line border-t pt-4">
            <p aria-hidden className="mb-2 text-meta text-muted">
              <Trans>View as</Trans>
            </p>
            <ViewRoleSegment />
          </div>
        ) : null}
      </Sheet>
    </>
  );
}
