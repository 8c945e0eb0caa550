import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Segment } from '../../components/ui/choice.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { PageTitle, sectionLink } from '../../components/ui/page-title.tsx';
import { Loading, Skeleton, SkeletonRows } from '../../components/ui/skeleton.tsx';
import type { Period } from '../../features/payouts/api.ts';
import { Earnings } from '../../features/payouts/components/earnings.tsx';
import { PlannedShare } from '../../features/payouts/components/planned-share.tsx';
import { ReadyToPayOut } from '../../features/payouts/components/ready-to-pay-out.tsx';
import { RevenueSources } from '../../features/payouts/components/revenue-sources.tsx';
import { StatCards } from '../../features/payouts/components/stat-cards.tsx';
import { queryOf } from '../../lib/api.ts';
import { Link } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { CreatorRequired } from '../creator-required.tsx';
import { ScreenLoading } from '../screen-loading.tsx';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const RecentActivity = lazyPart(() =>
  import('../../features/payouts/components/activity.tsx').then((module) => module.RecentActivity),
);
const TopContent = lazyPart(() =>
  import('../../features/payouts/components/top-content.tsx').then((module) => module.TopContent),
);
const PayoutSection = lazyPart(() =>
  import('../../features/payouts/components/payout-section.tsx').then((module) => module.PayoutSection),
);
const PayoutSheet = lazyPart(() =>
  import('../../features/payouts/components/payout-sheet.tsx').then((module) => module.PayoutSheet),
);
const DashboardStart = lazyPart(() => import('./dashboard-start.tsx').then((module) => module.DashboardStart));
const AccountSheet = lazyPart(() =>
  import('../../features/payouts/components/account-sheet.tsx').then((module) => module.AccountSheet),
);

/** A creator's earnings, their sources, and payouts. */
export function Route() {
  const user = useCurrentUser();
  if (!user) return <ScreenLoading />;
  return user.creator ? (
    <Dashboard creatorId={user.creator.id} />
  ) : (
    <CreatorRequired
      text={<Trans>The dashboard is for those who publish. Name a category and a price, and it opens.</Trans>}
    />
  );
}

function Dashboard({ creatorId }: { creatorId: string }) {
  const { t } = useLingui();
  const [period, setPeriod] = useState<Period>('month');
  const [sheet, setSheet] = useState<'payout' | 'account' | 'account for payout' | null>(null);
  const stats = useQuery({
    ...queryOf('creatorStats', { query: { period } }),
    placeholderData: (previous) => previous,
  });
  const payouts = useQuery(queryOf('listPayouts'));
  const account = useQuery(queryOf('getPayoutAccount'));
  if (stats.error && !stats.data)
    return <ErrorState heading="h1" error={stats.error} onRetry={() => void stats.refetch()} />;
  // Nothing was ever earned: steps, and neither a zero nor an empty axis.
  if (stats.data?.earningSince === null && payouts.data?.payouts.length === 0)
    return (
      <LazyBoundary fallback={<ScreenLoading />}>
        <DashboardStart />
      </LazyBoundary>
    );
  return (
    <>
      <PageTitle
        size="d3"
        className="lg:items-center"
        aside={
          <Segment<Period>
            label={t`Period`}
            className="w-full lg:w-85"
            value={period}
            onChange={setPeriod}
            options={[
              { value: 'day', label: <Trans>Day</Trans> },
              { value: 'week', label: <Trans>Week</Trans> },
              { value: 'month', label: <Trans>Month</Trans> },
              { value: 'total', label: <Trans>Total</Trans> },
            ]}
          />
        }
      >
        <Trans>Creator Dashboard</Trans>
      </PageTitle>
      <PlannedShare />
      <div className="mt-6 grid grid-cols-1 gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,1fr)_300px]">
        {stats.data ? <Earnings stats={stats.data} /> : <EarningsLoading />}
        <div className="lg:pt-3">
          {payouts.data ? (
            <ReadyToPayOut summary={payouts.data} onRequest={() => setSheet('payout')} />
          ) : payouts.error ? null : (
            <Loading label={t`Loading what can be paid out`}>
              <Skeleton className="h-12 rounded-md" />
            </Loading>
          )}
          <h2 className="d4 mt-8">
            <Trans>Revenue sources</Trans>
          </h2>
          {stats.data ? (
            <RevenueSources stats={stats.data} />
          ) : (
            <Loading label={t`Loading your earnings`}>
              <Skeleton className="mt-3 h-28 rounded-md" />
            </Loading>
          )}
        </div>
      </div>
      {stats.data ? <StatCards stats={stats.data} /> : null}
      <Link to="/studio/figures" className={sectionLink}>
        <Trans>Visits, renewals and best hours</Trans>
      </Link>
      <div className={clsx('grid grid-cols-1 gap-x-14 lg:grid-cols-[minmax(0,1fr)_380px]', !stats.data && 'invisible')}>
        <LazyBoundary fallback={<Placeholder />}>
          <TopContent period={stats.data?.period ?? period} />
          <RecentActivity />
        </LazyBoundary>
      </div>
      <LazyBoundary fallback={<Placeholder />}>
        <PayoutSection creatorId={creatorId} onAccount={() => setSheet('account')} />
      </LazyBoundary>
      <LazyBoundary close={() => setSheet(null)}>
        {sheet === 'payout' && payouts.data ? (
          <PayoutSheet
            summary={payouts.data}
            account={account.data?.account ?? null}
            onClose={() => setSheet(null)}
            onAccount={() => setSheet('account for payout')}
          />
        ) : null}
        {sheet === 'account' || sheet === 'account for payout' ? (
          <AccountSheet
            onClose={() => setSheet(null)}
            onSaved={() => setSheet(sheet === 'account' ? null : 'payout')}
          />
        ) : null}
      </LazyBoundary>
    </>
  );
}

/** Placeholder with the size of what is loading. */
function Placeholder() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading your content`} className="mt-14 lg:col-span-2">
      <SkeletonRows />
    </Loading>
  );
}

function EarningsLoading() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading your earnings`}>
      <Skeleton className="h-5 w-32 rounded-xs" />
      <Skeleton className="mt-3 h-18 w-64 rounded-md lg:h-25" />
      <Skeleton className="mt-10 h-55 rounded-md" />
    </Loading>
  );
}
