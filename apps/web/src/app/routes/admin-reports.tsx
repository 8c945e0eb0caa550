import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useContext, useState } from 'react';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { GentleViewBar } from '../../features/moderation/components/gentle-view.tsx';
import { ReportList } from '../../features/moderation/components/report-list.tsx';
import { queryOf } from '../../lib/api.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { MatchContext, useSearchParam } from '../../lib/router.tsx';
import { hasPermission, useStaffUser } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

const ReportFiles = lazyPart(() => import('./admin-report-files.tsx').then((module) => module.ReportFiles));
const AppealList = lazyPart(() =>
  import('../../features/moderation/components/appeal-list.tsx').then((module) => module.AppealList),
);
const Disputes = lazyPart(() => import('./admin-disputes.tsx').then((module) => module.Disputes));

const tabNames = ['reports', 'appeals', 'disputes'] as const;
type TabName = (typeof tabNames)[number];

/** Reports of members, appeals and disputed requests: open and decided. */
export function Route() {
  const { t } = useLingui();
  const user = useStaffUser();
  const path = useContext(MatchContext)?.route.path;
  const tabParam = useSearchParam('tab');
  const [chosen, setTab] = useState<TabName>();
  const { data } = useQuery(queryOf('staffWaiting'));
  const tab = chosen ?? tabNames.find((each) => each === tabParam) ?? 'reports';
  const waiting = data?.[tab];
  return (
    <>
      <PageTitle size="d3" aside={<StaffBadge className="lg:hidden" />}>
        {waiting === undefined ? (
          <Trans>Reports and disputes</Trans>
        ) : (
          <Trans>
            <span className="num mr-2 text-[2.5rem]">{formatNumber(waiting)}</span> waiting
          </Trans>
        )}
      </PageTitle>
      {data && data.lateReports > 0 ? (
        <p role="status" className="mt-2 font-semibold text-danger">
          {data.lateReports === 1 ? (
            <Trans>1 report is late</Trans>
          ) : (
            <Trans>{formatNumber(data.lateReports)} reports are late</Trans>
          )}
        </p>
      ) : null}
      <GentleViewBar />
      <Tabs<TabName>
        className="mt-4"
        label={t`Reports and disputes`}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'reports', label: t`Reports`, count: data?.reports },
          { value: 'appeals', label: t`Appeals`, count: data?.appeals },
          ...(hasPermission(user, 'decide_disputes')
            ? [{ value: 'disputes' as const, label: t`Disputes`, count: data?.disputes }]
            : []),
        ]}
      >
        <div className="mt-5">
          <LazyBoundary close={() => setTab('reports')}>
            {tab === 'reports' ? (
              <ReportList
                initialStatus={path === '/admin/reports/resolved' ? 'resolved' : 'pending'}
                renderFiles={(message) => (
                  <Suspense fallback={null}>
                    <ReportFiles message={message} />
                  </Suspense>
                )}
              />
            ) : tab === 'appeals' ? (
              <AppealList />
            ) : (
              <Disputes />
            )}
          </LazyBoundary>
        </div>
      </Tabs>
    </>
  );
}
