import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { DayChart } from '../../features/administration/figures/day-chart.tsx';
import { FigureGrid } from '../../features/administration/figures/figure-grid.tsx';
import { type FigureName, figureNames, historyOf } from '../../features/administration/figures/figures.ts';
import { PlatformHealth } from '../../features/administration/figures/health.tsx';
import { queryOf } from '../../lib/api.ts';
import { hasPermission, useStaffUser } from '../../lib/session.ts';
import { useStore } from '../../lib/store.ts';
import { setViewRole, viewRoleStore } from '../../lib/view-as.ts';
import { StaffBadge } from '../shell/staff-badge.tsx';
import { type RoomName, StaffRooms } from './admin-rooms.tsx';

type TabName = 'overview' | 'users' | 'content' | 'reports' | 'settings';

const figuresOf: Record<TabName, readonly FigureName[]> = {
  overview: figureNames,
  users: ['totalUsers', 'activeUsers', 'newSignups', 'suspendedUsers'],
  content: ['totalContent', 'newContent', 'reportedContent'],
  reports: ['reportedContent', 'suspendedUsers'],
  settings: ['dailyRevenue', 'totalRevenue'],
};
const roomsOf: Record<TabName, readonly RoomName[]> = {
  overview: ['adminReports', 'adminContentPending', 'adminPhotos', 'adminUsersVerification', 'adminSettingsPayments'],
  users: ['adminUsers', 'adminUsersVerification', 'adminUsersSuspended'],
  content: ['adminContent', 'adminContentFlagged', 'adminContentPending', 'adminPhotos'],
  reports: ['adminReports', 'adminReportsPending', 'adminReportsResolved'],
  settings: ['adminSettingsPlatform', 'adminSettingsPolicies', 'adminSettingsPayments'],
};

/** How often an open dashboard measures again, in milliseconds; the server keeps figures for a minute. */
const pollIntervalMs = 60_000;

/** The platform's figures with their history, its health, and the rooms of staff. */
export function Route() {
  const { t } = useLingui();
  const [tab, setTab] = useState<TabName>('overview');
  const isAdmin = hasPermission(useStaffUser(), 'all');
  return (
    <>
      <PageTitle
        size="d3"
        aside={
          <div className="flex flex-wrap items-center gap-2">
            <StaffBadge className="lg:hidden" />
            {isAdmin ? <ViewToggle /> : null}
          </div>
        }
      >
        <Trans>Admin dashboard</Trans>
      </PageTitle>
      <Tabs<TabName>
        className="mt-3"
        label={t`Admin dashboard`}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'overview', label: t`Overview` },
          { value: 'users', label: t`Users` },
          { value: 'content', label: t`Content` },
          { value: 'reports', label: t`Reports` },
          { value: 'settings', label: t`Settings` },
        ]}
      >
        <Panel key={tab} tab={tab} />
      </Tabs>
    </>
  );
}

/** Switches between the view of an admin and of a user. */
function ViewToggle() {
  const isAdminView = useStore(viewRoleStore) === 'admin';
  return (
    <Button size="sm" variant="outline" onClick={() => setViewRole(isAdminView ? 'user' : 'admin')}>
      {isAdminView ? <Trans>View as user</Trans> : <Trans>Back to admin view</Trans>}
    </Button>
  );
}

function Panel({ tab }: { tab: TabName }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({
    ...queryOf('platformStats'),
    staleTime: pollIntervalMs / 2,
    refetchInterval: pollIntervalMs,
  });
  const names = figuresOf[tab].filter((name) => !data || data[name] !== null);
  const [chosen, setChosen] = useState<FigureName>();
  const shown = chosen ?? names[0];
  const isOverview = tab === 'overview';
  return (
    <div className="mt-4 gap-10 lg:grid lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="min-w-0">
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Loading label={t`Loading figures`} className="grid grid-cols-2 gap-3 md:grid-cols-3">
            {figuresOf[tab].map((name) => (
              <Skeleton key={name} className="h-36 rounded-card" />
            ))}
          </Loading>
        ) : shown ? (
          <>
            {error ? (
              <p role="alert" className="mb-3 rounded-md bg-warning-soft px-4 py-3 text-sm text-warning">
                <Trans>The figures could not be refreshed. These are the last ones.</Trans>
              </p>
            ) : null}
            <div className="-mx-3.5 max-xs:mx-0">
              <FigureGrid stats={data} names={names} shown={shown} onShow={setChosen} />
            </div>
            <DayChart key={shown} name={shown} points={historyOf(data, shown)} />
          </>
        ) : (
          <p className="text-muted">
            <Trans>These figures are for staff who manage money.</Trans>
          </p>
        )}
      </div>
      <div className="max-lg:mt-8">
        <StaffRooms names={roomsOf[tab]} withWaiting={isOverview} />
        {isOverview && data ? (
          <div className="mt-9">
            <PlatformHealth stats={data} />
          </div>
        ) : null}
      </div>
    </div>
  );
}
