import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import ExternalLink from 'lucide-react/icons/external-link';
import { FailedNote } from '../../components/ui/failed-note.tsx';
import { sheetRow } from '../../components/ui/sheet-row.ts';
import { type Answer, queryOf } from '../../lib/api.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../lib/router.tsx';
import { hasPermission, useStaffUser } from '../../lib/session.ts';
import { permissionFor } from '../permissions.ts';

/** The twelve rooms that the dashboard leads to, and one of ours. */
const roomNames = [
  'adminUsers',
  'adminUsersVerification',
  'adminUsersSuspended',
  'adminContent',
  'adminContentFlagged',
  'adminContentPending',
  'adminPhotos',
  'adminReports',
  'adminReportsPending',
  'adminReportsResolved',
  'adminSettingsPlatform',
  'adminSettingsPolicies',
  'adminSettingsPayments',
] as const satisfies readonly (keyof typeof paths)[];
export type RoomName = (typeof roomNames)[number];

const waitingIn: Partial<Record<RoomName, (waiting: Answer<'staffWaiting'>) => number | null>> = {
  adminReports: ({ reports, appeals, disputes }) => reports + appeals + disputes,
  adminContentPending: ({ content }) => content,
  adminPhotos: ({ photos, photoChecks }) => photos + photoChecks,
  adminUsersVerification: ({ ageReviews, documents }) => (ageReviews === null ? null : ageReviews + (documents ?? 0)),
  adminSettingsPayments: ({ payments }) => payments,
};

const lateIn: Partial<Record<RoomName, (waiting: Answer<'staffWaiting'>) => number>> = {
  adminReports: ({ lateReports }) => lateReports,
};

interface StaffRoomsProps {
  names: readonly RoomName[];
  /** Says how much waits in each. */
  withWaiting: boolean;
}

/** Buttons that open rooms of staff in new tabs, as far as this member of staff may enter them. */
export function StaffRooms({ names, withWaiting }: StaffRoomsProps) {
  const { t } = useLingui();
  const user = useStaffUser();
  const { data, error, refetch } = useQuery({
    ...queryOf('staffWaiting'),
    enabled: hasPermission(user, 'moderate_content'),
  });
  const labels: Record<RoomName, string> = {
    adminUsers: t`All users`,
    adminUsersVerification: t`Verification`,
    adminUsersSuspended: t`Suspended users`,
    adminContent: t`All content`,
    adminContentFlagged: t`Flagged content`,
    adminContentPending: t`Pending content`,
    adminPhotos: t`Photos and selfies`,
    adminReports: t`Reports and disputes`,
    adminReportsPending: t`Pending reports`,
    adminReportsResolved: t`Resolved reports`,
    adminSettingsPlatform: t`Platform settings`,
    adminSettingsPolicies: t`Policies`,
    adminSettingsPayments: t`Payment settings`,
  };
  const allowed = names.filter((name) => {
    const needs = permissionFor(paths[name]);
    return needs === undefined || hasPermission(user, needs);
  });
  if (allowed.length === 0)
    return (
      <p className="text-muted text-sm">
        <Trans>These rooms need a permission that you don't have.</Trans>
      </p>
    );
  return (
    <nav aria-label={t`Rooms`}>
      {withWaiting && error && !data ? (
        <FailedNote onRetry={() => void refetch()}>
          <Trans>How much waits did not load.</Trans>
        </FailedNote>
      ) : null}
      {allowed.map((name) => {
        const count = withWaiting && data ? (waitingIn[name]?.(data) ?? 0) : 0;
        const late = withWaiting && data ? (lateIn[name]?.(data) ?? 0) : 0;
        return (
          <Link key={name} to={paths[name]} target="_blank" className={`${sheetRow} flex-wrap`}>
            <span className="min-w-0 flex-[1_1_50%] font-semibold">{labels[name]}</span>
            {count > 0 ? (
              <span className="text-faint text-sm tabular-nums">
                {late > 0 ? (
                  <Trans>
                    {formatNumber(count)} waiting, <strong className="text-danger">{formatNumber(late)} late</strong>
                  </Trans>
                ) : (
                  <Trans>{formatNumber(count)} waiting</Trans>
                )}
              </span>
            ) : null}
            <ExternalLink size={18} aria-label={t`opens a new tab`} className="text-faint" />
          </Link>
        );
      })}
    </nav>
  );
}
