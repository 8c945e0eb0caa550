import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { useStore } from '../../../lib/store.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type DeadJob, deadJobsQuery, useDeadJobs } from './api.ts';
import { DiscardSheet } from './discard-sheet.tsx';
import { JobName } from './job-name.tsx';

/** Most jobs that the server takes in one call. */
const maxAtOnce = 50;

/** Jobs without attempts left: each can run again, or be discarded with a reason. */
export function DeadJobs() {
  const { t } = useLingui();
  const fail = useFailure();
  const [discarded, setDiscarded] = useState<DeadJob | null>(null);
  const { data, error, refetch, ...list } = useInfiniteQuery(deadJobsQuery);
  const run = useDeadJobs({
    onSuccess: ({ taken, gone }) =>
      taken > 0
        ? toast({ title: t`Queued again`, text: t`It is in the audit log.` })
        : toast({ title: t`Nothing to run`, text: gone > 0 ? t`Someone was faster.` : '', tone: 'info' }),
    onError: fail,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading jobs that were given up`}>
        <SkeletonRows count={3} />
      </Loading>
    );
  const jobs = data.pages.flatMap(({ items }) => items);
  if (jobs.length === 0)
    return (
      <EmptyState
        compact
        heading="h3"
        title={<Trans>Nothing was given up</Trans>}
        text={<Trans>Every job was done, or is tried again by itself.</Trans>}
      />
    );
  const runnable = jobs.filter(({ canRun }) => canRun).slice(0, maxAtOnce);
  const running = run.isPending ? (run.variables?.ids ?? []) : [];
  return (
    <>
      {runnable.length > 1 ? (
        <Button
          variant="bone"
          icon={<RotateCw size={18} aria-hidden />}
          busy={running.length > 1}
          busyLabel={<Trans>Queueing</Trans>}
          disabled={run.isPending}
          onClick={() => run.mutate({ ids: runnable.map(({ id }) => id) })}
          className="mb-4"
        >
          <Trans>Run these {formatNumber(runnable.length)} again</Trans>
        </Button>
      ) : null}
      <ul className="rise border-line border-t">
        {jobs.map((job) => (
          <Row
            key={job.id}
            job={job}
            busy={running.length === 1 && running[0] === job.id}
            locked={run.isPending}
            onRun={() => run.mutate({ ids: [job.id] })}
            onDiscard={() => setDiscarded(job)}
          />
        ))}
      </ul>
      <ShowMore list={list} className="mt-5" />
      {discarded ? <DiscardSheet key={discarded.id} job={discarded} onClose={() => setDiscarded(null)} /> : null}
    </>
  );
}

interface RowProps {
  job: DeadJob;
  busy: boolean;
  locked: boolean;
  onRun(): void;
  onDiscard(): void;
}

function Row({ job, busy, locked, onRun, onDiscard }: RowProps) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  return (
    <li className="grid gap-x-5 gap-y-3 border-line border-b py-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="min-w-0">
        <JobName task={job.task} />
        <p className="text-faint text-meta tabular-nums">
          {formatDate(job.failedAt, language)}, {formatTime(job.failedAt)}
        </p>
        <p className="mt-1.5 wrap-anywhere text-meta text-muted">{job.error}</p>
        {job.canRun ? null : (
          <p className="mt-1.5 text-sm text-warning">
            <Trans>This version has no such job any more. Discard it.</Trans>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 md:justify-end">
        {job.canRun ? (
          <Button
            size="sm"
            variant="outline"
            busy={busy}
            busyLabel={<Trans>Queueing</Trans>}
            disabled={locked}
            aria-label={t`Run ${job.task} again`}
            onClick={onRun}
          >
            <Trans>Run again</Trans>
          </Button>
        ) : null}
        <Button size="sm" variant="ghost" disabled={locked} aria-label={t`Discard ${job.task}`} onClick={onDiscard}>
          <Trans>Discard</Trans>
        </Button>
      </div>
    </li>
  );
}
