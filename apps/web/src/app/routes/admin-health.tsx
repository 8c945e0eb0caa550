import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { FailedNote } from '../../components/ui/failed-note.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Loading, Skeleton, SkeletonRows } from '../../components/ui/skeleton.tsx';
import { DeadJobs } from '../../features/administration/health/dead-jobs.tsx';
import { Queues } from '../../features/administration/health/queues.tsx';
import { SystemState } from '../../features/administration/health/system-state.tsx';
import { queryOf } from '../../lib/api.ts';
import { StaffBadge } from '../shell/staff-badge.tsx';

const pollIntervalMs = 15_000;

/** Whether the machinery works, what waits in it, and what it gave up. */
export function Route() {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useQuery({
    ...queryOf('systemHealth'),
    staleTime: pollIntervalMs / 2,
    refetchInterval: pollIntervalMs,
  });
  return (
    <>
      <PageTitle
        size="d3"
        aside={
          <div className="flex items-center gap-2">
            <StaffBadge className="lg:hidden" />
            <IconButton label={t`Check again`} variant="filled" disabled={isFetching} onClick={() => void refetch()}>
              <RefreshCw size={20} />
            </IconButton>
          </div>
        }
      >
        <Trans>Health</Trans>
      </PageTitle>
      <div className="mt-5 gap-10 lg:grid lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="lg:order-2">
          {data ? (
            <>
              {error ? (
                <FailedNote onRetry={() => void refetch()}>
                  <Trans>This could not be asked again. It is what was seen last.</Trans>
                </FailedNote>
              ) : null}
              <SystemState health={data} />
            </>
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <Loading label={t`Asking every part`}>
              <Skeleton className="h-14 w-40 rounded-md" />
              <div className="mt-4">
                <SkeletonRows count={4} />
              </div>
            </Loading>
          )}
        </div>
        <div className="min-w-0">
          <section aria-labelledby="dead" className="max-lg:mt-9">
            <h2 id="dead" className="d4 mb-3">
              <Trans>Given up</Trans>
            </h2>
            <DeadJobs />
          </section>
          <section aria-labelledby="queue" className="mt-9">
            <h2 id="queue" className="d4 mb-3">
              <Trans>Queue</Trans>
            </h2>
            {data ? (
              <Queues queues={data.queues} />
            ) : error ? null : (
              <Loading label={t`Loading the queue`}>
                <SkeletonRows count={3} />
              </Loading>
            )}
          </section>
        </div>
      </div>
    </>
  );
}
